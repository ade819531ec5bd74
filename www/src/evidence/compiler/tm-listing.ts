import { Task } from '@lit/task';
import { css, html, nothing } from 'lit';
import type { Sources } from '../../engine/sources';
import type { ListingRow, Side } from '../../engine/types';
import { base } from '../../kit/base';
import { type Column, csv } from '../../kit/csv';
import { csvFile, download } from '../../kit/download';
import { loaded } from '../../kit/loaded';
import { parts } from '../../kit/messages';
import { formatAddress, formatWord } from '../../kit/numbers';
import { tableStyles } from '../../kit/table';
import { Component } from '../../playground/component';
import { lineStart, sourceLines } from '../../programs/source';
import { compiled as messages } from './messages';

interface Row extends ListingRow {
  /** The source line, at the first of its words. */
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

/** A program's words, each with its address, its labels and its source line. */
export class TmListing extends Component {
  static override properties = {
    side: {},
    sources: { attribute: false },
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
        gap: var(--space-2);
        margin-block-end: 0.375rem;
      }

      .head button {
        min-height: 1.875rem;
        padding-block: 0;
        font-size: var(--text-note);
      }

      .scroll {
        max-block-size: min(60vh, 40rem);
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: var(--radius-m);
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
        font-size: var(--text-note);
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
  declare sources: Sources;
  readonly #rows = new Task(this, {
    args: () => [this.sources] as const,
    task: async ([sources]) => withSource(await this.app.programs.listing(sources), sources),
  });

  override render() {
    const { side } = this;
    const { value: rows, failure } = loaded(this.#rows);
    return html`<div class="head">
        <h3>${messages.title(side)}</h3>
        ${
          rows
            ? html`<button type="button" @click=${() => download(messages.listingFile(side), csvFile(csv(columns, rows)))}>
                ${messages.saveCsv}
              </button>`
            : nothing
        }
      </div>
      ${failure === undefined ? nothing : html`<p>${parts.failed(failure)}</p>`}
      ${rows ? this.#table(rows) : html`<p class="muted">${parts.loading}</p>`}`;
  }

  #table(rows: readonly Row[]) {
    const { address, word, label, instruction, line, source } = messages.columns;
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${messages.listingLabel(this.side)}>
      <table>
        <caption class="unseen">${messages.listingLabel(this.side)}</caption>
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
                  ? html` <span class="mark" title=${messages.expanded} aria-hidden="true">+</span
                      ><span class="unseen">(${messages.expanded})</span>`
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

  #line({ file, line, source }: Row) {
    const of = this.sources[file];
    if (!of || line === undefined || source === undefined) return nothing;
    return html`<button
      type="button"
      class="link"
      aria-label=${messages.goToLine(line, this.side)}
      @click=${() => this.app.programs.focusAt(this.side, lineStart(of.text, line), of.name)}
    >
      ${line}
    </button>`;
  }
}

function withSource(listing: readonly ListingRow[], sources: Sources): Row[] {
  const lines = sources.map(({ text }) => sourceLines(text));
  return listing.map((row, index) => {
    const before = listing[index - 1];
    const begins =
      row.line !== undefined && (row.line !== before?.line || row.file !== before.file);
    return { ...row, source: begins ? lines[row.file]?.[(row.line ?? 0) - 1]?.trim() : undefined };
  });
}

customElements.define('tm-listing', TmListing);
