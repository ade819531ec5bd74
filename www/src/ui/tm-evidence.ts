import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { evidence as words } from '../messages';
import { type NumberFormat, numberFormats } from '../numbers';
import { Watch } from '../store';
import { base } from './base';
import { renderTabs, tabStyles } from './tabs';
import './tm-queries';
import './tm-runs';

/** What the verdict rests on: the runs and the queries. */
export class TmEvidence extends LitElement {
  static override properties = { tab: { state: true } };

  static override styles = [
    base,
    tabStyles,
    css`
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 0 1rem;
        border-block-end: 1px solid var(--line);
        padding-inline: 0.5rem;
      }

      .tabs {
        flex: 1 0 auto;
        border: none;
        padding-block-start: 0.25rem;
      }

      .numbers {
        display: flex;
        align-items: center;
        gap: 0.5rem;
        padding-block: 0.25rem;
        font-size: 0.875rem;
      }

      select {
        min-height: 1.75rem;
        padding-block: 0;
      }
    `,
  ];

  declare tab: 'runs' | 'queries';

  readonly #seen = new Watch(
    this,
    app.store,
    (state) => [state.comparison, state.numbers] as const,
  );

  constructor() {
    super();
    this.tab = 'runs';
  }

  override render() {
    const [comparison, numbers] = this.#seen.value;
    if (!comparison) return nothing;
    const tabs = [
      { id: 'runs', label: words.runs(comparison.runs.length) },
      { id: 'queries', label: words.queries(comparison.queries.length) },
    ];
    return html`<section class="panel" aria-label=${words.label}>
      <div class="head">
        ${renderTabs(tabs, this.tab, words.label, 'panel', (id) => {
          this.tab = id as typeof this.tab;
        })}
        <label class="numbers">
          ${words.numbers}
          <select @change=${choose}>
            ${numberFormats.map(
              (format) =>
                html`<option value=${format} ?selected=${format === numbers}>
                  ${words.formats[format]}
                </option>`,
            )}
          </select>
        </label>
      </div>
      <div id="panel" role="tabpanel" aria-labelledby="tab-${this.tab}">
        ${
          this.tab === 'runs'
            ? html`<tm-runs .comparison=${comparison} .numbers=${numbers}></tm-runs>`
            : html`<tm-queries .comparison=${comparison} .numbers=${numbers}></tm-queries>`
        }
      </div>
    </section>`;
  }
}

const choose = (event: Event) =>
  app.setNumbers((event.target as HTMLSelectElement).value as NumberFormat);

customElements.define('tm-evidence', TmEvidence);
