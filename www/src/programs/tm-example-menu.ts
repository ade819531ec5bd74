import { css, html, nothing } from 'lit';
import { base } from '../kit/base';
import { parts } from '../kit/messages';
import { Component } from '../playground/component';
import type { Example } from './example';
import { examples, groups } from './examples';
import { examples as messages } from './messages';

/** The menu of examples. */
export class TmExampleMenu extends Component {
  static override properties = { filter: { state: true } };

  static override styles = [
    base,
    css`
      .dialog-head input {
        flex: 1 1 12rem;
        min-inline-size: 0;
      }

      h3 {
        margin-block: var(--space-4) var(--space-1);
        color: var(--muted);
        font-size: var(--text-note);
      }

      li button {
        display: block;
        inline-size: 100%;
        text-align: start;
        border-color: transparent;
        padding: 0.375rem var(--space-2);
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
        font-size: var(--text-note);
      }
    `,
  ];

  declare filter: string;

  constructor() {
    super();
    this.filter = '';
  }

  override render() {
    const found = examples.filter((example) => matches(example, this.filter));
    return html`<dialog aria-labelledby="title">
        <div class="dialog-head">
          <h2 id="title">${messages.title}</h2>
          <input
            type="search"
            aria-label=${messages.filter}
            placeholder=${messages.filter}
            autofocus
            .value=${this.filter}
            @input=${(event: InputEvent) => {
              this.filter = (event.target as HTMLInputElement).value;
            }}
          />
          <button type="button" @click=${this.#close}>${parts.close}</button>
        </div>
        <div class="dialog-body">
          <p class="muted" role="status">${found.length === 0 ? messages.none : messages.undo}</p>
          ${groups.map((group) => this.#group(group, found))}
        </div>
      </dialog>`;
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

  async show(): Promise<void> {
    this.filter = '';
    await this.updateComplete;
    this.#dialog?.showModal();
  }

  #close(): void {
    this.#dialog?.close();
  }

  #choose(example: Example): void {
    this.#close();
    this.app.chooseExample(example);
  }
}

function matches({ title, source, about, group }: Example, filter: string): boolean {
  const text = `${title} ${source} ${about} ${group}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

customElements.define('tm-example-menu', TmExampleMenu);
