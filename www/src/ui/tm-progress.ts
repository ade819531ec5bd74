import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { activity, type Comparison } from '../comparison';
import { progress as words } from '../messages';
import { Watch } from '../store';
import type { Z3Status } from '../z3/client';
import { base } from './base';

/** What a running comparison does, and how far it has got. */
export class TmProgress extends LitElement {
  static override styles = [
    base,
    css`
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 0.125rem 1.5rem;
        font-variant-numeric: tabular-nums;
      }

      .doing {
        overflow-wrap: anywhere;
      }

      progress {
        inline-size: 100%;
        block-size: 0.5rem;
        margin-block-start: 0.375rem;
        accent-color: var(--accent);
      }
    `,
  ];

  readonly #seen = new Watch(this, app.store, (state) => [state.comparison, state.z3] as const);
  #clock: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#clock = setInterval(() => this.requestUpdate(), 500);
  }

  override disconnectedCallback(): void {
    clearInterval(this.#clock);
    super.disconnectedCallback();
  }

  override render() {
    const [comparison, z3] = this.#seen.value;
    if (!comparison) return nothing;
    const seconds = Math.floor((performance.now() - comparison.began) / 1000);
    return html`<section aria-label=${words.label}>
      <div class="row">
        <span>${words.counts(comparison)}</span>
        <span class="muted">${words.seconds(seconds)}</span>
      </div>
      <p class="doing">${doing(comparison, z3)}</p>
      ${
        z3.state === 'loading'
          ? html`<progress
              aria-label=${words.loadingZ3Label}
              max=${z3.total}
              .value=${Math.min(z3.received, z3.total)}
            ></progress>`
          : nothing
      }
    </section>`;
  }
}

function doing(comparison: Comparison, z3: Z3Status): string {
  if (z3.state === 'loading') return words.loadingZ3(z3.received, z3.total);
  if (z3.state === 'starting') return words.startingZ3;
  if (comparison.runs.length === 0) {
    const { strategy } = comparison.request.options;
    const sweeps = strategy === 'product' && comparison.swept === undefined;
    return sweeps ? words.sweeping : words.starting;
  }
  const now = activity(comparison);
  switch (now.doing) {
    case 'solving':
      return words.solving(now.query);
    case 'shrinking':
      return words.shrinking;
    case 'running':
      return words.running;
    default:
      return now satisfies never;
  }
}

customElements.define('tm-progress', TmProgress);
