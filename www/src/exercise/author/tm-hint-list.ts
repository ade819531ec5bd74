import { css, html, LitElement, nothing } from 'lit';

import { base } from '../../kit/base';
import { type Hint, type HintKind, hintKinds } from '../exercise';
import { messages as all } from '../messages';
import { formStyles } from '../styles';

const messages = all.author;

/** The editable hints of a task; dispatches an event `hints` on a change. */
export class TmHintList extends LitElement {
  static override properties = {
    hints: { attribute: false },
    most: { type: Number },
    textOnly: { type: Boolean },
  };

  static override styles = [
    base,
    formStyles,
    css`
      .hint {
        margin-block-end: var(--space-3);
      }

      h2 {
        margin-block-end: var(--space-2);
      }

      select {
        flex: 0 1 auto;
        min-inline-size: 0;
        max-inline-size: calc(100% - 3.5rem);
      }

      textarea {
        margin-block-start: var(--space-1);
      }
    `,
  ];

  declare hints: readonly Hint[];
  declare most: number;
  /** Whether there is no reference that the engine could use. */
  declare textOnly: boolean;

  constructor() {
    super();
    this.hints = [];
    this.most = 0;
    this.textOnly = false;
  }

  override render() {
    const isFull = this.hints.length >= this.most;
    return html`<h2>${messages.hints}</h2>
      ${this.textOnly ? html`<p class="help">${messages.hintNeeds}</p>` : nothing}
      ${this.hints.map((hint, index) => this.#hint(hint, index))}
      <button
        type="button"
        aria-disabled=${isFull}
        @click=${() => (isFull ? undefined : this.#tell([...this.hints, { kind: 'text', text: '' }]))}
      >
        ${messages.addHint}
      </button>`;
  }

  #hint(hint: Hint, index: number) {
    const kinds = hintKinds.filter(
      (kind) => !this.textOnly || kind === 'text' || kind === hint.kind,
    );
    return html`<div class="hint">
      <div class="row">
        <select
          aria-label=${messages.hintKind(index + 1)}
          @change=${(event: Event) => {
            const kind = (event.target as HTMLSelectElement).value as HintKind;
            this.#replace(index, kind === 'text' ? { kind, text: '' } : { kind });
          }}
        >
          ${kinds.map(
            (kind) =>
              html`<option value=${kind} ?selected=${kind === hint.kind}>${all.kinds[kind]}</option>`,
          )}
        </select>
        <button
          type="button"
          aria-label=${messages.removeHint(index + 1)}
          @click=${() => this.#tell(this.hints.filter((_, other) => other !== index))}
        >
          ×
        </button>
      </div>
      ${
        hint.kind === 'text'
          ? html`<textarea
              aria-label=${messages.hintText(index + 1)}
              .value=${hint.text}
              @input=${(event: Event) =>
                this.#replace(index, {
                  kind: 'text',
                  text: (event.target as HTMLTextAreaElement).value,
                })}
            ></textarea>`
          : nothing
      }
    </div>`;
  }

  #replace(index: number, hint: Hint): void {
    this.#tell(this.hints.map((other, at) => (at === index ? hint : other)));
  }

  #tell(hints: readonly Hint[]): void {
    this.dispatchEvent(new CustomEvent('hints', { detail: hints }));
  }
}

customElements.define('tm-hint-list', TmHintList);
