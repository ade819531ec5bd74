import { css, html } from 'lit';

import { base } from '../../kit/base';
import { tableStyles } from '../../kit/table';
import { EvidenceList, stackedStyles } from '../evidence-list';
import { evidence } from '../messages';
import type { Searched, ShownQuery } from '../searched';
import { queries as messages } from './messages';
import './tm-query-text';

/** The queries to the solver, including those without a new input. */
export class TmQueries extends EvidenceList {
  static override styles = [
    base,
    tableStyles,
    stackedStyles,
    css`
      tm-query-text {
        padding: var(--space-3);
      }

      .unknown .answer {
        color: var(--open);
        font-weight: 600;
      }
    `,
  ];

  override render() {
    const { number, asked, condition, answer } = messages.columns;
    const { search } = this;
    if (!search) return html`<p class="empty muted">${evidence.noQueries}</p>`;
    return this.table(search.queries, {
      caption: messages.caption,
      none: evidence.noQueries,
      heads: [number, asked, condition, answer].map(
        (name) => html`<th role="columnheader" scope="col">${name}</th>`,
      ),
      classOf: (query) => query.answer?.answer ?? 'asking',
      details: (query) => messages.details(query.number),
      cells: (query) => this.#cells(query, search),
      detail: (query) => html`<tm-query-text
        .search=${search}
        .query=${query}
        .numbers=${this.numbers}
      ></tm-query-text>`,
    });
  }

  #cells(query: ShownQuery, search: Searched) {
    return html`<td role="cell" class="nowrap whole">${messages.of(query, this.strategy)}</td>
      <td role="cell" class="whole">${messages.question(query)}<code>${query.condition}</code></td>
      <td role="cell" class="whole">
        <span class="answer">${messages.answer(query, search, this.numbers)}</span>
        <span class="muted">${messages.by(query)}</span>
      </td>`;
  }
}

customElements.define('tm-queries', TmQueries);
