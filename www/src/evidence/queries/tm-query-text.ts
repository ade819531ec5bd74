import { Task } from '@lit/task';
import { css, html, nothing } from 'lit';
import { base } from '../../kit/base';
import { loaded } from '../../kit/loaded';
import type { NumberFormat } from '../../kit/numbers';
import { Component } from '../../playground/component';
import type { Searched, ShownQuery } from '../searched';
import { queries as messages } from './messages';
import '../../kit/tm-text';

/** A query in full: its goal, the answer, and the solver's text. */
export class TmQueryText extends Component {
  static override properties = {
    search: { attribute: false },
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

  declare search: Searched;
  declare query: ShownQuery;
  declare numbers: NumberFormat;
  readonly #text = new Task(this, {
    // The same query of a comparison in progress has the same text.
    args: () => [this.search.began, this.query.number] as const,
    task: () => this.search.queryText(this.app, this.query),
  });

  override render() {
    const { query } = this;
    const { value, failure } = loaded(this.#text);
    return html`<dl>
        <dt>${messages.columns.condition}</dt>
        <dd>
          ${messages.question(query)}<code>${query.condition}</code>
          ${query.excluded.length > 0 ? messages.excluded(query.excluded) : nothing}
        </dd>
        <dt>${messages.columns.answer}</dt>
        <dd>
          ${messages.answer(query, this.search, this.numbers)}
          <span class="muted">${messages.by(query)}</span>
          ${query.answer?.reason ? html`<br />${query.answer.reason}` : nothing}
        </dd>
      </dl>
      <tm-text
        .text=${value?.text}
        .failure=${failure}
        .summary=${value?.summary ?? ''}
        .label=${value?.label ?? ''}
        .file=${value?.file ?? ''}
      ></tm-text>`;
  }
}

customElements.define('tm-query-text', TmQueryText);
