import type { Entry } from 'virtual:glossary';
import { css, html, LitElement } from 'lit';

import { base } from '../kit/base';
import { showDialog } from '../kit/lazy-dialog';
import { prose } from '../kit/prose';
import { glossary as messages } from './messages';

/**
 * Distance in pixels between a term and its explanation, and between that and the window's edge.
 */
const GAP = 6;

/** The glossary's entry for a term, beside it. Escape, or a click anywhere else, closes it. */
export class TmTerm extends LitElement {
  static override properties = { entry: { attribute: false } };

  static override styles = [
    base,
    css`
      :host {
        inset: auto;
        margin: 0;
        inline-size: min(24rem, calc(100vw - 1rem));
        padding: var(--space-3) var(--space-4);
        border: 1px solid var(--control);
        border-radius: var(--radius-l);
        color: var(--ink);
        background: var(--surface);
        box-shadow: 0 8px 32px rgb(0 0 0 / 25%);
        font-size: var(--text-note);
        font-weight: 400;
        text-align: start;
      }

      :host(:not(:popover-open)) {
        display: none;
      }

      p {
        margin-block: var(--space-1) var(--space-2);
      }
    `,
  ];

  declare entry: Entry | undefined;

  constructor() {
    super();
    this.entry = undefined;
  }

  override render() {
    return this.entry
      ? html`<h3>${this.entry.term}</h3>
          <p>${prose(this.entry.text)}</p>
          <button type="button" class="link" @click=${this.#all}>${messages.all}</button>`
      : '';
  }

  /** Shows an entry beside its button, and focuses it; closing returns the focus. */
  static async open(button: HTMLElement, entry: Entry): Promise<void> {
    const shown = document.createElement('tm-term') as TmTerm;
    shown.entry = entry;
    shown.popover = 'auto';
    shown.tabIndex = -1;
    shown.role = 'dialog';
    shown.ariaLabel = `${entry.term}: ${entry.text.replaceAll('`', '')}`;
    // Elements outside of an open dialog are inert.
    (button.closest('dialog') ?? button.getRootNode()).appendChild(shown);
    await shown.updateComplete;
    shown.#onClose((hadFocus) => {
      shown.remove();
      if (hadFocus) button.focus();
    });
    shown.showPopover();
    shown.#putBeside(button.getBoundingClientRect());
    shown.focus();
  }

  /** @param close Is given whether the keyboard was here: a click elsewhere has taken it. */
  #onClose(close: (hadFocus: boolean) => void): void {
    let hadFocus = false;
    const isClosing = (event: Event) => (event as ToggleEvent).newState === 'closed';
    this.addEventListener('beforetoggle', (event) => {
      if (isClosing(event)) hadFocus = this.matches(':focus, :focus-within');
    });
    this.addEventListener('toggle', (event) => {
      if (isClosing(event)) close(hadFocus);
    });
  }

  /** Below the term, or above it if there is more room. */
  #putBeside({ left, top, bottom }: DOMRect): void {
    const { width, height } = this.getBoundingClientRect();
    const isUnder = bottom + GAP + height <= innerHeight || top < innerHeight - bottom;
    this.style.top = `${Math.max(GAP, isUnder ? bottom + GAP : top - GAP - height)}px`;
    this.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
  }

  #all(): void {
    const root = this.getRootNode() as ShadowRoot;
    this.hidePopover();
    showDialog(root, 'tm-glossary', () => import('./tm-glossary'));
  }
}

customElements.define('tm-term', TmTerm);
