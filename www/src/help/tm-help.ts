import { html, LitElement } from 'lit';
import { base } from '../kit/base';
import { showDialog } from '../kit/lazy-dialog';
import { keys as messages } from './messages';

/** The button for the list of keys. */
export class TmHelp extends LitElement {
  static override styles = base;

  override render() {
    return html`<button
      type="button"
      aria-haspopup="dialog"
      aria-label=${messages.open}
      aria-keyshortcuts="F1"
      title=${messages.open}
      @click=${() => this.show()}
    >
      ${messages.openShort}
    </button>`;
  }

  show(): Promise<void> {
    return showDialog(this.renderRoot, 'tm-keys', () => import('./tm-keys'));
  }
}

customElements.define('tm-help', TmHelp);
