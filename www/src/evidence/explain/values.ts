/** A table of words in all notations, as one of the parts of an explanation has it. */

import { css, html, nothing } from 'lit';
import { columnFormats } from '../../kit/numbers';
import { formatAnyWord, type Word } from '../../kit/words';
import { explain as messages } from './messages';

export interface ValueRow {
  label: string;
  /** A word, or what a branch does. */
  value: Word | string;
}

export const valueStyles = css`
  .scroll {
    overflow-x: auto;
    margin-block-start: var(--space-2);
  }

  table {
    font-size: var(--text-body);
  }

  th,
  td {
    padding: 0.0625rem var(--space-5) 0.0625rem 0;
    text-align: start;
    white-space: nowrap;
  }

  @container (max-width: 30rem) {
    th,
    td {
      padding-inline-end: 0.625rem;
      font-size: var(--text-note);
    }
  }

  thead th {
    font-weight: 400;
    font-size: var(--text-note);
    color: var(--muted);
  }

  td {
    font-family: var(--mono);
  }
`;

/** @param title What the words are of. */
export function renderValues(title: string, rows: readonly ValueRow[]) {
  const hasWords = rows.some(({ value }) => typeof value !== 'string');
  const formats = hasWords ? columnFormats : [];
  return html`<div class="scroll" role="region" tabindex="0" aria-label=${title}>
    <table>
      <caption class="unseen">${title}</caption>
      <thead>
        <tr>
          <th scope="col">${title}</th>
          ${formats.map((format) => html`<th scope="col">${messages.columns[format]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ label, value }) => html`<tr>
            <th scope="row">${label}</th>
            ${
              typeof value === 'string'
                ? html`<td colspan=${formats.length || nothing}>${value}</td>`
                : formats.map((format) => html`<td>${formatAnyWord(value, format)}</td>`)
            }
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
