import { css, html } from 'lit';

import { Component } from '../app/component';
import { base } from '../kit/base';
import { renderDialog } from '../kit/lazy-dialog';
import { instructions as messages } from './messages';

/** The instruction set, to look things up in. */
export class TmInstructions extends Component {
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

  readonly #engine = this.watch((state) => [state.engine] as const);

  override render() {
    const [engine] = this.#engine.value;
    return renderDialog(
      messages.title,
      html`<p>${messages.intro}</p>
        <table>
          <thead>
            <tr>
              <th scope="col">${messages.columns.instruction}</th>
              <th scope="col">${messages.columns.effect}</th>
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
        </table>`,
    );
  }

  async show(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.showModal();
  }
}

customElements.define('tm-instructions', TmInstructions);
