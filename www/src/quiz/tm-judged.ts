import { css, html, LitElement, nothing } from 'lit';

import { base } from '../kit/base';
import { cardStyles } from '../kit/card';
import { LazyView } from '../kit/lazy';
import { prose } from '../kit/prose';
import { renderSign } from '../kit/sign';
import { tones } from '../kit/tones';
import { write } from '../links/schema';
import { programsOf, type QuizControl } from './control';
import type { Given, Judged } from './machine';
import { messages } from './messages';

/** The mark of an answer and its reason, with links to step through both programs. */
export class TmJudged extends LitElement {
  static override properties = {
    control: { attribute: false },
    judged: { attribute: false },
    isStepping: { state: true },
  };

  static override styles = [
    base,
    cardStyles,
    css`
      .card {
        margin-block: var(--space-3);
      }

      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2) var(--space-3);
      }

      a {
        color: var(--accent);
      }

      /* The debugger goes by the room that it has. */
      .panel {
        container-type: inline-size;
        margin-block-start: var(--space-3);
      }
    `,
    tones,
  ];

  declare control: QuizControl;
  declare judged: Judged;
  declare isStepping: boolean;

  readonly #steps = new LazyView(
    () => this.control.machine.loadSteps(),
    () => this.requestUpdate(),
  );

  constructor() {
    super();
    this.isStepping = false;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('judged')) this.isStepping = false;
  }

  override updated(changed: Map<string, unknown>): void {
    // The form that had the focus is gone.
    const next = this.renderRoot.querySelector<HTMLElement>('.primary');
    if (changed.has('judged')) next?.focus();
  }

  override render() {
    const { mark, points, same, witness, tried, says } = this.judged;
    const isCounted = points != null;
    const tone = isCounted ? (points > 0 ? 'same' : 'differ') : 'open';
    const gained = isCounted ? ` ${messages.gained(points)}.` : '';
    // The sign shows what the programs do, not the mark.
    const sign = isCounted ? (same ? '=' : '≠') : '!';
    // There is nothing to step through for an answer that does not count.
    const inputs = isCounted ? [tried, witness] : [];
    const differing = inputs.filter((one) => one != null);
    const isSame = JSON.stringify(differing[0]) === JSON.stringify(differing[1]);
    return html`<div class="card ${tone}" data-mark=${mark} role="status">
        <h3>${renderSign(sign)}<span>${messages.marks[mark]}${gained}</span></h3>
        ${says.map((sentence) => html`<p>${prose(sentence)}</p>`)}
      </div>
      ${isCounted ? this.#onwards(isSame ? differing.slice(0, 1) : differing) : nothing}
      ${
        this.isStepping
          ? html`<div class="panel">
              ${this.#steps.show(({ render }) => render())}
            </div>`
          : nothing
      }`;
  }

  #onwards(inputs: readonly Given[]) {
    const { round, at } = this.control.store.state;
    const { quiz, machine } = this.control;
    const { options, arm64 } = quiz;
    const isLast = at + 1 === round?.questions.length;
    const step = (words: Given) => {
      this.isStepping = true;
      this.control.step(words);
    };
    const names = { left: '', right: '' };
    const programs = round && programsOf(quiz, round, at);
    const link = programs && write({ programs, names, options, arm64, receipt: undefined });
    const short = (words: Given) => machine.describe(quiz, words);
    return html`<div class="row">
      <button type="button" class="primary" @click=${() => this.control.next()}>
        ${isLast ? messages.last : messages.next}
      </button>
      ${inputs.map(
        (words) =>
          html`<button type="button" @click=${() => step(words)}>
            ${messages.step(short(words))}
          </button>`,
      )}
      ${link ? html`<a href="./index.html#${link}" target="_blank" rel="noopener">${messages.open}</a>` : nothing}
    </div>`;
  }
}

customElements.define('tm-judged', TmJudged);
