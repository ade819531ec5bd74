import { html, nothing } from 'lit';
import type { Inputs, ReplayReply, Side, Spec, Values } from '../engine/types';
import { base } from '../kit/base';
import { formatField, parseWord } from '../kit/numbers';
import { tones } from '../kit/tones';
import { Component } from '../playground/component';
import { namesOf, writeContract } from './contract';
import { tries as messages } from './messages';
import { fromFields } from './options';
import { tryStyles } from './try-styles';

/** Maximum number of input words with a field here; a larger contract is tried in the debugger. */
const MOST = 8;

interface Tried {
  /**
   * Identifies the programs and the contract that were tried, so that an outdated result is
   * recognized.
   */
  of: string;
  inputs: Inputs;
  reply: ReplayReply;
}

/** Runs both programs on an input of the reader's choice, before they are compared on all. */
export class TmTry extends Component {
  static override properties = {
    fields: { state: true },
    tried: { state: true },
    problem: { state: true },
  };

  static override styles = [base, tones, tryStyles];

  declare fields: readonly string[];
  declare tried: Tried | undefined;
  declare problem: string | undefined;

  /** The distinct inputs tried for the same programs and contract. */
  readonly #distinct = new Set<string>();
  #of = '';
  /** The last automatic trial. */
  #looked = '';
  /** The number of trials so far. The answer to an earlier one is outdated. */
  #trials = 0;

  constructor() {
    super();
    this.fields = ['30', '60'];
    this.tried = undefined;
    this.problem = undefined;
  }

  /** The first answer appears without a click. */
  override updated(): void {
    const { engine } = this.state;
    const of = this.#what();
    if (!engine || this.#looked === of) return;
    this.#looked = of;
    // Errors of a program are reported under its editor.
    this.#run().catch(() => {});
  }

  /** Puts the keyboard on the trial. */
  override focus(): void {
    this.renderRoot.querySelector('section')?.focus();
  }

  override render() {
    const { contract } = this.app.options;
    const names = namesOf(contract);
    const tried = this.tried?.of === this.#what() ? this.tried : undefined;
    return html`<section class="panel" aria-label=${messages.label} tabindex="-1">
      <h2>${messages.title}</h2>
      <slot></slot>
      ${names.length <= MOST ? this.#form(names) : nothing}
      <div class="result ${toneOf(tried?.reply.agreement)}" role="status">
        ${this.problem ? html`<p>${this.problem}</p>` : this.#result(tried, names.length)}
      </div>
      <div class="next">
        <button type="button" @click=${() => this.app.comparison.compare()}>
          ${messages.all(writeContract(contract) === '')}
        </button>
        <button type="button" class="link" @click=${this.#tutorial}>${messages.tutorial}</button>
      </div>
    </section>`;
  }

  #form(names: readonly string[]) {
    return html`<form novalidate @submit=${this.#try}>
      ${names.map(
        (name, at) =>
          html`<label>
            ${name}
            <input
              inputmode="text"
              autocomplete="off"
              spellcheck="false"
              aria-invalid=${parseWord(this.#field(at)) === undefined}
              .value=${this.#field(at)}
              @input=${(event: Event) => this.#set(at, (event.target as HTMLInputElement).value)}
            />
          </label>`,
      )}
      <button>${messages.run}</button>
    </form>`;
  }

  #result(tried: Tried | undefined, words: number) {
    if (!tried) return html`<p class="muted">${messages.none}</p>`;
    const { values, agreement } = tried.reply;
    return html`<p class="gives">
        ${(['left', 'right'] as const).map(
          (side) => html`<span>${messages.of(side)} <b>${observedOf(values, side)}</b></span>`,
        )}
        <b>${messages.agreement[agreement]}</b>
      </p>
      <p class="count">${messages.count(this.#distinct.size, words)}</p>`;
  }

  #field(at: number): string {
    return this.fields[at] ?? '0';
  }

  #set(at: number, text: string): void {
    const { length } = namesOf(this.app.options.contract);
    this.fields = Array.from({ length }, (_, index) => (index === at ? text : this.#field(index)));
  }

  /** Identifies what an input is tried on now. */
  #what(): string {
    const { programs, options } = this.state;
    const reading = fromFields(options);
    return JSON.stringify([programs.left, programs.right, reading.ok && reading.options]);
  }

  readonly #try = async (event: Event) => {
    event.preventDefault();
    try {
      await this.#run();
      this.dispatchEvent(new CustomEvent('tried', { bubbles: true, composed: true }));
    } catch (error) {
      this.tried = undefined;
      this.problem = messages.failed(String((error as Error).message));
    }
  };

  async #run(): Promise<void> {
    this.#trials += 1;
    const trial = this.#trials;
    const { contract, fuel } = this.app.options;
    const { fields } = this;
    const words = namesOf(contract).map((_, at) => parseWord(this.#field(at)));
    if (words.includes(undefined)) {
      this.problem = messages.noWord;
      return;
    }
    const inputs = words as number[];
    const of = this.#what();
    const { left, right } = this.app.store.state.programs;
    this.problem = undefined;
    const request = { left, right, contract: contract as Spec, inputs, fuel };
    const reply = await this.app.engine.call('replay', request);
    if (trial !== this.#trials) return;
    if (this.#of !== of) this.#distinct.clear();
    this.#of = of;
    this.#distinct.add(inputs.join());
    // What was typed meanwhile stays.
    if (this.fields === fields) this.fields = inputs.map((word) => formatField(word, 'plain'));
    this.tried = { of, inputs, reply };
  }

  #tutorial(): void {
    this.dispatchEvent(new CustomEvent('tutorial', { bubbles: true, composed: true }));
  }
}

const toneOf = (agreement: ReplayReply['agreement'] | undefined): string =>
  agreement === 'differ' ? 'differ' : '';

/** A program's observation, in the engine's words. */
const observedOf = ({ observed }: Values, side: Side): string =>
  observed
    .map(({ kind, name, [side]: text }) => messages.observed(kind === 'end' ? '' : name, text))
    .join(', ') || messages.stops;

customElements.define('tm-try', TmTry);
