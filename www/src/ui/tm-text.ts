import { css, html, LitElement, nothing } from 'lit';

import { detail as words } from '../messages';
import { base } from './base';
import './tm-copy';

/** A text to read that is fetched when it is first shown. */
export class TmText extends LitElement {
  static override properties = {
    text: {},
    label: {},
    summary: {},
    failure: {},
  };

  static override styles = [
    base,
    css`
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        gap: 0.25rem 1rem;
        margin-block-end: 0.375rem;
      }

      p {
        max-inline-size: 70ch;
        font-size: 0.9375rem;
      }

      pre {
        margin: 0;
        padding: 0.625rem 0.75rem;
        max-block-size: 24rem;
        overflow: auto;
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: 4px;
        font-size: 0.875rem;
        line-height: 1.5;
        tab-size: 4;
      }
    `,
  ];

  /** Undefined while it is on its way. */
  declare text: string | undefined;
  declare label: string;
  declare summary: string;
  declare failure: string | undefined;

  constructor() {
    super();
    this.text = undefined;
    this.label = '';
    this.summary = '';
    this.failure = undefined;
  }

  override render() {
    if (this.failure !== undefined) return html`<p>${words.failed(this.failure)}</p>`;
    if (this.text === undefined) return html`<p class="muted">${words.loading}</p>`;
    return html`<div class="head">
        <p>${this.summary}</p>
        ${
          this.text === ''
            ? nothing
            : html`<tm-copy .text=${this.text} .label=${words.copy} .done=${words.copied}></tm-copy>`
        }
      </div>
      <pre tabindex="0" role="region" aria-label=${this.label}>${this.text || words.empty}</pre>`;
  }
}

customElements.define('tm-text', TmText);
