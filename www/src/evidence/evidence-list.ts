import { html, LitElement, nothing, type TemplateResult } from 'lit';
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
      <table>
        <caption>${look.caption} (${number(rows.length)})</caption>
        <thead>
          <tr>
            ${look.heads}
          </tr>
        </thead>
        <tbody>
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
    return html`<tr class="${look.classOf(row)} ${isOpen ? 'open' : ''}">
        <th scope="row">
          ${renderOpener(row.number, look.details(row), isOpen, () => this.toggle(row.number))}
        </th>
        ${look.cells(row)}
      </tr>
      ${
        isOpen && this.search
          ? html`<tr class="detail">
              <td colspan=${look.heads.length}>${look.detail(row, this.search)}</td>
            </tr>`
          : nothing
      }`;
  }
}
