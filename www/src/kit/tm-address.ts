import { css, html, LitElement } from 'lit';

import { base } from './base';
import './tm-copy';

/** A link in a read-only field, with a button that copies it. */
export class TmAddress extends LitElement {
  static override properties = {
    link: {},
    label: {},
    copy: {},
    copied: {},
  };

  static override styles = [
    base,
    css`
      :host {
        display: flex;
        flex: 1 1 20rem;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2);
        min-inline-size: 0;
      }

      input {
        flex: 1 1 12rem;
        min-inline-size: 0;
        font-family: var(--mono);
        font-size: var(--text-note);
      }
    `,
  ];

  declare link: string;
  /** The label of the field. */
  declare label: string;
  /** The text of the button before and after copying. */
  declare copy: string;
  declare copied: string;

  constructor() {
    super();
    this.link = '';
    this.label = '';
    this.copy = '';
    this.copied = '';
  }

  override render() {
    return html`<input
        readonly
        aria-label=${this.label}
        .value=${this.link}
        @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
      />
      <tm-copy .text=${this.link} .label=${this.copy} .done=${this.copied}></tm-copy>`;
  }
}

customElements.define('tm-address', TmAddress);
