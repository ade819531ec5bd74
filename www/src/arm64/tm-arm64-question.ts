import { css, html, nothing } from 'lit';
import {
  arrayOf,
  bytesOf,
  MAX_ARRAY,
  MAX_BYTES,
  type Mode,
  modes,
  wrongParts,
} from '../comparison/arm64-question';
import { USUAL_LENGTH } from '../comparison/option-control';
import { base } from '../kit/base';
import { fieldStyles } from '../kit/field';
import { renderDialog } from '../kit/lazy-dialog';
import { Arm64Component } from './component';
import { form, question as messages } from './messages';

/** How many bytes are any at first. */
const USUAL_BYTES = '2';

/** The question that Compare answers, with its settings in a dialog. */
export class TmArm64Question extends Arm64Component {
  static override styles = [
    base,
    fieldStyles,
    css`
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 var(--space-4);
        line-height: 1.4;
        overflow-wrap: anywhere;
      }

      .question {
        font-weight: 600;
        text-wrap: pretty;
      }

      .given {
        font-size: var(--text-note);
      }

      form {
        display: grid;
        gap: var(--space-4);
      }

      fieldset {
        display: grid;
        gap: var(--space-2);
        margin: 0;
        padding: 0;
        border: none;
      }

      legend {
        padding: 0;
        font-weight: 600;
      }

      .field {
        display: grid;
        justify-items: start;
        gap: 0.125rem;
      }

      textarea {
        inline-size: 100%;
        min-block-size: 3.5rem;
        font-family: var(--mono);
      }

      @media print {
        button {
          display: none;
        }
      }
    `,
  ];

  override render() {
    const { question } = this.app;
    const most = arrayOf(question);
    return html`<p class="line" aria-label=${messages.label}>
        <span class="question">${messages.ask(most ?? null)}</span>
        <span class="given">
          ${messages.given(question, most ?? null)}
          ${wrongParts(question).map((part) => html`<span class="error">${messages.wrong[part]}</span>`)}
          <button
            type="button"
            class="link"
            aria-haspopup="dialog"
            aria-label=${messages.changeLabel}
            @click=${this.#open}
          >
            ${messages.change}
          </button>
        </span>
      </p>
      ${renderDialog(form.title, this.#form(most))}`;
  }

  #form(most: number | null | undefined) {
    const { mode, array, assume, observe } = this.app.question;
    const isArray = most !== null;
    const choose = (text: string) => () => this.app.setQuestion({ array: text, bytes: '' });
    return html`<form novalidate @submit=${(event: Event) => event.preventDefault()}>
      <fieldset>
        <legend>${form.inputs}</legend>
        <label>
          <input type="radio" name="inputs" .checked=${!isArray} @change=${choose('')} />${form.two}
        </label>
        <label>
          <input
            type="radio"
            name="inputs"
            .checked=${isArray}
            @change=${choose(String(USUAL_LENGTH))}
          />${form.array}
        </label>
        <label class="field" ?hidden=${!isArray}>
          ${form.most}
          <input
            inputmode="numeric"
            autocomplete="off"
            aria-invalid=${most === undefined}
            aria-describedby="wrong"
            .value=${array}
            @input=${(event: Event) =>
              this.app.setQuestion({ array: (event.target as HTMLInputElement).value || '0' })}
          />
          <span id="wrong" class="error">${most === undefined ? form.wrongCount(MAX_ARRAY) : nothing}</span>
        </label>
      </fieldset>
      <label class="field">
        ${form.mode}
        <select
          aria-describedby="mode-help"
          @change=${(event: Event) =>
            this.app.setQuestion({ mode: (event.target as HTMLSelectElement).value as Mode })}
        >
          ${modes.map(
            (name) =>
              html`<option value=${name} ?selected=${name === mode}>${form.modes[name]}</option>`,
          )}
        </select>
        <span id="mode-help" class="help">${form.modeHelp[mode]}</span>
      </label>
      <label class="field">
        ${form.assume}
        <textarea
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          aria-describedby="assume-help"
          .value=${assume}
          @input=${(event: Event) =>
            this.app.setQuestion({ assume: (event.target as HTMLTextAreaElement).value })}
        ></textarea>
        <span id="assume-help" class="help">${form.assumeHelp(isArray)}</span>
      </label>
      <label class="field">
        ${form.observe}
        <input
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          placeholder="x0, output"
          aria-describedby="observe-help"
          .value=${observe}
          @input=${(event: Event) =>
            this.app.setQuestion({ observe: (event.target as HTMLInputElement).value })}
        />
        <span id="observe-help" class="help">${form.observeHelp(isArray)}</span>
      </label>
      ${this.#stream(isArray)}
    </form>`;
  }

  #stream(isArray: boolean) {
    const { question } = this.app;
    const { stream, bytes } = question;
    const isFree = bytes !== '';
    return html`<fieldset>
      <legend>${form.stream}</legend>
      <label>
        <input
          type="radio"
          name="stream"
          .checked=${!isFree}
          @change=${() => this.app.setQuestion({ bytes: '' })}
        />${form.streams.text}
      </label>
      <label>
        <input
          type="radio"
          name="stream"
          ?disabled=${isArray}
          .checked=${isFree}
          @change=${() => this.app.setQuestion({ bytes: USUAL_BYTES, stream: '' })}
        />${form.streams.free}
      </label>
      ${isArray ? html`<span class="help">${form.noBytes}</span>` : nothing}
      <label class="field" ?hidden=${!isFree}>
        ${form.bytes}
        <input
          inputmode="numeric"
          autocomplete="off"
          aria-invalid=${bytesOf(question) === undefined}
          aria-describedby="wrong-bytes"
          .value=${bytes}
          @input=${(event: Event) =>
            this.app.setQuestion({ bytes: (event.target as HTMLInputElement).value || '0' })}
        />
        <span id="wrong-bytes" class="error">
          ${bytesOf(question) === undefined ? form.wrongCount(MAX_BYTES) : nothing}
        </span>
      </label>
      <label class="field" ?hidden=${isFree}>
        ${form.text}
        <textarea
          autocomplete="off"
          spellcheck="false"
          .value=${stream}
          @input=${(event: Event) =>
            this.app.setQuestion({ stream: (event.target as HTMLTextAreaElement).value })}
        ></textarea>
      </label>
    </fieldset>`;
  }

  #open(): void {
    this.renderRoot.querySelector('dialog')?.showModal();
  }
}

customElements.define('tm-arm64-question', TmArm64Question);
