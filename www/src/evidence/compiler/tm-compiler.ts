import { css, html, LitElement } from 'lit';
import { type Comparison, numbered } from '../../comparison/comparison';
import { base } from '../../kit/base';
import type { NumberFormat } from '../../kit/numbers';
import { renderTabs, tabStyles } from '../../kit/tabs';
import { sides } from '../../programs/control';
import type { Searched } from '../searched';
import { compiled as messages } from './messages';
import './tm-listing';
import './tm-passes';
import '../queries/tm-query-text';

/** What the compiler sees: the programs' words, a trace pass by pass, a query's text. */
export class TmCompiler extends LitElement {
  static override properties = {
    comparison: { attribute: false },
    search: { attribute: false },
    numbers: {},
    tab: { state: true },
    query: { state: true },
  };

  static override styles = [
    base,
    tabStyles,
    css`
      .tabs {
        padding-inline: var(--space-2);
      }

      #panel {
        padding: var(--space-3);
      }

      .listings {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr));
        gap: 0.875rem;
      }

      .intro {
        max-inline-size: 75ch;
        font-size: var(--text-body);
        margin-block-end: 0.625rem;
      }

      .which {
        display: flex;
        align-items: center;
        gap: var(--space-2);
        margin-block-end: 0.625rem;
        font-size: var(--text-body);
      }

      input {
        inline-size: 6rem;
        min-height: 1.875rem;
        padding-block: 0;
      }
    `,
  ];

  /** The comparison of MIPS programs, whose traces have passes. */
  declare comparison: Comparison | undefined;
  declare search: Searched;
  declare numbers: NumberFormat;
  declare tab: string;
  /** The number of the query whose text is shown. */
  declare query: number;
  #began: number | undefined;

  constructor() {
    super();
    this.tab = 'listing';
    this.query = 1;
    this.comparison = undefined;
  }

  override willUpdate(): void {
    if (this.#began === this.search.began) return;
    this.#began = this.search.began;
    this.query = 1;
  }

  override render() {
    const ids = ['listing', ...(this.comparison ? ['passes' as const] : []), 'query'] as const;
    const tabs = ids.map((id) => ({ id, label: messages[id] }));
    return html`${renderTabs(tabs, this.tab, messages.tabs, 'panel', (id) => {
      this.tab = id;
    })}
      <div id="panel" role="tabpanel" aria-labelledby="tab-${this.tab}">${this.#panel()}</div>`;
  }

  #panel() {
    const { comparison, search, numbers } = this;
    switch (this.tab) {
      case 'listing':
        return html`<p class="intro">${messages.listingIntro(comparison !== undefined)}</p>
          <div class="listings">
            ${sides.map(
              (side) =>
                html`<tm-listing .side=${side} .sources=${search.programs[side]}></tm-listing>`,
            )}
          </div>`;
      case 'passes':
        return html`<tm-passes .comparison=${comparison} .numbers=${numbers}></tm-passes>`;
      default:
        return this.#queryText();
    }
  }

  #queryText() {
    const { queries } = this.search;
    const query = numbered(queries, this.query);
    if (!query) return html`<p class="muted">${messages.noQueries}</p>`;
    return html`<div class="which">
        <label for="query">${messages.whichQuery}</label>
        <input
          id="query"
          type="number"
          min="1"
          max=${queries.length}
          .value=${String(this.query)}
          @change=${(event: Event) => {
            const input = event.target as HTMLInputElement;
            if (numbered(queries, input.valueAsNumber)) this.query = input.valueAsNumber;
            else input.value = String(this.query);
          }}
        />
        <span class="muted">${messages.of(queries.length)}</span>
      </div>
      <tm-query-text .search=${this.search} .query=${query} .numbers=${this.numbers}></tm-query-text>`;
  }
}

customElements.define('tm-compiler', TmCompiler);
