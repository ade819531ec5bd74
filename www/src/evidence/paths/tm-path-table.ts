import { css, html, LitElement, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

import { base } from '../../kit/base';
import type { NumberFormat } from '../../kit/numbers';
import { fold, PAGE, renderGap, tableStyles } from '../../kit/table';
import { describeInputs, type Searched } from '../searched';
import { paths as messages } from './messages';
import type { PathTree } from './path-tree';
import { type Listings, type Row, rowsOf } from './rows';

const COLUMNS = Object.keys(messages.columns).length;

/** The tree of paths as a table, for readers who cannot see it or prefer to read. */
export class TmPathTable extends LitElement {
  static override properties = {
    tree: { attribute: false },
    version: { attribute: false },
    search: { attribute: false },
    listings: { attribute: false },
    numbers: {},
    limit: { state: true },
  };

  static override styles = [
    base,
    tableStyles,
    css`
      .scroll {
        max-block-size: clamp(20rem, 62vh, 44rem);
        overflow: auto;
      }

      .agree .kind {
        color: var(--same);
      }

      .differ .kind {
        color: var(--differ);
        font-weight: 600;
      }

      .cut .kind {
        color: var(--open);
      }
    `,
  ];

  declare tree: PathTree;
  declare version: number;
  declare search: Searched;
  declare listings: Listings;
  declare numbers: NumberFormat;
  declare limit: number;
  #rows: readonly Row[] = [];

  constructor() {
    super();
    this.limit = PAGE;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (['tree', 'version', 'listings'].some((name) => changed.has(name as keyof TmPathTable))) {
      this.#rows = rowsOf(this.tree, this.search, this.listings);
    }
  }

  override render() {
    const { head, hidden, tail } = fold(this.#rows, this.limit);
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${messages.table}>
      <table>
        <caption class="unseen">${messages.table}</caption>
        <thead>
          <tr>${Object.values(messages.columns).map((name) => html`<th scope="col">${name}</th>`)}</tr>
        </thead>
        <tbody>
          ${this.#list(head)}
          ${renderGap(hidden, COLUMNS, () => {
            this.limit += PAGE;
          })}
          ${this.#list(tail)}
        </tbody>
      </table>
    </div>`;
  }

  #list(rows: readonly Row[]) {
    return repeat(
      rows,
      ({ node }) => node.id,
      (row) => html`<tr class=${row.kind}>
        <th scope="row">
          <button
            type="button"
            class="link"
            @click=${() => this.dispatchEvent(new CustomEvent('choose-node', { detail: row.node.id }))}
          >
            ${row.node.id}
          </button>
        </th>
        <td>${row.node.parent?.id}</td>
        <td class="kind nowrap">${messages.kinds[row.kind].name}</td>
        <td>${row.program}</td>
        <td><code>${row.address}</code></td>
        <td>${row.line}</td>
        <td class="nowrap"><code>${row.instruction}</code></td>
        <td><code>${row.condition}</code></td>
        <td class="nowrap">${row.inputs ? describeInputs(this.search, row.inputs, this.numbers) : ''}</td>
        <td>${row.runs}</td>
        <td>${row.query}</td>
      </tr>`,
    );
  }
}

customElements.define('tm-path-table', TmPathTable);
