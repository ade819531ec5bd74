import { css, html, LitElement, nothing } from 'lit';

import { base } from '../kit/base';
import type { ReferenceMode, Task } from './exercise';
import { markdown } from './markdown';
import { messages } from './messages';
import { textStyles } from './styles';

/** A task's description: its text, the contract, the kind of reference. */
export class TmStatement extends LitElement {
  static override properties = {
    task: { attribute: false },
    asks: {},
    isPage: { type: Boolean },
    isUnsealed: { type: Boolean },
  };

  static override styles = [
    base,
    textStyles,
    css`
      h1,
      h2 {
        margin-block-start: 0;
        line-height: 1.3;
        font-size: var(--text-title);
        margin-block-end: var(--space-2);
        overflow-wrap: anywhere;
      }

      dl {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: var(--space-1) var(--space-4);
        margin-block-start: var(--space-4);
        font-size: var(--text-note);
        max-inline-size: 75ch;
      }

      @media (max-width: 30rem) {
        dl {
          grid-template-columns: minmax(0, 1fr);
        }
      }

      dt {
        color: var(--muted);
      }

      dd {
        margin: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

  declare task: Task | undefined;
  /** What is compared, in sentences. */
  declare asks: string;
  /** Whether its title is the page's. */
  declare isPage: boolean;
  /** Whether a sealed reference was opened. */
  declare isUnsealed: boolean;
  #shown: { text: string; fragment: DocumentFragment } | undefined;

  constructor() {
    super();
    this.task = undefined;
    this.asks = '';
    this.isPage = false;
    this.isUnsealed = false;
  }

  override render() {
    const { task } = this;
    if (!task) return nothing;
    const { title, reference } = task;
    return html`${this.#title(title)}
      <div class="prose">${this.#text(task.text)}</div>
      <dl>
        <dt>${messages.contract}</dt>
        <dd>${this.asks}</dd>
        <dt>${messages.reference}</dt>
        <dd>${this.isUnsealed ? messages.unsealed : messages.modes[reference.mode satisfies ReferenceMode]}</dd>
      </dl>`;
  }

  #title(title: string) {
    if (this.isPage) return html`<h1>${title || messages.page}</h1>`;
    return title ? html`<h2>${title}</h2>` : nothing;
  }

  #text(text: string): Node {
    if (this.#shown?.text !== text) this.#shown = { text, fragment: markdown(text) };
    return this.#shown.fragment.cloneNode(true);
  }
}

customElements.define('tm-statement', TmStatement);
