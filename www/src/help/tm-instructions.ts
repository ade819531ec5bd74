import { css, html } from 'lit';
import { base } from '../kit/base';
import { renderDialog } from '../kit/lazy-dialog';
import { Component } from '../playground/component';
import { instructions as messages } from './messages';

/** A reference of the instruction set. */
export class TmInstructions extends Component {
  static override styles = [
    base,
    css`
      p {
        max-inline-size: 65ch;
        margin-block-end: var(--space-3);
      }

      th,
      td {
        padding: 0.1875rem var(--space-5) 0.1875rem 0;
        border-block-end: 1px solid var(--line);
        vertical-align: baseline;
      }

      td:first-child {
        white-space: nowrap;
      }
    `,
  ];

  override render() {
    const { engine } = this.state;
    return renderDialog(
      messages.title,
      html`<p>${engine?.machine === 'arm64' ? messages.arm64 : messages.intro}</p>
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
