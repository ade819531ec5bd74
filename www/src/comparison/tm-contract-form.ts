import { Task } from '@lit/task';
import { css, html, nothing, type PropertyValues } from 'lit';
import type { ContractReply } from '../engine/types';
import { base } from '../kit/base';
import { fieldStyles } from '../kit/field';
import { type Dialog, renderDialog } from '../kit/lazy-dialog';
import { loaded } from '../kit/loaded';
import { parseWord } from '../kit/numbers';
import { prose } from '../kit/prose';
import { Component } from '../playground/component';
import { contractOf, type SomeSpec, type Spec, writeContract } from './contract';
import { form as messages } from './contract-words';
import './tm-options';

/** The contract in the fields. */
interface Draft {
  kind: 'two' | 'array';
  array: string;
  isBehind: boolean;
  beyond: string;
  stream: 'none' | 'text' | 'free';
  stdin: string;
  bytes: string;
  separate: readonly string[];
  assume: string;
  observe: string;
  address: string;
}

/** The engine's maximum length of an array, and number of free bytes. */
const MOST = 64;

/** The form behind the sentence that describes the contract. */
export class TmContractForm extends Component implements Dialog {
  static override properties = { draft: { state: true } };

  static override styles = [
    base,
    fieldStyles,
    css`
      form {
        display: grid;
        gap: var(--space-4);
        max-inline-size: 40rem;
      }

      h3 {
        margin-block: var(--space-5) var(--space-2);
        padding-block-start: var(--space-3);
        border-block-start: 1px solid var(--line);
      }

      fieldset {
        border: none;
        padding: 0;
        margin: 0;
        display: grid;
        gap: 0.375rem;
      }

      legend,
      .name {
        font-weight: 600;
        padding: 0;
        margin-block-end: var(--space-1);
      }

      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.375rem var(--space-4);
      }

      .row label {
        display: flex;
        align-items: center;
        gap: 0.375rem;
      }

      input[type='radio'],
      input[type='checkbox'] {
        min-height: 0;
        inline-size: 1.125rem;
        block-size: 1.125rem;
        accent-color: var(--accent);
      }

      input.number {
        inline-size: 5rem;
      }

      textarea,
      input.line {
        inline-size: 100%;
        font-family: var(--mono);
        font-size: var(--text-note);
      }

      textarea {
        min-block-size: 4.5rem;
      }
    `,
  ];

