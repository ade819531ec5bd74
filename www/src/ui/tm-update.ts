import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { update as words } from '../messages';
import { Watch } from '../store';
import { base } from './base';

/** Offers a new version of the page. */
export class TmUpdate extends LitElement {
  static override styles = [
    base,
    css`
      .offer {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.25rem 0.75rem;
        padding: 0.375rem 0.75rem;
      }

      p {
        flex: 1 1 16rem;
      }

      .buttons {
        display: flex;
        gap: 0.5rem;
      }
    `,
  ];

  readonly #ready = new Watch(this, app.store, (state) => [state.newVersion] as const);

  override render() {
    const [isReady] = this.#ready.value;
    // The status is there from the start, so that a screen reader notices what comes into it.
    return html`<div role="status">
      ${
        isReady
          ? html`<div class="panel offer">
              <p>${words.ready}</p>
              <div class="buttons">
                <button type="button" @click=${() => app.takeNewVersion()}>${words.reload}</button>
                <button type="button" @click=${() => app.dismissNewVersion()}>
                  ${words.later}
                </button>
              </div>
            </div>`
          : nothing
      }
    </div>`;
  }
}

customElements.define('tm-update', TmUpdate);
