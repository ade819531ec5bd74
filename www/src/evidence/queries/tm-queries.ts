import { css, html } from 'lit';

import type { Query } from '../../comparison/comparison';
import { base } from '../../kit/base';
import { tableStyles } from '../../kit/table';
import { EvidenceList } from '../evidence-list';
import { evidence } from '../messages';
import { queries as messages } from './messages';
import './tm-query-text';

/** The queries to the solver, including those without a new input. */
export class TmQueries extends EvidenceList {
  static override styles = [
    base,
    tableStyles,
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
    return this.table(this.comparison?.queries ?? [], {
      caption: messages.caption,
      none: evidence.noQueries,
      heads: [number, asked, condition, answer].map((name) => html`<th scope="col">${name}</th>`),
      classOf: (query) => query.answer?.answer ?? 'asking',
      details: (query) => messages.details(query.number),
      cells: (query) => this.#cells(query),
      detail: (query, comparison) => html`<tm-query-text
        .comparison=${comparison}
        .query=${query}
        .numbers=${this.numbers}
      ></tm-query-text>`,
    });
  }

  #cells(query: Query) {
    return html`<td class="nowrap">${messages.of(query, this.strategy)}</td>
      <td>${messages.question(query)}<code>${query.condition}</code></td>
      <td>
        <span class="answer">${messages.answer(query, this.comparison?.request.options.contract, this.numbers)}</span>
        <span class="muted">${messages.by(query)}</span>
      </td>`;
  }
}

customElements.define('tm-queries', TmQueries);
