import { css, html, LitElement } from 'lit';

import { app } from '../app';
import { commands } from '../messages';
import { Watch } from '../store';
import { base } from './base';
import './tm-quick';

/** Compare and Stop. */
export class TmCommands extends LitElement {
  static override styles = [
    base,
    css`
      .buttons {
        display: flex;
        gap: 0.5rem;
      }

      .primary {
        padding-inline: 1.25rem;
      }

      kbd {
        font: inherit;
        font-weight: 400;
        font-size: 0.8125rem;
        margin-inline-start: 0.375rem;
      }
    `,
  ];

  readonly #seen = new Watch(
    this,
    app.store,
    (state) => [state.comparison?.status.state === 'running'] as const,
  );

  /** Puts the keyboard on Compare. */
  override focus(): void {
    this.renderRoot.querySelector('button')?.focus();
  }

  override render() {
    const [isRunning] = this.#seen.value;
    return html`<div class="buttons">
        <button
          type="button"
          class="primary"
          aria-disabled=${isRunning}
          aria-keyshortcuts="Control+Enter"
          @click=${() => app.compare()}
        >
          ${commands.compare}<kbd aria-hidden="true">${commands.compareKeys}</kbd>
        </button>
        <button type="button" aria-disabled=${!isRunning} aria-keyshortcuts="Alt+S" @click=${() => app.stop()}>
          ${commands.stop}
        </button>
      </div>
      <tm-quick></tm-quick>`;
  }
}

customElements.define('tm-commands', TmCommands);
