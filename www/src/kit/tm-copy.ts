import { css, html, LitElement, nothing } from 'lit';

import { base } from './base';

/** A button that copies a text. */
export class TmCopy extends LitElement {
  static override properties = {
    text: {},
    label: {},
    done: {},
    isDone: { state: true },
  };

  static override styles = [
    base,
    css`
      :host {
        display: inline-block;
        position: relative;
      }

      button {
        min-height: 2rem;
        padding-block: 0;
      }
    `,
  ];

  declare text: string;
  /** The text of the button before and after copying. */
  declare label: string;
  declare done: string;
  declare isDone: boolean;

  constructor() {
    super();
    this.text = '';
    this.label = '';
    this.done = '';
    this.isDone = false;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('text')) this.isDone = false;
  }

  override render() {
    // A status element inside the button would replace its name.
    return html`<button type="button" @click=${this.#copy}>
        ${this.isDone ? this.done : this.label}
      </button>
      <span class="unseen" role="status">${this.isDone ? this.done : nothing}</span>`;
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.text);
    } catch {
      // Pages without https have no clipboard API.
      const area = document.body.appendChild(document.createElement('textarea'));
      area.value = this.text;
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    this.isDone = true;
  }
}

customElements.define('tm-copy', TmCopy);
