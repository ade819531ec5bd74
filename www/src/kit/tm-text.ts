import { css, html, LitElement, nothing } from 'lit';
import { base } from './base';
import { download } from './download';
import { parts as messages } from './messages';
import './tm-copy';

/** A text that is fetched when it is first shown. */
export class TmText extends LitElement {
  static override properties = {
    text: {},
    label: {},
    summary: {},
    failure: {},
    file: {},
  };

  static override styles = [
    base,
    css`
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        gap: var(--space-1) var(--space-4);
        margin-block-end: 0.375rem;
      }

      p {
        max-inline-size: 70ch;
        font-size: var(--text-body);
      }

      .tools {
        display: flex;
        flex-wrap: wrap;
        gap: 0.375rem;
      }

      .tools button {
        min-height: 2rem;
        padding-block: 0;
      }

      pre {
        margin: 0;
        padding: 0.625rem var(--space-3);
        max-block-size: 24rem;
        overflow: auto;
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: var(--radius-m);
        font-size: var(--text-note);
        line-height: 1.5;
        tab-size: 4;
      }
    `,
  ];

  /** Undefined while it is loading. */
  declare text: string | undefined;
  declare label: string;
  declare summary: string;
  declare failure: string | undefined;
  /** The file name for saving it, if that is possible. */
  declare file: string | undefined;

  constructor() {
    super();
    this.file = undefined;
    this.text = undefined;
    this.label = '';
    this.summary = '';
    this.failure = undefined;
  }

  override render() {
    if (this.failure !== undefined) return html`<p>${messages.failed(this.failure)}</p>`;
    if (this.text === undefined) return html`<p class="muted">${messages.loading}</p>`;
    return html`<div class="head">
        <p>${this.summary}</p>
        ${
          this.text === ''
            ? nothing
            : html`<div class="tools">
                <tm-copy .text=${this.text} .label=${messages.copy} .done=${messages.copied}></tm-copy>
                ${this.file === undefined ? nothing : this.#download(this.text, this.file)}
              </div>`
        }
      </div>
      <pre tabindex="0" role="region" aria-label=${this.label}>${this.text || messages.empty}</pre>`;
  }

  #download(text: string, file: string) {
    return html`<button
      type="button"
      @click=${() => download(file, new Blob([text], { type: 'text/plain;charset=utf-8' }))}
    >
      ${messages.download}
    </button>`;
  }
}

customElements.define('tm-text', TmText);
