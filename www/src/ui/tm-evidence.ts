import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import type { Comparison } from '../comparison';
import { debugging, map, evidence as words } from '../messages';
import { type NumberFormat, numberFormats } from '../numbers';
import { type EvidenceTab, Watch } from '../store';
import { base } from './base';
import { LazyView } from './lazy';
import { renderTabs, tabStyles } from './tabs';
import './tm-queries';
import './tm-runs';

/** What the verdict rests on, and what shows it: lists, pictures, and what the engine saw. */
export class TmEvidence extends LitElement {
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

      .hint {
        padding: 0.5rem 0.75rem;
      }

      @media (pointer: fine) {
        select {
          min-height: 1.75rem;
          padding-block: 0;
        }
      }
    `,
  ];

  readonly #debugger = new LazyView(
    () => import('./tm-debugger'),
    () => this.requestUpdate(),
  );
  readonly #map = new LazyView(
    () => import('./tm-map'),
    () => this.requestUpdate(),
  );
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
    (state) => [state.comparison, state.numbers, state.evidence] as const,
  );

  override render() {
    const [comparison, numbers, wanted] = this.#seen.value;
    const tabs: { id: EvidenceTab; label: string }[] = [
      ...(comparison
        ? [
            { id: 'runs' as const, label: words.runs(comparison.runs.length) },
            { id: 'queries' as const, label: words.queries(comparison.queries.length) },
            { id: 'paths' as const, label: words.paths },
            { id: 'compiler' as const, label: words.compiler },
          ]
        : []),
      { id: 'debugger', label: debugging.tab },
      { id: 'map', label: map.tab },
    ];
    // Before there is a comparison nothing is shown that was not asked for.
    const tab = tabs.find(({ id }) => id === wanted)?.id;
    return html`<section class="panel" aria-label=${words.label}>
      <div class="head">
        ${renderTabs(tabs, tab ?? '', words.label, 'panel', (id) => app.showEvidence(id as EvidenceTab))}
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
      <div id="panel" role="tabpanel" aria-labelledby=${tab ? `tab-${tab}` : nothing}>
        ${tab ? this.#panel(tab, comparison, numbers) : html`<p class="hint muted">${words.hint}</p>`}
      </div>
    </section>`;
  }

  #panel(tab: EvidenceTab, comparison: Comparison | undefined, numbers: NumberFormat) {
    switch (tab) {
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
      case 'debugger':
        return this.#debugger.show(() => html`<tm-debugger .numbers=${numbers}></tm-debugger>`);
      case 'map':
        return this.#map.show(() => html`<tm-map .numbers=${numbers}></tm-map>`);
      default:
        return tab satisfies never;
    }
  }
}

const choose = (event: Event) =>
  app.setNumbers((event.target as HTMLSelectElement).value as NumberFormat);

customElements.define('tm-evidence', TmEvidence);
