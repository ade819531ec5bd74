import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import type { Comparison } from '../comparison';
import { evidence as words } from '../messages';
import { type NumberFormat, numberFormats } from '../numbers';
import { Watch } from '../store';
import { base } from './base';
import { LazyView } from './lazy';
import { renderTabs, tabStyles } from './tabs';
import './tm-queries';
import './tm-runs';

/** What the verdict rests on: the runs and the queries, as lists, as a tree, and as the engine saw them. */
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
        flex: 1 1 auto;
        min-inline-size: 0;
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

      .wait {
        padding: 0.75rem;
      }

      select {
        min-height: 1.75rem;
        padding-block: 0;
      }
    `,
  ];

  declare tab: 'runs' | 'queries' | 'paths' | 'compiler';

  readonly #paths = new LazyView(
    () => import('./tm-path-tree'),
    () => this.requestUpdate(),
  );
  readonly #compiler = new LazyView(
    () => import('./tm-compiler'),
    () => this.requestUpdate(),
  );

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
      { id: 'paths', label: words.paths },
      { id: 'compiler', label: words.compiler },
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
        ${this.#panel(comparison, numbers)}
      </div>
    </section>`;
  }

  #panel(comparison: Comparison, numbers: NumberFormat) {
    switch (this.tab) {
      case 'runs':
        return html`<tm-runs .comparison=${comparison} .numbers=${numbers}></tm-runs>`;
      case 'queries':
        return html`<tm-queries .comparison=${comparison} .numbers=${numbers}></tm-queries>`;
      case 'paths':
        return this.#paths.show(
          () => html`<tm-path-tree .comparison=${comparison} .numbers=${numbers}></tm-path-tree>`,
        );
      case 'compiler':
        return this.#compiler.show(
          () => html`<tm-compiler .comparison=${comparison} .numbers=${numbers}></tm-compiler>`,
        );
      default:
        return this.tab satisfies never;
    }
  }
}

const choose = (event: Event) =>
  app.setNumbers((event.target as HTMLSelectElement).value as NumberFormat);

customElements.define('tm-evidence', TmEvidence);
