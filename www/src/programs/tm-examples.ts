import { css, html } from 'lit';
import { isSame } from '../engine/sources';
import { base } from '../kit/base';
import { showDialog } from '../kit/lazy-dialog';
import { Component } from '../playground/component';
import { loadedExamples } from './first-example';
import { examples as messages } from './messages';

/** The button of the menu of examples, which names the selected one. */
export class TmExamples extends Component {
  static override properties = { isLoaded: { state: true } };

  static override styles = [
    base,
    css`
      button {
        display: flex;
        align-items: center;
        gap: 0.375rem;
        max-inline-size: 100%;
      }

      .title {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
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
      // Without them only the name of the selected one is missing.
      () => {},
    );
  }

  override render() {
    return html`<button
      type="button"
      aria-haspopup="dialog"
      title=${messages.title}
      @click=${() => showDialog(this.renderRoot, 'tm-example-menu', () => import('./tm-example-menu'))}
    >
      <span class="title">${this.#label()}</span><span aria-hidden="true">▾</span>
    </button>`;
  }

  #label(): string {
    const { example: name, programs } = this.state;
    const chosen = name ? loadedExamples.get(name) : undefined;
    if (!chosen) return messages.open;
    const { title, left, right } = chosen;
    const isWhole = isSame(programs.left, left) && isSame(programs.right, right);
    return isWhole ? messages.chosen(title) : messages.changed(title);
  }
}

customElements.define('tm-examples', TmExamples);
