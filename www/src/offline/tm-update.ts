import { css, html, nothing } from 'lit';
import { base } from '../kit/base';
import { Component } from '../playground/component';
import { update as messages } from './messages';

/** Offers a new version of the page. */
export class TmUpdate extends Component {
  static override styles = [
    base,
    css`
      .offer {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-3);
        padding: 0.375rem var(--space-3);
      }

      p {
        flex: 1 1 16rem;
      }

      .buttons {
        display: flex;
        gap: var(--space-2);
      }
    `,
  ];

  override render() {
    const { newVersion: isReady } = this.state;
    // The status element exists from the start, so that a screen reader announces its content.
    return html`<div role="status">
      ${
        isReady
          ? html`<div class="panel offer">
              <p>${messages.ready}</p>
              <div class="buttons">
                <button type="button" @click=${() => this.app.updates.take()}>${messages.reload}</button>
                <button type="button" @click=${() => this.app.store.update({ newVersion: false })}>
                  ${messages.later}
                </button>
              </div>
            </div>`
          : nothing
      }
    </div>`;
  }
}

customElements.define('tm-update', TmUpdate);
