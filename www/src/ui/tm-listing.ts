import { css, html, LitElement, nothing, type PropertyValues } from 'lit';

import { app } from '../app';
import { type Column, csv } from '../csv';
import { csvFile, download } from '../download';
import type { ListingRow, Side } from '../engine/types';
import { detail } from '../messages';
import { compiled as words } from '../messages/compiled';
import { formatAddress, formatWord } from '../numbers';
import { lineStart, sourceLines } from '../source';
import { base } from './base';
import { tableStyles } from './table';

interface Row extends ListingRow {
  /** The source line, at the first of the words that come from it. */
  source: string | undefined;
}

const columns: readonly Column<Row>[] = [
  ['address', (row) => formatAddress(row.address)],
  ['word', (row) => (row.word === undefined ? undefined : formatWord(row.word, 'hex'))],
  ['labels', (row) => row.labels.join(' ')],
  ['instruction', (row) => row.text],
  ['expanded', (row) => (row.expanded ? 'yes' : 'no')],
  ['line', (row) => row.line],
  ['source', (row) => row.source],
];

/** A program's words, each with its address, its labels and the line that it comes from. */
export class TmListing extends LitElement {
  static override properties = {
    side: {},
    text: {},
    rows: { state: true },
    failure: { state: true },
  };

  static override styles = [
    base,
    tableStyles,
    css`
      :host {
        min-inline-size: 0;
      }

      .head {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        gap: 0.5rem;
        margin-block-end: 0.375rem;
      }

      .head button {
        min-height: 1.875rem;
        padding-block: 0;
        font-size: 0.875rem;
      }

      .scroll {
        max-block-size: min(60vh, 40rem);
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: 4px;
        background: var(--surface);
      }

      thead th {
        position: sticky;
        inset-block-start: 0;
      }

      th,
      td {
        padding: 0.0625rem 0.625rem;
        border-block-end: none;
        white-space: pre;
      }

      td {
        font-family: var(--mono);
        font-size: 0.8125rem;
        line-height: 1.7;
      }

      tr.begins td {
        border-block-start: 1px solid var(--line);
      }

      .word,
      .source {
        color: var(--muted);
      }

      .label {
        color: var(--code-label);
      }

      .put-in {
        background: var(--accent-wash);
      }

      .mark {
        color: var(--accent);
        font-weight: 700;
      }

      td button.link {
        font-family: var(--sans);
        min-height: 0;
        white-space: normal;
      }
    `,
  ];

  declare side: Side;
  declare text: string;
  declare rows: readonly Row[] | undefined;
  declare failure: string | undefined;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('text')) this.#load();
  }

  override render() {
    const { rows, side } = this;
    return html`<div class="head">
        <h3>${words.title(side)}</h3>
        ${
          rows
            ? html`<button type="button" @click=${() => download(words.listingFile(side), csvFile(csv(columns, rows)))}>
                ${words.saveCsv}
              </button>`
            : nothing
        }
      </div>
      ${this.failure === undefined ? nothing : html`<p>${detail.failed(this.failure)}</p>`}
      ${rows ? this.#table(rows) : html`<p class="muted">${detail.loading}</p>`}`;
  }

  #table(rows: readonly Row[]) {
    const { address, word, label, instruction, line, source } = words.columns;
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${words.listingLabel(this.side)}>
      <table>
        <caption class="unseen">${words.listingLabel(this.side)}</caption>
        <thead>
          <tr>
            ${[address, word, label, instruction, line, source].map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (
              row,
            ) => html`<tr class="${row.source === undefined ? '' : 'begins'} ${row.expanded ? 'put-in' : ''}">
              <td>${formatAddress(row.address)}</td>
              <td class="word">${row.word === undefined ? nothing : formatWord(row.word, 'hex')}</td>
              <td class="label">${row.labels.join(' ')}</td>
              <td>${row.text}${
                row.expanded
                  ? html` <span class="mark" title=${words.expanded} aria-hidden="true">+</span
                      ><span class="unseen">(${words.expanded})</span>`
                  : nothing
              }</td>
              <td>${this.#line(row)}</td>
              <td class="source">${row.source}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #line({ line, source }: Row) {
    if (line === undefined || source === undefined) return nothing;
    return html`<button
      type="button"
      class="link"
      aria-label=${words.goToLine(line, this.side)}
      @click=${() => app.focusAt(this.side, lineStart(this.text, line))}
    >
      ${line}
    </button>`;
  }

  async #load(): Promise<void> {
    const { text } = this;
    this.rows = undefined;
    this.failure = undefined;
    try {
      const listing = await app.listing(text);
      // Another program may have come in the meantime.
      if (text === this.text) this.rows = withSource(listing, sourceLines(text));
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }
}

function withSource(listing: readonly ListingRow[], lines: readonly string[]): Row[] {
  return listing.map((row, index) => {
    const begins = row.line !== undefined && row.line !== listing[index - 1]?.line;
    return { ...row, source: begins ? lines[(row.line ?? 0) - 1]?.trim() : undefined };
  });
}

customElements.define('tm-listing', TmListing);
