import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { type Example, examples, groups } from '../examples';
import { examples as words } from '../messages';
import { Watch } from '../store';
import { base } from './base';

/** The menu of examples, and a word on the one that was chosen. */
export class TmExamples extends LitElement {
  static override properties = { filter: { state: true } };

  static override styles = [
    base,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.25rem 1rem;
      }

      .chosen {
        flex: 1 1 18rem;
        max-inline-size: 75ch;
      }

      .dialog-head input {
        flex: 1 1 12rem;
        min-inline-size: 0;
      }

      h3 {
        margin-block: 1rem 0.25rem;
        color: var(--muted);
        font-size: 0.875rem;
      }

      li button {
        display: block;
        inline-size: 100%;
        text-align: start;
        border-color: transparent;
        padding: 0.375rem 0.5rem;
      }

      li button:hover,
      li button:focus-visible {
        border-color: var(--line);
      }

      .title {
        font-weight: 600;
      }

      .about {
        display: block;
        color: var(--muted);
        font-size: 0.875rem;
      }

      @media print {
        button {
          display: none;
        }
      }
    `,
  ];

  declare filter: string;

  readonly #chosen = new Watch(
    this,
    app.store,
    (state) => [state.example, state.programs] as const,
  );

  constructor() {
    super();
    this.filter = '';
  }

  override render() {
    const found = examples.filter((example) => matches(example, this.filter));
    return html`<button type="button" aria-haspopup="dialog" @click=${this.#open}>
        ${words.open}
      </button>
      ${this.#chosenWords()}
      <dialog aria-labelledby="title">
        <div class="dialog-head">
          <h2 id="title">${words.title}</h2>
          <input
            type="search"
            aria-label=${words.filter}
            placeholder=${words.filter}
            autofocus
            .value=${this.filter}
            @input=${(event: InputEvent) => {
              this.filter = (event.target as HTMLInputElement).value;
            }}
          />
          <button type="button" @click=${this.#close}>${words.close}</button>
        </div>
        <div class="dialog-body">
          <p class="muted" role="status">${found.length === 0 ? words.none : words.undo}</p>
          ${groups.map((group) => this.#group(group, found))}
        </div>
      </dialog>`;
  }

  #chosenWords() {
    const [name, programs] = this.#chosen.value;
    const chosen = examples.find((example) => example.name === name);
    if (!chosen) return nothing;
    const { title, about, source, left, right } = chosen;
    if (programs.left !== left || programs.right !== right) {
      return html`<p class="chosen muted">${words.changed(title)}</p>`;
    }
    return html`<p class="chosen">
      <span class="title">${title}.</span> ${about} <span class="muted">${source}</span>
    </p>`;
  }

  #group(group: string, found: readonly Example[]) {
    const members = found.filter((example) => example.group === group);
    if (members.length === 0) return nothing;
    return html`<h3>${group}</h3>
      <ul>
        ${members.map(
          (example) =>
            html`<li>
              <button type="button" data-example=${example.name} @click=${() => this.#choose(example)}>
                <span class="title">${example.title}</span>
                <span class="muted">${example.source}</span>
                <span class="about">${example.about}</span>
              </button>
            </li>`,
        )}
      </ul>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  #open(): void {
    this.filter = '';
    this.#dialog?.showModal();
  }

  #close(): void {
    this.#dialog?.close();
  }

  #choose(example: Example): void {
    this.#close();
    app.chooseExample(example);
  }
}

function matches({ title, source, about, group }: Example, filter: string): boolean {
  const text = `${title} ${source} ${about} ${group}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

customElements.define('tm-examples', TmExamples);
