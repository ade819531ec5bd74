import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { type Comparison, type Query, queryRequest } from '../comparison';
import { queries as words } from '../messages';
import type { NumberFormat } from '../numbers';
import { base } from './base';
import './tm-text';

/** A query in full: what is asked, the answer, and the text that the solver reads. */
export class TmQueryText extends LitElement {
  static override properties = {
    comparison: { attribute: false },
    query: { attribute: false },
    numbers: {},
    text: { state: true },
    failure: { state: true },
  };

  static override styles = [
    base,
    css`
      dl {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.125rem 1rem;
        margin-block-end: 0.625rem;
        font-size: 0.9375rem;
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
  declare text: string | undefined;
  declare failure: string | undefined;
  #shown: Query['number'] | undefined;

  override willUpdate(): void {
    if (this.#shown === this.query.number) return;
    this.#shown = this.query.number;
    this.text = undefined;
    this.failure = undefined;
    this.#load();
  }

  override render() {
    const { query } = this;
    return html`<dl>
        <dt>${words.columns.condition}</dt>
        <dd>
          ${words.question(query)}<code>${query.condition}</code>
          ${query.excluded.length > 0 ? words.excluded(query.excluded) : nothing}
        </dd>
        <dt>${words.columns.answer}</dt>
        <dd>
          ${words.answer(query, this.numbers)}
          <span class="muted">${words.by(query)}</span>
          ${query.answer?.reason ? html`<br />${query.answer.reason}` : nothing}
        </dd>
      </dl>
      <tm-text
        .text=${this.text}
        .failure=${this.failure}
        .summary=${`${words.text}, ${query.name}`}
        .label=${words.text}
        .file=${`${query.name}.smt2`}
      ></tm-text>`;
  }

  async #load(): Promise<void> {
    const request = queryRequest(this.comparison, this.query);
    if (!request) return;
    try {
      this.text = await app.queryText(request);
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }
}

customElements.define('tm-query-text', TmQueryText);
