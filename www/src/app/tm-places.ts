import { css, html } from 'lit';

import { headlineOf } from '../comparison/headline';
import { base } from '../kit/base';
import { Component } from './component';
import { places as messages } from './messages';
import { type Place, places } from './state';

/** Where one is on a page that is too narrow to show all of it at once. */
export class TmPlaces extends Component {
  static override styles = [
    base,
    css`
      nav {
        display: grid;
        grid-template-columns: repeat(3, minmax(0, 1fr));
        gap: 0.375rem;
      }

      button {
        padding-inline: 0.25rem;
        border-color: transparent;
        background: none;
        color: var(--muted);
      }

      button[aria-current='location'] {
        border-color: var(--control);
        background: var(--sunken);
        color: var(--ink);
        font-weight: 600;
      }

      @media (forced-colors: active) {
        button[aria-current='location'] {
          border: 2px solid Highlight;
        }
      }
    `,
  ];

  readonly #seen = this.watch(
    (state) => [state.place, state.comparison && headlineOf(state.comparison)?.sign] as const,
  );

  override render() {
    const [here, sign] = this.#seen.value;
    const name = (place: Place) =>
      place === 'verdict' && sign
        ? html`<span aria-hidden="true">${sign} </span>${messages[place]}`
        : messages[place];
    return html`<nav aria-label=${messages.label}>
      ${places.map(
        (place) =>
          html`<button
            type="button"
            aria-current=${place === here ? 'location' : 'false'}
            @click=${() => this.app.goTo(place)}
          >
            ${name(place)}
          </button>`,
      )}
    </nav>`;
  }
}

customElements.define('tm-places', TmPlaces);
