import { css, html } from 'lit';
import { isSame } from '../engine/sources';
import { base } from '../kit/base';
import { parts } from '../kit/messages';
import { examples as common } from '../programs/messages';
import { Arm64Component } from './component';
import { examples } from './examples';
import { examples as messages } from './messages';

/** The menu of examples for ARM64, behind a button that names the chosen one. */
export class TmArm64Examples extends Arm64Component {
  static override styles = [
    base,
    css`
      .open {
        max-inline-size: 100%;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }

      li button {
        display: block;
        inline-size: 100%;
        text-align: start;
        border-color: transparent;
        padding: 0.375rem var(--space-2);
      }

      li button:hover,
      li button:focus-visible {
        border-color: var(--line);
      }

      .title {
        font-weight: 600;
      }

      .about {
        display: block;
        color: var(--muted);
        font-size: var(--text-note);
      }

      @media print {
        .open {
          display: none;
        }
      }
    `,
  ];

  override render() {
    return html`<button type="button" class="open" aria-haspopup="dialog" @click=${this.#open}>
        ${this.#label()} <span aria-hidden="true">▾</span>
      </button>
      <dialog aria-labelledby="title">
        <div class="dialog-head">
          <h2 id="title">${messages.title}</h2>
          <button type="button" @click=${this.#close}>${parts.close}</button>
        </div>
        <div class="dialog-body">
          <p class="muted">${common.undo}</p>
          <ul>
            ${examples.map(
              (example) =>
                html`<li>
                  <button
                    type="button"
                    data-example=${example.name}
                    @click=${() => {
                      this.#close();
                      this.app.chooseExample(example);
                    }}
                  >
                    <span class="title">${example.title}</span>
                    <span class="about">${example.about}</span>
                  </button>
                </li>`,
            )}
          </ul>
        </div>
      </dialog>`;
  }

  #label(): string {
    const { example, programs } = this.state;
    const chosen = examples.find(({ name }) => name === example);
    if (!chosen) return messages.open;
    const isWhole = isSame(programs.left, chosen.left) && isSame(programs.right, chosen.right);
    return isWhole ? common.chosen(chosen.title) : common.changed(chosen.title);
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  #open(): void {
    this.#dialog?.showModal();
  }

  #close(): void {
    this.#dialog?.close();
  }
}

customElements.define('tm-arm64-examples', TmArm64Examples);
