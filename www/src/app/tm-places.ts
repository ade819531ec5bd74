import { css, html } from 'lit';

import { headlineOf } from '../comparison/headline';
import { base } from '../kit/base';
import { Component } from '../playground/component';
import { type Place, places } from '../playground/state';
import { places as messages } from './messages';

/** The switch between the parts of a page that is too narrow to show all at once. */
export class TmPlaces extends Component {
  static override styles = [
    base,
    css`
      nav {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: 0.375rem;
      }

      button {
        padding-inline: var(--space-1);
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

  override render() {
    const { place: here } = this.state;
    const sign = this.state.comparison && headlineOf(this.state.comparison)?.sign;
    const name = (place: Place) =>
      place === 'result' && sign
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
