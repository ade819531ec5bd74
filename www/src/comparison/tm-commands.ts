import { css, html } from 'lit';
import { base } from '../kit/base';
import { Component } from '../playground/component';
import { commands } from './messages';

/** Compare and Stop. */
export class TmCommands extends Component {
  static override styles = [
    base,
    css`
      .buttons {
        display: flex;
        gap: var(--space-2);
      }

      .primary {
        padding-inline: 1.25rem;
      }

      kbd {
        font: inherit;
        font-weight: 400;
        font-size: var(--text-2xs);
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
    const isRunning = this.state.comparison?.status.state === 'running';
    return html`<div class="buttons">
        <button
          type="button"
          class="primary"
          aria-disabled=${isRunning}
          aria-keyshortcuts="Control+Enter"
          @click=${() => this.app.comparison.compare()}
        >
          ${commands.compare}<kbd aria-hidden="true">${commands.compareKeys}</kbd>
        </button>
        <button type="button" aria-disabled=${!isRunning} aria-keyshortcuts="Alt+S" @click=${() => this.app.comparison.stop()}>
          ${commands.stop}
        </button>
      </div>`;
  }
}

customElements.define('tm-commands', TmCommands);
