import { css, html, nothing } from 'lit';
import type { Z3Lack } from '../engine/z3/protocol';
import { base } from '../kit/base';
import { prose } from '../kit/prose';
import { Component } from '../playground/component';
import type { Comparison } from './comparison';
import { missingZ3 as messages } from './messages';
import { optionRanges } from './options';

/** The factor by which the offer raises the built-in solver's effort. */
const MORE = 10;

/** Reports that z3 is missing where that weakens a verdict, and what helps. */
export class TmMissingZ3 extends Component {
  static override styles = [
    base,
    css`
      .panel {
        padding: var(--space-3) 1.25rem;
        border-inline-start: 6px solid var(--open);
      }

      p {
        max-inline-size: 90ch;
      }

      ul {
        list-style: disc;
        padding-inline-start: 1.25rem;
        margin-block-end: var(--space-2);
      }
    `,
  ];

  override render() {
    const { comparison, z3 } = this.state;
    const undecided = undecidedIn(comparison);
    // The status element exists from the start, so that a screen reader announces its content.
    return html`<div role="status">
      ${
        comparison && undecided > 0 && z3.state === 'unavailable'
          ? this.#offer(comparison, undecided, z3.lack)
          : nothing
      }
    </div>`;
  }

  #offer({ request }: Comparison, undecided: number, lack: Z3Lack) {
    const { solver } = request.options;
    return html`<section class="panel" aria-label=${messages.label}>
    <p>${messages.why(undecided, lack)}</p>
    <p>${messages.intro}</p>
    <ul>
      <li>${lack === 'download' ? messages.online : messages.browser}</li>
      <li>${prose(messages.commandLine)}</li>
    </ul>
    ${solver === 'z3' ? this.#offerBuiltIn() : this.#offerMore(request.options.effort)}
  </section>`;
  }

  #offerBuiltIn() {
    const accept = () => {
      this.app.options.set('solver', 'portfolio');
      this.app.comparison.compare();
    };
    return html`<button type="button" @click=${accept}>${messages.builtIn}</button>`;
  }

  #offerMore(effort: number) {
    const range = optionRanges.effort;
    const more = Math.min(MORE * effort, range === 'word' ? 0 : range.max);
    if (more <= effort) return nothing;
    const accept = () => {
      this.app.options.set('effort', String(more));
      this.app.comparison.compare();
    };
    return html`<button type="button" @click=${accept}>${messages.raise(more)}</button>`;
  }
}

/** Number of undecided queries that weakened the verdict. */
function undecidedIn(comparison: Comparison | undefined): number {
  if (comparison?.status.state !== 'finished') return 0;
  const { verdict, reason } = comparison.status.report;
  return verdict === 'possibly-equivalent' ? reason.cuts.unknown : 0;
}

customElements.define('tm-missing-z3', TmMissingZ3);
