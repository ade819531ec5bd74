import { css, html, LitElement } from 'lit';

import { app } from '../app';
import { examples as dialogWords, instructions as words } from '../messages';
import { Watch } from '../store';
import { base } from './base';

/** The instruction set, to look things up in. */
export class TmInstructions extends LitElement {
  static override styles = [
    base,
    css`
      p {
        max-inline-size: 65ch;
        margin-block-end: 0.75rem;
      }

      th,
      td {
        padding: 0.1875rem 1.5rem 0.1875rem 0;
        border-block-end: 1px solid var(--line);
        vertical-align: baseline;
      }

      td:first-child {
        white-space: nowrap;
      }
    `,
  ];

  readonly #engine = new Watch(this, app.store, (state) => [state.engine] as const);

  override render() {
    const [engine] = this.#engine.value;
    return html`<button type="button" aria-haspopup="dialog" @click=${this.#open}>
        ${words.open}
      </button>
      <dialog aria-labelledby="title">
        <div class="dialog-head">
          <h2 id="title">${words.title}</h2>
          <button type="button" @click=${this.#close}>${dialogWords.close}</button>
        </div>
        <div class="dialog-body">
          <p>${words.intro}</p>
          <table>
            <thead>
              <tr>
                <th scope="col">${words.columns.instruction}</th>
                <th scope="col">${words.columns.effect}</th>
              </tr>
            </thead>
            <tbody>
              ${(engine?.instructions ?? []).map(
                ({ mnemonic, operands, effect }) =>
                  html`<tr>
                    <td><code>${mnemonic} ${operands}</code></td>
                    <td>${effect}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </dialog>`;
  }

  #open(): void {
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  #close(): void {
    this.renderRoot.querySelector('dialog')?.close();
  }
}

customElements.define('tm-instructions', TmInstructions);
