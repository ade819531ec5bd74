import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

import type { NumberFormat } from '../kit/numbers';
import { number } from '../kit/phrases';
import { fold, PAGE, renderGap, renderOpener } from '../kit/table';
import type { Searched } from './searched';

/** The appearance of a list of events. */
interface Look<Row> {
  caption: string;
  /** The text shown without rows. */
  none: string;
  /** The column headings; the first is that of the rows' numbers. */
  heads: readonly TemplateResult[];
  classOf(row: Row): string;
  /** The accessible name of the button that opens a row. */
  details(row: Row): string;
  /** The cells after the number. */
  cells(row: Row): unknown;
  /** The content of an opened row. */
  detail(row: Row, search: Searched): TemplateResult;
}

/** On a narrow page each row is a block in which a cell begins with the name of its column. */
export const stackedStyles = css`
  @container (max-width: 27rem) {
    table,
    caption,
    tbody,
    tr.detail,
    tr.detail > td,
    tr.gap {
      display: block;
    }

    thead {
      display: none;
    }

    tr:not(.detail, .gap) {
      display: grid;
      grid-template-columns: auto repeat(2, minmax(0, 1fr));
      gap: var(--space-1) var(--space-3);
      padding: var(--space-2) var(--space-3);
      border-block-end: 1px solid var(--line);
    }

    tr:not(.detail, .gap) > :is(th, td) {
      min-inline-size: 0;
      padding: 0;
      border: none;
      text-align: start;
      white-space: normal;
      overflow-wrap: anywhere;
    }

    tr:not(.detail, .gap) > th {
      grid-row: span 3;
    }

    tr:not(.detail, .gap) > td.whole {
      grid-column: 2 / -1;
    }

    td::before {
      content: attr(data-label);
      display: block;
      color: var(--muted);
      font-family: var(--sans);
      font-size: var(--text-note);
      font-weight: 400;
    }

    tr.open {
      background: var(--accent-wash);
    }
  }
`;

/** A list of a comparison's events with expandable rows, folded if it is long. */
export class EvidenceList extends LitElement {
  static override properties = {
    search: { attribute: false },
    numbers: {},
    open: { state: true },
    limit: { state: true },
  };

  declare search: Searched | undefined;
  declare numbers: NumberFormat;
  /** The numbers of the rows that are open. */
  declare open: ReadonlySet<number>;
  /** Number of rows shown before the gap. */
  declare limit: number;

  constructor() {
    super();
    this.search = undefined;
    this.numbers = 'plain';
    this.open = new Set();
    this.limit = PAGE;
  }

  /** Another comparison begins with all rows closed. */
  override willUpdate(changed: Map<string, unknown>): void {
    const before = changed.get('search') as Searched | undefined;
    if (before && before.began !== this.search?.began) {
      this.open = new Set();
      this.limit = PAGE;
    }
  }

  /** Names each cell after its column, for {@link stackedStyles}. */
  override updated(): void {
    const heads = [...this.renderRoot.querySelectorAll('thead th')].map((head) =>
      head.textContent.trim(),
    );
    for (const row of this.renderRoot.querySelectorAll('tbody tr:not(.detail, .gap)')) {
      [...row.children].forEach((cell, at) => {
        if (at > 0) cell.setAttribute('data-label', heads[at] ?? '');
      });
    }
  }

  protected get strategy() {
    return this.search?.strategy ?? 'product';
  }

  protected toggle(number: number): void {
    const open = new Set(this.open);
    if (!open.delete(number)) open.add(number);
    this.open = open;
  }

  protected table<Row extends { number: number }>(
    rows: readonly Row[],
    look: Look<Row>,
  ): TemplateResult {
    if (rows.length === 0) return html`<p class="empty muted">${look.none}</p>`;
    const { leftOut } = this.search ?? {};
    const { head, hidden, tail } = fold(rows, this.limit);
    const list = (some: readonly Row[]) =>
      repeat(
        some,
        ({ number }) => number,
        (row) => this.#row(row, look),
      );
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${look.caption}>
      <table role="table">
        <caption>${look.caption} (${number(rows.length)})</caption>
        <thead role="rowgroup">
          <tr role="row">
            ${look.heads}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${list(head)}
          ${renderGap(hidden, look.heads.length, () => {
            this.limit += PAGE;
          })}
          ${list(tail)}
        </tbody>
      </table>
      ${leftOut ? html`<p class="empty muted">${leftOut}</p>` : nothing}
    </div>`;
  }

  #row<Row extends { number: number }>(row: Row, look: Look<Row>) {
    const isOpen = this.open.has(row.number);
    return html`<tr role="row" class="${look.classOf(row)} ${isOpen ? 'open' : ''}">
        <th scope="row" role="rowheader">
          ${renderOpener(row.number, look.details(row), isOpen, () => this.toggle(row.number))}
        </th>
        ${look.cells(row)}
      </tr>
      ${
        isOpen && this.search
          ? html`<tr role="row" class="detail">
              <td role="cell" colspan=${look.heads.length}>${look.detail(row, this.search)}</td>
            </tr>`
          : nothing
      }`;
  }
}
