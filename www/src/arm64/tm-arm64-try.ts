import { html } from 'lit';
import { arrayOf } from '../comparison/arm64-question';
import { tries as messages } from '../comparison/messages';
import { tryStyles } from '../comparison/try-styles';
import type { Side, Values } from '../engine/types';
import { base } from '../kit/base';
import { tones } from '../kit/tones';
import { Arm64Component } from './component';
import { fieldsOf, parseInputs, usualTexts } from './inputs';
import { answer } from './messages';
import type { ReplayReply } from './types';

/** Runs both programs on an input of the reader's choice, before they are compared on all. */
export class TmArm64Try extends Arm64Component {
  static override properties = {
    texts: { state: true },
    tried: { state: true },
    problem: { state: true },
  };

  static override styles = [base, tones, tryStyles];

  declare texts: readonly string[];
  /** The last result, and what it is a result of. */
  declare tried: { of: string; reply: ReplayReply } | undefined;
  declare problem: string | undefined;

  /** The last automatic trial. */
  #looked = '';

  constructor() {
    super();
    this.texts = [];
    this.tried = undefined;
    this.problem = undefined;
  }

  /** The first answer appears without a click. */
  override updated(): void {
    const of = this.#what();
    if (!this.state.engine || this.#looked === of) return;
    this.#looked = of;
    // Errors of a program are reported under its editor.
    this.#run().catch(() => {});
  }

  override focus(): void {
    this.renderRoot.querySelector('section')?.focus();
  }

  override render() {
    const texts = this.#texts();
    const reply = this.tried?.of === this.#what() ? this.tried.reply : undefined;
    return html`<section class="panel" aria-label=${messages.title} tabindex="-1">
      <h2>${messages.title}</h2>
      <slot></slot>
      <form novalidate @submit=${this.#try}>
        ${fieldsOf(this.app.question).map(
          (name, at) => html`<label>
            ${name}
            <input
              autocomplete="off"
              spellcheck="false"
              .value=${texts[at] ?? ''}
              @input=${(event: Event) => this.#set(at, (event.target as HTMLInputElement).value)}
            />
          </label>`,
        )}
        <button>${messages.run}</button>
      </form>
      <div class="result ${reply?.agreement === 'differ' ? 'differ' : ''}" role="status">
        ${this.problem ? html`<p>${this.problem}</p>` : renderReply(reply)}
      </div>
      <div class="next">
        <button type="button" @click=${() => this.app.compare()}>${messages.all(arrayOf(this.app.question) === null)}</button>
        <button type="button" class="link" @click=${this.#tutorial}>${messages.tutorial}</button>
      </div>
    </section>`;
  }

  #tutorial(): void {
    this.dispatchEvent(new CustomEvent('tutorial', { bubbles: true, composed: true }));
  }

  /** The texts in the fields, which depend on the question. */
  #texts(): readonly string[] {
    const { question } = this.app;
    return this.texts.length === fieldsOf(question).length ? this.texts : usualTexts(question);
  }

  #set(at: number, text: string): void {
    this.texts = this.#texts().with(at, text);
  }

  /** Identifies what an input is tried on now. */
  #what(): string {
    const { left, right } = this.state.programs;
    return JSON.stringify([left, right, this.app.question]);
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
    const inputs = parseInputs(this.#texts(), this.app.question);
    this.problem = inputs ? undefined : answer.wrongInput;
    if (!inputs) return;
    const of = this.#what();
    this.tried = { of, reply: await this.app.replay(inputs) };
  }
}

function renderReply(reply: ReplayReply | undefined) {
  if (!reply) return html`<p class="muted">${messages.none}</p>`;
  const { values, agreement } = reply;
  return html`<p class="gives">
    ${(['left', 'right'] as const).map(
      (side) => html`<span>${messages.of(side)} <b>${observedOf(values, side)}</b></span>`,
    )}
    <b>${messages.agreement[agreement]}</b>
  </p>`;
}

/** A program's observation, in the engine's words. */
const observedOf = ({ observed }: Values, side: Side): string =>
  observed
    .map(({ kind, name, [side]: text }) => messages.observed(kind === 'end' ? '' : name, text))
    .join(', ');

customElements.define('tm-arm64-try', TmArm64Try);
