import { css, html, nothing } from 'lit';

import { parts as messages } from './messages';

/** Initial number of rows of a long table, and number added each time. */
export const PAGE = 100;

/** The last rows are always shown: a difference is found in the last run. */
const TAIL = 5;

/** Splits a long list into its head, its tail, and the number of rows between. */
export function fold<T>(rows: readonly T[], limit: number) {
  if (rows.length <= limit + TAIL) return { head: rows, hidden: 0, tail: [] };
  return {
    head: rows.slice(0, limit),
    hidden: rows.length - limit - TAIL,
    tail: rows.slice(-TAIL),
  };
}

export function renderGap(hidden: number, columns: number, show: () => void) {
  if (hidden === 0) return nothing;
  return html`<tr class="gap">
    <td colspan=${columns}>
      <button type="button" class="link" @click=${show}>
        ${messages.showMore(Math.min(PAGE, hidden))}
      </button>
      <span class="muted">(${messages.hidden(hidden)})</span>
    </td>
  </tr>`;
}

/** The number of a row, as the button that opens its details. */
export function renderOpener(number: number, label: string, isOpen: boolean, toggle: () => void) {
  return html`<button
    type="button"
    class="opener"
    aria-expanded=${isOpen}
    aria-label=${label}
    @click=${toggle}
  >
    ${number}
  </button>`;
}

export const tableStyles = css`
  .scroll {
    /* Holds the unseen texts, which would widen the page otherwise. */
    position: relative;
    overflow-x: auto;
    container-type: inline-size;
  }

  table {
    inline-size: 100%;
    font-size: var(--text-body);
  }

  th,
  td {
    padding: var(--space-1) var(--space-3);
    vertical-align: baseline;
    border-block-end: 1px solid var(--line);
  }

  caption:not(.unseen) {
    padding: var(--space-2) var(--space-3);
    color: var(--muted);
    font-size: var(--text-note);
    text-align: start;
  }

  thead th {
    color: var(--muted);
    font-size: var(--text-note);
    white-space: nowrap;
    background: var(--sunken);
  }

  th.number,
  td.number {
    text-align: end;
  }

  td.number {
    font-family: var(--mono);
    white-space: nowrap;
  }

  .nowrap {
    white-space: nowrap;
  }

  code {
    overflow-wrap: anywhere;
  }

  .opener {
    min-height: 1.75rem;
    padding: 0 var(--space-2) 0 var(--space-1);
    border-color: transparent;
    background: none;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }

  .opener::before {
    content: '▸';
    display: inline-block;
    inline-size: 1.125em;
    color: var(--accent);
  }

  .opener[aria-expanded='true']::before {
    content: '▾';
  }

  tr.open > * {
    border-block-end-color: transparent;
    background: var(--accent-wash);
  }

  tr.detail > td {
    padding: 0;
    background: var(--sunken);
  }

  /* As wide as what is seen of the table, wherever it is scrolled to. */
  tr.detail > td > * {
    position: sticky;
    inset-inline-start: 0;
    inline-size: 100cqi;
  }

  .empty {
    padding: var(--space-3);
  }
`;
