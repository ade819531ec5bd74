import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { welcome as words } from '../messages/comfort';
import { Watch } from '../store';
import { base } from './base';

/** What the page is for, to somebody who sees it for the first time. */
export class TmWelcome extends LitElement {
  static override styles = [
    base,
    css`
      section {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 0.75rem 1.5rem;
        padding: 0.875rem 1.125rem;
        border: 1px solid var(--line);
        border-inline-start: 6px solid var(--accent);
        border-radius: 6px;
        background: var(--surface);
      }

      .words {
        flex: 0 1 76ch;
      }

      .question {
        font-size: 1.0625rem;
      }

      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
      }
    `,
  ];

  readonly #seen = new Watch(this, app.store, (state) => [state.isNew] as const);

  override render() {
    const [isNew] = this.#seen.value;
    if (!isNew) return nothing;
    return html`<section aria-label=${words.label}>
      <div class="words">
        <p class="question">${words.question}</p>
        <p class="muted">${words.answer}</p>
      </div>
      <div class="buttons">
        <button type="button" class="primary" @click=${this.#compare}>${words.compare}</button>
        <button type="button" @click=${this.#tour}>${words.tour}</button>
        <button type="button" @click=${() => app.welcomed()}>${words.dismiss}</button>
      </div>
    </section>`;
  }

  /** The answer may be below what a small screen shows. */
  async #compare(): Promise<void> {
    await app.compare();
    this.dispatchEvent(new CustomEvent('answer', { bubbles: true, composed: true }));
  }

  #tour(): void {
    this.dispatchEvent(new CustomEvent('tour', { bubbles: true, composed: true }));
  }
}

customElements.define('tm-welcome', TmWelcome);
