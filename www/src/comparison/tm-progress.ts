import { css, html, nothing } from 'lit';
import type { Z3Status } from '../engine/z3/client';
import { base } from '../kit/base';
import { Component } from '../playground/component';
import { activity, type Comparison } from './comparison';
import { commands, progress as messages } from './messages';

/** The activity and progress of a running comparison. */
export class TmProgress extends Component {
  static override styles = [
    base,
    css`
      :host {
        font-size: var(--text-note);
        line-height: 1.4;
      }

      section {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        align-items: center;
        gap: var(--space-1) var(--space-4);
        padding: var(--space-2) var(--space-3);
        border: 1px solid var(--line);
        border-radius: var(--radius-l);
        background: var(--surface);
      }

      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 0.125rem var(--space-5);
        font-variant-numeric: tabular-nums;
      }

      .doing {
        overflow-wrap: anywhere;
      }

      progress {
        grid-column: 1 / -1;
        inline-size: 100%;
        block-size: 0.375rem;
        margin-block-start: 0.125rem;
        accent-color: var(--accent);
      }
    `,
  ];

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
    const { comparison, isWaiting, z3 } = this.state;
    return html`<section aria-label=${messages.label}>
      <div>
        ${
          isWaiting || !comparison
            ? html`<p class="doing">${messages.waiting}</p>`
            : html`<div class="row">
                  <span>${messages.counts(comparison)}</span>
                  <span class="muted">${messages.seconds(secondsOf(comparison))}</span>
                </div>
                <p class="doing">${doing(comparison, z3)}</p>`
        }
      </div>
      <button type="button" aria-keyshortcuts="Alt+S" @click=${() => this.app.comparison.stop()}>
        ${commands.stop}
      </button>
      ${
        z3.state === 'loading'
          ? html`<progress
              aria-label=${messages.loadingZ3Label}
              max=${z3.total}
              .value=${Math.min(z3.received, z3.total)}
            ></progress>`
          : nothing
      }
    </section>`;
  }
}

const secondsOf = ({ began }: Comparison) => Math.floor((performance.now() - began) / 1000);

function doing(comparison: Comparison, z3: Z3Status): string {
  if (z3.state === 'loading') return messages.loadingZ3(z3.received, z3.total);
  if (z3.state === 'starting') return messages.startingZ3;
  if (comparison.runs.length === 0) {
    const { strategy } = comparison.request.options;
    const sweeps = strategy === 'product' && comparison.swept === undefined;
    return sweeps ? messages.sweeping : messages.starting;
  }
  const now = activity(comparison);
  switch (now.doing) {
    case 'solving':
      return messages.solving(now.query);
    case 'shrinking':
      return messages.shrinking;
    case 'proving':
      return messages.proving;
    case 'running':
      return messages.running;
    default:
      return now satisfies never;
  }
}

customElements.define('tm-progress', TmProgress);