  declare draft: Draft | undefined;
  /** The contract that the draft was made from or has become. */
  #of: string | undefined;
  /** The engine's check of the draft; none if it cannot be expressed. */
  readonly #checked = new Task(this, {
    args: () => [this.draft && this.#said(this.draft)] as const,
    task: ([text]): Promise<ContractReply> | undefined =>
      text === undefined
        ? undefined
        : this.app.engine.call('checkContract', contractOf(text) as Spec),
  });

  constructor() {
    super();
    this.draft = undefined;
  }

  show(): void {
    const { contract } = this.state.options;
    // Keep text that is not a valid contract yet.
    this.draft ??= draftOf(contractOf(contract));
    this.#of ??= contract;
    this.updateComplete.then(() => this.renderRoot.querySelector('dialog')?.showModal());
  }

  override willUpdate(): void {
    const { contract } = this.state.options;
    // Changed elsewhere, by an assumption or an example: update the fields, open or not.
    if (!this.draft || contract === this.#of) return;
    this.draft = draftOf(contractOf(contract));
    this.#of = contract;
  }

  override updated(changed: PropertyValues): void {
    super.updated?.(changed);
    const { value } = loaded(this.#checked);
    const said = this.draft && this.#said(this.draft);
    const { contract } = this.state.options;
    if (value && value.problems.length === 0 && said !== undefined && said !== contract) {
      this.#of = said;
      this.app.options.set('contract', said);
    }
  }

  override render() {
    const { draft } = this;
    return renderDialog(
      messages.title,
      html`${draft ? this.#form(draft) : nothing}
        <h3>${messages.limits}</h3>
        <tm-options></tm-options>`,
    );
  }

  #form(draft: Draft) {
    const { value } = loaded(this.#checked);
    const problems = value?.problems ?? [];
    const of = (part: string) => problems.filter((problem) => problem.part === part);
    const inputs = [
      ...(draft.kind === 'two' ? ['$1', '$2'] : ['a']),
      ...(draft.kind === 'array' && Number(draft.beyond) > 0 ? ['beyond'] : []),
      ...(draft.stream === 'free' ? ['in'] : []),
    ];
    return html`<form novalidate @submit=${prevent}>
      <p class="muted">${messages.intro}</p>
      <fieldset>
        <legend>${messages.inputs}</legend>
        <div class="row">
          ${this.#radio(draft, 'two', messages.two)} ${this.#radio(draft, 'array', messages.array)}
          ${
            draft.kind === 'array'
              ? html`${this.#count('array', messages.most, draft.array, isCount(draft.array))}
                  <label>
                    <input
                      type="checkbox"
                      .checked=${draft.isBehind}
                      @change=${(event: Event) =>
                        this.#change({ isBehind: (event.target as HTMLInputElement).checked })}
                    />
                    ${messages.behind}
                  </label>
                  ${this.#count('beyond', messages.beyond, draft.beyond, isCount(draft.beyond))}`
              : nothing
          }
        </div>
      </fieldset>
      <fieldset>
        <legend>${messages.stream}</legend>
        <div class="row">
          <select
            aria-label=${messages.stream}
            @change=${(event: Event) => this.#change({ stream: textOf(event) as Draft['stream'] })}
          >
            ${(['none', 'text', 'free'] as const).map(
              (stream) =>
                html`<option value=${stream} ?selected=${stream === draft.stream}>
                  ${messages.streams[stream]}
                </option>`,
            )}
          </select>
          ${
            draft.stream === 'free'
              ? this.#count('bytes', messages.bytes, draft.bytes, isCount(draft.bytes))
              : nothing
          }
        </div>
        ${
          draft.stream === 'text'
            ? html`<textarea
                aria-label=${messages.text}
                spellcheck="false"
                .value=${draft.stdin}
                @input=${(event: Event) => this.#change({ stdin: textOf(event) })}
              ></textarea>`
            : nothing
        }
      </fieldset>
      <fieldset>
        <legend>${messages.separate}</legend>
        <div class="row">
          ${inputs.map(
            (name) =>
              html`<label>
                <input
                  type="checkbox"
                  .checked=${draft.separate.includes(name)}
                  @change=${(event: Event) => {
                    const others = draft.separate.filter((other) => other !== name);
                    const isOn = (event.target as HTMLInputElement).checked;
                    this.#change({ separate: isOn ? [...others, name] : others });
                  }}
                />
                ${messages.names[name]}
              </label>`,
          )}
        </div>
        <p class="help">${messages.separateHelp}</p>
      </fieldset>
      <div>
        <label class="name" for="assume">${messages.assume}</label>
        <textarea
          id="assume"
          spellcheck="false"
          aria-describedby="assume-help assume-error"
          aria-invalid=${of('assume').length > 0}
          .value=${draft.assume}
          @input=${(event: Event) => this.#change({ assume: textOf(event) })}
        ></textarea>
        <p class="help" id="assume-help">${messages.assumeHelp}</p>
        <div id="assume-error" class="error" role="status">
          ${of('assume').map(({ index, from, to, message }) => {
            const { line, text } = linesOf(draft.assume)[index] ?? { line: 1, text: '' };
            return html`<p>${prose(messages.at(line, message, text.slice(from, to)))}</p>`;
          })}
        </div>
      </div>
      <div>
        <label class="name" for="observe">${messages.observe}</label>
        <input
          id="observe"
          class="line"
          autocomplete="off"
          spellcheck="false"
          placeholder="$3, output"
          aria-describedby="observe-help observe-error"
          aria-invalid=${of('observe').length > 0}
          .value=${draft.observe}
          @input=${(event: Event) => this.#change({ observe: textOf(event) })}
        />
        <p class="help" id="observe-help">${messages.observeHelp}</p>
        <div id="observe-error" class="error" role="status">
          ${of('observe').map(({ message }) => html`<p>${prose(`${message}.`)}</p>`)}
        </div>
      </div>
      <div>
        <label class="name" for="address">${messages.address}</label>
        <input
          id="address"
          class="number"
          autocomplete="off"
          spellcheck="false"
          placeholder="0x8123456c"
          aria-describedby="address-help address-error"
          aria-invalid=${!isAddress(draft.address)}
          .value=${draft.address}
          @input=${(event: Event) => this.#change({ address: textOf(event) })}
        />
        <p class="help" id="address-help">${messages.addressHelp}</p>
        <div id="address-error" class="error" role="status">
          ${isAddress(draft.address) ? nothing : messages.wrongAddress}
        </div>
      </div>
      <p class="muted" role="status">
        ${value && problems.length === 0 ? messages.checked(value.names) : nothing}
      </p>
      <div class="row">
        <button type="button" @click=${() => this.#change(draftOf({}))}>${messages.reset}</button>
      </div>
    </form>`;
  }

  #radio(draft: Draft, kind: Draft['kind'], label: string) {
    return html`<label>
      <input
        type="radio"
        name="kind"
        value=${kind}
        .checked=${draft.kind === kind}
        @change=${() => this.#change({ kind })}
      />
      ${label}
    </label>`;
  }

  #count(name: 'array' | 'beyond' | 'bytes', label: string, value: string, isRight: boolean) {
    return html`<label>
        ${label}
        <input
          class="number"
          inputmode="numeric"
          autocomplete="off"
          aria-invalid=${!isRight}
          .value=${value}
          @input=${(event: Event) => this.#change({ [name]: textOf(event) })}
        />
      </label>
      ${isRight ? nothing : html`<span class="error">${messages.wrongCount(MOST)}</span>`}`;
  }

  #change(change: Partial<Draft>): void {
    if (this.draft) this.draft = { ...this.draft, ...change };
  }

  /** The contract in the fields, as a text; undefined if a number is invalid. */
  #said(draft: Draft): string | undefined {
    const isFree = draft.stream === 'free';
    if (draft.kind === 'array' && !(isCount(draft.array) && isCount(draft.beyond)))
      return undefined;
    if ((isFree && !isCount(draft.bytes)) || !isAddress(draft.address)) return undefined;
    const observe = draft.observe.split(',').map((item) => item.trim());
    const beyond = draft.kind === 'array' ? Number(draft.beyond) : 0;
    const isThere = (name: string) => {
      if (name === 'in') return isFree;
      if (name === 'beyond') return beyond > 0;
      return (name === 'a') === (draft.kind === 'array');
    };
    return writeContract({
      ...(draft.kind === 'array' ? { array: Number(draft.array) } : {}),
      ...(draft.kind === 'array' && draft.isBehind ? { array_at: 'behind' as const } : {}),
      ...(beyond > 0 ? { array_beyond: beyond } : {}),
      ...(draft.stream === 'text' ? { stdin: draft.stdin } : {}),
      ...(isFree ? { stdin_bytes: Number(draft.bytes) } : {}),
      separate: draft.separate.filter(isThere),
      assume: linesOf(draft.assume).map(({ text }) => text),
      ...(draft.observe.trim() === '' ? {} : { observe: observe.filter((item) => item !== '') }),
      ...(draft.address.trim() === '' ? {} : { return_address: parseWord(draft.address) ?? 0 }),
    });
  }
}

/** The fields for a contract. */
function draftOf(spec: SomeSpec): Draft {
  const { array, stdin, stdin_bytes: bytes, return_address: address } = spec;
  return {
    kind: array == null ? 'two' : 'array',
    array: String(array ?? 4),
    isBehind: spec.array_at === 'behind',
    beyond: String(spec.array_beyond ?? 0),
    stream: bytes != null ? 'free' : stdin != null ? 'text' : 'none',
    stdin: stdin ?? '',
    bytes: String(bytes ?? 3),
    separate: spec.separate ?? [],
    assume: (spec.assume ?? []).join('\n'),
    observe: (spec.observe ?? []).join(', '),
    address: address == null ? '' : `0x${address.toString(16)}`,
  };
}

/** The nonempty lines of a text, each with its number from 1. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');

const isCount = (text: string) => /^\s*\d{1,2}\s*$/.test(text) && Number(text) <= MOST;

const isAddress = (text: string) => text.trim() === '' || parseWord(text) !== undefined;

const textOf = (event: Event) =>
  (event.target as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement).value;

const prevent = (event: Event) => event.preventDefault();

customElements.define('tm-contract-form', TmContractForm);
