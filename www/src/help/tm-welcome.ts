import { css, html, nothing } from 'lit';
import { base } from '../kit/base';
import { Component } from '../playground/component';
import { welcome as messages } from './messages';

/** What the page is for, to somebody who sees it for the first time. */
export class TmWelcome extends Component {
  static override styles = [
    base,
    css`
      section {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: var(--space-3) var(--space-5);
        margin-block-end: var(--gap, 0);
        padding: 0.875rem 1.125rem;
        border: 1px solid var(--line);
        border-inline-start: 6px solid var(--accent);
        border-radius: var(--radius-l);
        background: var(--surface);
      }

      .words {
        flex: 0 1 76ch;
      }

      .question {
        font-size: var(--text-l);
      }

      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
      }
    `,
  ];

  /** It has done its work once somebody compares. */
  override updated(): void {
    const { isNew, comparison } = this.state;
    if (isNew && comparison) this.app.settings.welcomed();
  }

  override render() {
    const { isNew, link } = this.state;
    // Whoever opens a shared result came for the result.
    const isOfResult = link?.state === 'opened' && link.claim !== undefined;
    if (!isNew || isOfResult) return nothing;
    return html`<section aria-label=${messages.label}>
      <div class="words">
        <p class="question">${messages.question}</p>
        <p class="muted">${messages.answer}</p>
      </div>
      <div class="buttons">
        <button type="button" class="primary" @click=${this.#compare}>${messages.compare}</button>
        <button type="button" @click=${this.#tour}>${messages.tour}</button>
        <button type="button" @click=${() => this.app.settings.welcomed()}>${messages.dismiss}</button>
      </div>
    </section>`;
  }

  /** The answer may be below what a small screen shows. */
  async #compare(): Promise<void> {
    await this.app.comparison.compare();
    this.dispatchEvent(new CustomEvent('answer', { bubbles: true, composed: true }));
  }

  #tour(): void {
    this.dispatchEvent(new CustomEvent('tour', { bubbles: true, composed: true }));
  }
}

customElements.define('tm-welcome', TmWelcome);
