import { css, html, nothing } from 'lit';
import { isSame } from '../engine/sources';
import { base } from '../kit/base';
import { showDialog } from '../kit/lazy-dialog';
import { Component } from '../playground/component';
import { loadedExamples } from './first-example';
import { examples as messages } from './messages';

/** The button for the menu of examples, and a word on the one that was chosen. */
export class TmExamples extends Component {
  static override properties = { isLoaded: { state: true } };

  static override styles = [
    base,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: var(--space-1) var(--space-4);
      }

      .chosen {
        flex: 1 1 18rem;
        max-inline-size: 85ch;
        font-size: var(--text-s);
      }

      .title {
        font-weight: 600;
      }

      @media print {
        button {
          display: none;
        }
      }
    `,
  ];

  declare isLoaded: boolean;

  constructor() {
    super();
    this.isLoaded = false;
  }

  override willUpdate(): void {
    const { example: name } = this.state;
    if (!name || loadedExamples.has(name)) return;
    import('./examples').then(
      () => {
        this.isLoaded = true;
      },
      // Without them only the word on the chosen one is missing.
      () => {},
    );
  }

  override render() {
    return html`<button
        type="button"
        aria-haspopup="dialog"
        @click=${() => showDialog(this.renderRoot, 'tm-example-menu', () => import('./tm-example-menu'))}
      >
        ${messages.open}
      </button>
      ${this.#chosenWords()}`;
  }

  #chosenWords() {
    const { example: name, programs } = this.state;
    const chosen = name ? loadedExamples.get(name) : undefined;
    if (!chosen) return nothing;
    const { title, about, source, left, right } = chosen;
    if (!isSame(programs.left, left) || !isSame(programs.right, right)) {
      return html`<p class="chosen muted">${messages.changed(title)}</p>`;
    }
    return html`<p class="chosen">
      <span class="title">${title}.</span> ${about} <span class="muted">${source}</span>
    </p>`;
  }
}

customElements.define('tm-examples', TmExamples);
