import { css, html, nothing } from 'lit';
import { base } from '../../kit/base';
import { prose } from '../../kit/prose';
import { Component } from '../../playground/component';
import { mutants as messages } from './messages';
import { partStyles } from './styles';
import { initialTesting } from './testing';

/** Other programs, which are treated as mutants. */
export class TmOthers extends Component {
  static override properties = { add: { attribute: false }, problems: { attribute: false } };

  static override styles = [
    base,
    partStyles,
    css`
      :host {
        display: block;
        margin-block: var(--space-2);
      }

      h4 {
        margin: 0 0 var(--space-1);
        font-size: var(--text-body);
      }

      ul {
        max-block-size: 10rem;
        margin-block: var(--space-1);
        overflow-y: auto;
        font-size: var(--text-body);
      }

      .wrong {
        color: var(--differ);
        font-size: var(--text-body);
      }
    `,
  ];

  /** Adds files as programs. */
  declare add: (files: readonly File[]) => void;
  /** The errors of the last ones. */
  declare problems: readonly string[];

  constructor() {
    super();
    this.problems = [];
  }

  override render() {
    const { others } = this.state.testing ?? initialTesting;
    const hasSome = others.length > 0;
    return html`<h4 id="others">
        ${hasSome ? messages.othersOf(others.length) : messages.others}
      </h4>
      ${
        hasSome
          ? html`<ul aria-labelledby="others" tabindex="0">
              ${others.map(
                ({ name }) =>
                  html`<li>
                    ${name}
                    <button
                      type="button"
                      class="link"
                      aria-label=${messages.removeOther(name)}
                      @click=${() => this.#remove(name)}
                    >
                      ×
                    </button>
                  </li>`,
              )}
            </ul>`
          : nothing
      }
      ${this.problems.map((problem) => html`<p class="wrong">${prose(problem)}</p>`)}
      <div class="tools">
        <button type="button" @click=${this.#choose}>${messages.addOthers}</button>
        ${
          hasSome
            ? html`<button type="button" @click=${() => this.#remove()}>
                ${messages.removeOthers}
              </button>`
            : nothing
        }
        <input
          type="file"
          hidden
          multiple
          accept=${this.app.searches.tested.files}
          @change=${this.#chosen}
        />
      </div>
      <p class="help">${messages.othersHelp}</p>`;
  }

  readonly #choose = () => this.renderRoot.querySelector<HTMLElement>('input[type=file]')?.click();

  readonly #chosen = (event: Event) => {
    const input = event.target as HTMLInputElement;
    this.add([...(input.files ?? [])]);
    input.value = '';
  };

  readonly #remove = async (name?: string) => {
    (await this.app.searches.testing()).removeOthers(name);
  };
}

customElements.define('tm-others', TmOthers);
