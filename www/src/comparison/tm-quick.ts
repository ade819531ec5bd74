import { css, html } from 'lit';
import { base } from '../kit/base';
import { Component } from '../playground/component';
import { quick as messages } from './messages';

/** The switch for comparing while typing. */
export class TmQuick extends Component {
  static override styles = [
    base,
    css`
      label {
        display: inline-flex;
        align-items: center;
        gap: 0.375rem;
        min-height: 2rem;
      }

      input[role='switch'] {
        appearance: none;
        position: relative;
        inline-size: 1.875rem;
        block-size: 1.125rem;
        margin: 0;
        border: 1px solid var(--control);
        border-radius: 1rem;
        background: var(--sunken);
        cursor: pointer;
      }

      input::after {
        content: '';
        position: absolute;
        inset-block: 2px;
        inset-inline-start: 2px;
        inline-size: 0.75rem;
        border-radius: 50%;
        background: var(--control);
      }

      input:checked {
        border-color: var(--accent);
        background: var(--accent);
      }

      input:checked::after {
        inset-inline: auto 2px;
        background: var(--on-accent);
      }

      @media (forced-colors: active) {
        input::after {
          background: ButtonText;
        }

        input:checked {
          forced-color-adjust: none;
          background: Highlight;
        }

        input:checked::after {
          background: HighlightText;
        }
      }
    `,
  ];

  override render() {
    return html`<label title=${messages.help}>
        <input
          type="checkbox"
          role="switch"
          aria-describedby="about"
          .checked=${this.state.asYouType}
          @change=${(event: Event) =>
            this.app.setLive((event.currentTarget as HTMLInputElement).checked)}
        />
        ${messages.label}
      </label>
      <span class="unseen" id="about">${messages.help}</span>`;
  }
}

customElements.define('tm-quick', TmQuick);
