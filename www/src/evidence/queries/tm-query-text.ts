import { Task } from '@lit/task';
import { css, html, nothing } from 'lit';
import { type Comparison, type Query, queryRequest } from '../../comparison/comparison';
import { base } from '../../kit/base';
import { loaded } from '../../kit/loaded';
import type { NumberFormat } from '../../kit/numbers';
import { Component } from '../../playground/component';
import { queries as messages } from './messages';
import '../../kit/tm-text';

/** A query in full: its goal, the answer, and the solver's text. */
export class TmQueryText extends Component {
  static override properties = {
    comparison: { attribute: false },
    query: { attribute: false },
    numbers: {},
  };

  static override styles = [
    base,
    css`
      dl {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.125rem var(--space-4);
        margin-block-end: 0.625rem;
        font-size: var(--text-body);
      }

      dt {
        color: var(--muted);
      }

      dd {
        margin: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

  declare comparison: Comparison;
  declare query: Query;
  declare numbers: NumberFormat;
  readonly #text = new Task(this, {
    // The same query of a comparison in progress has the same text.
    args: () => [this.comparison.began, this.query.number] as const,
    task: async () => {
      const request = queryRequest(this.comparison, this.query);
      return request && this.app.engine.call('queryText', request);
    },
  });

  override render() {
    const { query } = this;
    const { value: text, failure } = loaded(this.#text);
    return html`<dl>
        <dt>${messages.columns.condition}</dt>
        <dd>
          ${messages.question(query)}<code>${query.condition}</code>
          ${query.excluded.length > 0 ? messages.excluded(query.excluded) : nothing}
        </dd>
        <dt>${messages.columns.answer}</dt>
        <dd>
          ${messages.answer(query, this.comparison.request.options.contract, this.numbers)}
          <span class="muted">${messages.by(query)}</span>
          ${query.answer?.reason ? html`<br />${query.answer.reason}` : nothing}
        </dd>
      </dl>
      <tm-text
        .text=${text}
        .failure=${failure}
        .summary=${`${messages.text}, ${query.name}`}
        .label=${messages.text}
        .file=${`${query.name}.smt2`}
      ></tm-text>`;
  }
}

customElements.define('tm-query-text', TmQueryText);
