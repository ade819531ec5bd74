import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { crash as words } from '../messages';
import { Watch } from '../store';
import { base } from './base';
import './tm-copy';

/** Says that the engine has failed, and how to report it. */
export class TmCrash extends LitElement {
  static override styles = [
    base,
    css`
      .card {
        padding: 1rem 1.25rem;
        border-inline-start: 6px solid var(--differ);
        background: var(--differ-wash);
      }

      h2 {
        color: var(--differ);
      }

      p {
        max-inline-size: 75ch;
        margin-block: 0.25rem 0.75rem;
      }

      textarea {
        display: block;
        inline-size: 100%;
        block-size: 10rem;
        margin-block: 0.25rem 0.75rem;
        font: 0.8125rem / 1.5 var(--mono);
        background: var(--surface);
        border: 1px solid var(--control);
        border-radius: 4px;
      }

      .buttons button {
        min-height: 2rem;
        padding-block: 0;
      }

      .buttons {
        display: flex;
        gap: 0.5rem;
      }
    `,
  ];

  readonly #crash = new Watch(this, app.store, (state) => [state.crash] as const);

  override render() {
    const [message] = this.#crash.value;
    return html`<div role="alert">
      ${message === undefined ? nothing : this.#card(message)}
    </div>`;
  }

  #card(message: string) {
    const report = app.crashReport(message);
    return html`<section class="panel card" aria-labelledby="title">
      <h2 id="title">${words.title}</h2>
      <p>${words.explanation}</p>
      <label for="report">${words.report}</label>
      <textarea id="report" readonly .value=${report}></textarea>
      <div class="buttons">
        <tm-copy .text=${report} .label=${words.copy} .done=${words.copied}></tm-copy>
        <button type="button" @click=${() => app.dismissCrash()}>${words.dismiss}</button>
      </div>
    </section>`;
  }
}

customElements.define('tm-crash', TmCrash);
