import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

import type { Query } from '../comparison';
import { evidence, queries as words } from '../messages';
import { base } from './base';
import { EvidenceList } from './evidence-list';
import { fold, PAGE, renderGap, renderOpener, tableStyles } from './table';
import './tm-query-text';

const COLUMNS = 4;

/** The questions to the solver, those without a new input among them. */
export class TmQueries extends EvidenceList {
  static override styles = [
    base,
    tableStyles,
    css`
      tm-query-text {
        padding: 0.75rem;
      }

      .unknown .answer {
        color: var(--open);
        font-weight: 600;
      }
    `,
  ];

  override render() {
    const rows = this.comparison?.queries ?? [];
    if (rows.length === 0) return html`<p class="empty muted">${evidence.noQueries}</p>`;
    const { head, hidden, tail } = fold(rows, this.limit);
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${words.caption}>
      <table>
        <caption class="unseen">${words.caption}</caption>
        <thead>
          <tr>
            <th scope="col">${words.columns.number}</th>
            <th scope="col">${words.columns.asked}</th>
            <th scope="col">${words.columns.condition}</th>
            <th scope="col">${words.columns.answer}</th>
          </tr>
        </thead>
        <tbody>
          ${this.#rows(head)}
          ${renderGap(hidden, COLUMNS, () => {
            this.limit += PAGE;
          })}
          ${this.#rows(tail)}
        </tbody>
      </table>
    </div>`;
  }

  #rows(rows: readonly Query[]) {
    return repeat(
      rows,
      (query) => query.number,
      (query) => this.#row(query),
    );
  }

  #row(query: Query) {
    const isOpen = this.open.has(query.number);
    return html`<tr class="${query.answer?.answer ?? 'asking'} ${isOpen ? 'open' : ''}">
        <th scope="row">
          ${renderOpener(query.number, words.details(query.number), isOpen, () => this.toggle(query.number))}
        </th>
        <td class="nowrap">${words.of(query, this.strategy)}</td>
        <td>${words.question(query)}<code>${query.condition}</code></td>
        <td>
          <span class="answer">${words.answer(query, this.numbers)}</span>
          <span class="muted">${words.by(query)}</span>
        </td>
      </tr>
      ${
        isOpen && this.comparison
          ? html`<tr class="detail">
              <td colspan=${COLUMNS}>
                <tm-query-text
                  .comparison=${this.comparison}
                  .query=${query}
                  .numbers=${this.numbers}
                ></tm-query-text>
              </td>
            </tr>`
          : nothing
      }`;
  }
}

customElements.define('tm-queries', TmQueries);
