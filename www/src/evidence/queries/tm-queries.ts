import { css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

import type { Query } from '../../comparison/comparison';
import { base } from '../../kit/base';
import { fold, PAGE, renderGap, renderOpener, tableStyles } from '../../kit/table';
import { EvidenceList } from '../evidence-list';
import { evidence } from '../messages';
import { queries as messages } from './messages';
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
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${messages.caption}>
      <table>
        <caption class="unseen">${messages.caption}</caption>
        <thead>
          <tr>
            <th scope="col">${messages.columns.number}</th>
            <th scope="col">${messages.columns.asked}</th>
            <th scope="col">${messages.columns.condition}</th>
            <th scope="col">${messages.columns.answer}</th>
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
          ${renderOpener(query.number, messages.details(query.number), isOpen, () => this.toggle(query.number))}
        </th>
        <td class="nowrap">${messages.of(query, this.strategy)}</td>
        <td>${messages.question(query)}<code>${query.condition}</code></td>
        <td>
          <span class="answer">${messages.answer(query, this.numbers)}</span>
          <span class="muted">${messages.by(query)}</span>
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
