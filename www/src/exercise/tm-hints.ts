import { css, html, nothing } from 'lit';

import { isSame } from '../engine/sources';
import { base } from '../kit/base';
import { prose } from '../kit/prose';
import { ExerciseComponent } from './component';
import { progressOf, taskOf } from './control';
import type { Hint } from './exercise';
import type { Hinted } from './machine';
import { markdown } from './markdown';
import { messages } from './messages';
import { formStyles, textStyles } from './styles';

/** Maximum number of listed regions of a hint. */
const SHOWN = 5;

/** The author's hints, which the reader opens one by one. */
export class TmHints extends ExerciseComponent {
  static override styles = [
    base,
    textStyles,
    formStyles,
    css`
      ol {
        margin: var(--space-2) 0;
        padding-inline-start: var(--space-5);
      }

      li + li {
        margin-block-start: var(--space-2);
      }

      code {
        overflow-wrap: anywhere;
      }

      del {
        color: var(--differ);
      }

      ins {
        color: var(--same);
      }
    `,
  ];

  override render() {
    const { opened } = progressOf(this.work);
    const { hints } = taskOf(this.work);
    if (hints.length === 0) return nothing;
    const isMore = opened < hints.length;
    const next = hints[opened];
    return html`<section aria-labelledby="title">
      <h2 id="title">${messages.hints}</h2>
      <ol aria-live="polite">
        ${hints.slice(0, opened).map((hint) => html`<li>${this.#hint(hint)}</li>`)}
      </ol>
      ${
        isMore && next
          ? html`<div class="row">
              <button type="button" @click=${() => this.exercise.openHint()}>
                ${messages.openHint(opened + 1, hints.length)}
              </button>
              <span class="help">${messages.kinds[next.kind]}</span>
            </div>`
          : nothing
      }
    </section>`;
  }

  #hint(hint: Hint) {
    if (hint.kind === 'text') return html`<div class="prose">${markdown(hint.text)}</div>`;
    const hinted = this.exercise.machine.hinted(this.app, hint.kind);
    return html`<p class="help">${messages.kinds[hint.kind]}</p>
      ${hinted ? this.#hinted(hinted) : this.#ask()}`;
  }

  /** Hints can be computed once there is a difference. */
  #ask() {
    const comparing = this.exercise.machine.comparing(this.app);
    const { judged, program } = progressOf(this.work);
    const differs =
      comparing !== undefined &&
      judged?.found === 'disequivalent' &&
      isSame(judged.program, comparing.program) &&
      isSame(judged.program, program);
    return differs
      ? html`<button type="button" @click=${() => this.exercise.explain()}>${messages.lookAgain}</button>`
      : html`<p>${messages.needsDifference}</p>`;
  }

  #hinted(hinted: Hinted) {
    if (hinted.state !== 'found') return html`<p>${messages[hinted.state]}</p>`;
    const { says, conditions = [], changes = [] } = hinted;
    const rest = conditions.length - SHOWN;
    return html`${says.map((sentence) => html`<p>${prose(sentence)}</p>`)}
      ${changes.map(
        ({ from, to }) =>
          html`<p><del><code>${from}</code></del> <ins><code>${to}</code></ins></p>`,
      )}
      ${
        conditions.length > 0
          ? html`<ul>
              ${conditions.slice(0, SHOWN).map((condition) => html`<li><code>${condition}</code></li>`)}
              ${rest > 0 ? html`<li>${messages.more(rest)}</li>` : nothing}
            </ul>`
          : nothing
      }`;
  }
}

customElements.define('tm-hints', TmHints);
