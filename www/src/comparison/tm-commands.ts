import { css, html } from 'lit';
import { base } from '../kit/base';
import { Component } from '../playground/component';
import { commands } from './messages';

/** Compare: the one primary button of the page. */
export class TmCommands extends Component {
  static override styles = [
    base,
    css`
      button {
        white-space: nowrap;
      }

      kbd {
        font: inherit;
        font-weight: 400;
        font-size: var(--text-note);
        margin-inline-start: 0.375rem;
      }

      @media (max-width: 48rem), (pointer: coarse) {
        kbd {
          display: none;
        }
      }
    `,
  ];

  /** Puts the keyboard on Compare. */
  override focus(): void {
    this.renderRoot.querySelector('button')?.focus();
  }

  override render() {
    const { isRunning, isAnswered } = this.app.answering;
    // The next steps after a verdict are in the verdict.
    const isNext = isRunning || !isAnswered;
    return html`<button
          type="button"
          class=${isNext ? 'primary' : ''}
          aria-disabled=${isRunning}
          aria-keyshortcuts="Control+Enter"
          @click=${() => this.app.compare()}
        >
          ${commands.compare}<kbd aria-hidden="true">${commands.compareKeys}</kbd>
        </button>`;
  }
}

customElements.define('tm-commands', TmCommands);
