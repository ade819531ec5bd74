import { css, html, nothing } from 'lit';

import { isSame } from '../engine/sources';
import type { Explaining } from '../evidence/explain/explaining';
import { found } from '../evidence/explain/explaining';
import { changesOf } from '../evidence/explain/messages';
import { base } from '../kit/base';
import { prose } from '../kit/prose';
import { ExerciseComponent } from './component';
import { progressOf, taskOf } from './control';
import type { Hint } from './exercise';
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
    const { explaining, comparison } = this.state;
    const isOf = explaining !== undefined && explaining.comparison === comparison?.began;
    const kind = html`<p class="help">${messages.kinds[hint.kind]}</p>`;
    if (!isOf) return html`${kind}${this.#ask()}`;
    return html`${kind}${this.#found(hint.kind, explaining)}`;
  }

  /** Hints can be computed once there is a difference. */
  #ask() {
    const { comparison } = this.state;
    const { judged, program } = progressOf(this.work);
    const differs =
      comparison !== undefined &&
      judged?.found === 'disequivalent' &&
      isSame(judged.program, comparison.request.right) &&
      isSame(judged.program, program);
    return differs
      ? html`<button type="button" @click=${() => this.exercise.explain()}>${messages.lookAgain}</button>`
      : html`<p>${messages.needsDifference}</p>`;
  }

  #found(kind: 'regions' | 'cause' | 'mend', explaining: Explaining) {
    const part = explaining[kind];
    if (part.state === 'waiting' || part.state === 'running')
      return html`<p>${messages.looking}</p>`;
    if (part.state !== 'ended') return html`<p>${messages.lost}</p>`;
    switch (kind) {
      case 'cause':
        return html`<p>${prose(found(explaining, 'cause')?.says ?? '')}</p>`;
      case 'mend': {
        const view = found(explaining, 'mend');
        return html`<p>${prose(view?.says ?? '')}</p>
          ${(view?.report ? changesOf(view.report) : []).map(
            ({ from, to }) =>
              html`<p><del><code>${from}</code></del> <ins><code>${to}</code></ins></p>`,
          )}`;
      }
      case 'regions': {
        const view = found(explaining, 'regions');
        const regions = view?.report.regions ?? [];
        return html`<p>${view?.says}</p>
          <ul>
            ${regions.slice(0, SHOWN).map(({ condition }) => html`<li><code>${condition}</code></li>`)}
            ${regions.length > SHOWN ? html`<li>${messages.more(regions.length - SHOWN)}</li>` : nothing}
          </ul>`;
      }
      default:
        return kind satisfies never;
    }
  }
}

customElements.define('tm-hints', TmHints);
