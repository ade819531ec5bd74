import { html, LitElement } from 'lit';

import { keys as words } from '../messages/comfort';
import { base } from './base';
import { showDialog } from './lazy-dialog';

/** The button for the list of keys. */
export class TmHelp extends LitElement {
  static override styles = base;

  override render() {
    return html`<button
      type="button"
      aria-haspopup="dialog"
      aria-label=${words.open}
      aria-keyshortcuts="F1"
      title=${words.open}
      @click=${() => this.show()}
    >
      ${words.openShort}
    </button>`;
  }

  show(): Promise<void> {
    return showDialog(this.renderRoot, 'tm-keys', () => import('./tm-keys'));
  }
}

customElements.define('tm-help', TmHelp);
