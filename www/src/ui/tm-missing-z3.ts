import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import type { Comparison } from '../comparison';
import { missingZ3 as words } from '../messages';
import { optionRanges } from '../options';
import { Watch } from '../store';
import type { Z3Lack } from '../z3/protocol';
import { base } from './base';
import { prose } from './prose';

/** How many times as much the offer allows the built-in solver. */
const MORE = 10;

/** Says that z3 is missing, where a verdict is weaker for it, and what helps. */
export class TmMissingZ3 extends LitElement {
  static override styles = [
    base,
    css`
      .panel {
        padding: 0.75rem 1.25rem;
        border-inline-start: 6px solid var(--open);
      }

      p {
        max-inline-size: 90ch;
      }

      ul {
        list-style: disc;
        padding-inline-start: 1.25rem;
        margin-block-end: 0.5rem;
      }
    `,
  ];

  readonly #seen = new Watch(this, app.store, (state) => [state.comparison, state.z3] as const);

  override render() {
    const [comparison, z3] = this.#seen.value;
    const undecided = undecidedIn(comparison);
    // The status is there from the start, so that a screen reader notices what comes into it.
    return html`<div role="status">
      ${
        comparison && undecided > 0 && z3.state === 'unavailable'
          ? render(comparison, undecided, z3.lack)
          : nothing
      }
    </div>`;
  }
}

/** How many queries made the verdict weaker by staying undecided. */
function undecidedIn(comparison: Comparison | undefined): number {
  if (comparison?.status.state !== 'finished') return 0;
  const { verdict, reason } = comparison.status.report;
  return verdict === 'possibly-equivalent' ? reason.cuts.unknown : 0;
}

function render({ request }: Comparison, undecided: number, lack: Z3Lack) {
  const { solver } = request.options;
  return html`<section class="panel" aria-label=${words.label}>
    <p>${words.why(undecided, lack)}</p>
    <p>${words.intro}</p>
    <ul>
      <li>${lack === 'download' ? words.online : words.browser}</li>
      <li>${prose(words.commandLine)}</li>
    </ul>
    ${solver === 'z3' ? offerBuiltIn() : offerMore(request.options.conflicts)}
  </section>`;
}

function offerBuiltIn() {
  const accept = () => {
    app.setOption('solver', 'portfolio');
    app.compare();
  };
  return html`<button type="button" @click=${accept}>${words.builtIn}</button>`;
}

function offerMore(conflicts: number) {
  const range = optionRanges.conflicts;
  const more = Math.min(MORE * conflicts, range === 'word' ? 0 : range.max);
  if (more <= conflicts) return nothing;
  const accept = () => {
    app.setOption('conflicts', String(more));
    app.compare();
  };
  return html`<button type="button" @click=${accept}>${words.raise(more)}</button>`;
}

customElements.define('tm-missing-z3', TmMissingZ3);
