import { css, html, LitElement, nothing, type TemplateResult } from 'lit';

import { app } from '../app';
import type { RunReport, Side } from '../engine/types';
import { examples } from '../examples';
import { outcome, witness as witnessWords } from '../messages';
import { tour as words } from '../messages/comfort';
import { formatWord, parseWord } from '../numbers';
import { sides } from '../playground';
import type { Work } from '../storage';
import { Watch } from '../store';
import { base } from './base';
import type { Dialog } from './lazy-dialog';

/** The pair of programs that it is about: they agree on nearly every input. */
const EXAMPLE = 'fig05';

type Step = 'boxes' | 'test' | 'compare' | 'answer' | 'end';

const steps: readonly Step[] = ['boxes', 'test', 'compare', 'answer', 'end'];

/** The part of the page that each step is about. */
const parts: Record<Step, string | undefined> = {
  boxes: '.editors',
  test: undefined,
  compare: 'tm-commands',
  answer: 'tm-verdict',
  end: undefined,
};

/**
 * A walk through the paper's black boxes: a unit test passes, and then the
 * comparison finds an input on which the programs differ. It stands beside
 * the page, which stays usable all along, and puts the reader's own programs
 * back in the end.
 */
export class TmTour extends LitElement implements Dialog {
  static override properties = {
    step: { state: true },
    inputs: { state: true },
    results: { state: true },
  };

  static override styles = [
    base,
    css`
      dialog {
        position: fixed;
        inset-block: auto 1rem;
        inset-inline: auto 1rem;
        z-index: 4;
        inline-size: min(26rem, calc(100vw - 1.5rem));
        max-block-size: min(30rem, 70dvh);
        margin: 0;
        padding: 0.875rem 1rem;
        border-inline-start: 6px solid var(--accent);
        box-shadow: 0 8px 32px rgb(0 0 0 / 25%);
      }

      /* Not over the button that it speaks of. */
      .compare {
        inset-inline: 1rem auto;
      }

      h2:focus {
        outline: none;
      }

      p,
      form,
      .results {
        margin-block-start: 0.5rem;
      }

      form {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 0.5rem;
      }

      input {
        inline-size: 7rem;
        font-family: var(--mono);
      }

      form label {
        display: grid;
        font-size: 0.875rem;
      }

      .results {
        padding: 0.375rem 0.625rem;
        border-radius: 4px;
        background: var(--same-wash);
      }

      .results.differ {
        background: var(--differ-wash);
      }

      .buttons {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem;
        margin-block-start: 0.875rem;
      }

      .buttons .muted {
        flex: 1;
        font-size: 0.875rem;
      }

      @media (max-width: 40rem) {
        dialog,
        .compare {
          inset-inline: 0.375rem;
          inset-block-end: 0.375rem;
          max-block-size: 50dvh;
        }
      }
    `,
  ];

  declare step: Step;
  declare inputs: Record<1 | 2, string>;
  declare results: Record<Side, RunReport> | undefined;

  readonly #comparing = new Watch(
    this,
    app.store,
    (state) => [state.comparison?.status.state] as const,
  );
  /** What the reader had in the editors before. */
  #before: Work | undefined;
  #marked: HTMLElement | undefined;

  constructor() {
    super();
    this.step = 'boxes';
    this.inputs = { 1: '3', 2: '4' };
  }

  override render() {
    const at = steps.indexOf(this.step);
    const next = steps[at + 1];
    const previous = steps[at - 1];
    return html`<dialog class=${this.step} aria-labelledby="title" @keydown=${this.#onKey}>
      <h2 id="title" tabindex="-1">${words.steps[this.step].title}</h2>
      ${words.steps[this.step].text.map((text) => html`<p>${text}</p>`)}
      ${this.#doing()}
      <div class="buttons">
        <span class="muted">${words.progress(at + 1, steps.length)}</span>
        ${next ? html`<button type="button" @click=${this.#end}>${words.skip}</button>` : nothing}
        ${
          previous
            ? html`<button type="button" @click=${() => this.#go(previous)}>${words.back}</button>`
            : nothing
        }
        ${
          next
            ? html`<button type="button" class="primary" @click=${() => this.#go(next)}>
                ${words.next}
              </button>`
            : html`<button type="button" class="primary" @click=${this.#end}>${words.done}</button>`
        }
      </div>
    </dialog>`;
  }

  override updated(): void {
    // The answer is the next thing to look at once it is there.
    if (this.step === 'compare' && this.#comparing.value[0] === 'finished') this.#go('answer');
  }

  async show(): Promise<void> {
    const { programs } = app.store.state;
    const chosen = examples.find(({ name }) => name === EXAMPLE);
    if (!chosen) return;
    const isThere = programs.left === chosen.left && programs.right === chosen.right;
    this.#before ??= isThere ? undefined : app.work;
    app.stop();
    if (!isThere) app.chooseExample(chosen);
    app.store.update({ comparison: undefined });
    this.results = undefined;
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.show();
    this.#go('boxes');
  }

  #doing(): TemplateResult | typeof nothing {
    if (this.step === 'test') return this.#test();
    if (this.step === 'compare') {
      return html`<p>
        <button type="button" @click=${() => app.compare()}>${words.compare}</button>
      </p>`;
    }
    return nothing;
  }

  #test() {
    const field = (register: 1 | 2) =>
      html`<label>
        ${witnessWords.input(register)}
        <input
          inputmode="numeric"
          .value=${this.inputs[register]}
          @input=${(event: Event) => {
            const { value } = event.currentTarget as HTMLInputElement;
            this.inputs = { ...this.inputs, [register]: value };
          }}
        />
      </label>`;
    return html`<form @submit=${this.#run}>
        ${field(1)}${field(2)}
        <button>${words.run}</button>
      </form>
      <div role="status">${this.results ? renderResults(this.results) : nothing}</div>`;
  }

  async #run(event: Event): Promise<void> {
    event.preventDefault();
    const [a, b] = [parseWord(this.inputs[1]), parseWord(this.inputs[2])];
    if (a === undefined || b === undefined) return;
    const { programs, engine } = app.store.state;
    const fuel = engine?.options.fuel ?? 1;
    const run = (side: Side) =>
      app.run({ text: programs[side], inputs: [a, b], fuel, trace: false });
    try {
      const [left, right] = await Promise.all([run('left'), run('right')]);
      this.results = { left: left.run, right: right.run };
    } catch {
      // The programs were changed meanwhile and have an error, which is shown with them.
      this.results = undefined;
    }
  }

  #go(step: Step): void {
    this.step = step;
    this.#mark(parts[step]);
    this.updateComplete.then(() => this.renderRoot.querySelector('h2')?.focus());
  }

  #mark(part: string | undefined): void {
    this.#marked?.removeAttribute('data-pointed');
    const root = this.getRootNode() as ShadowRoot;
    this.#marked = (part && root.querySelector<HTMLElement>(part)) || undefined;
    this.#marked?.setAttribute('data-pointed', '');
    const isNarrow = matchMedia('(max-width: 40rem)').matches;
    this.#marked?.scrollIntoView({ block: isNarrow ? 'start' : 'center' });
  }

  #end(): void {
    this.#mark(undefined);
    this.renderRoot.querySelector('dialog')?.close();
    if (this.#before) app.replaceWork(this.#before);
    this.#before = undefined;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#end();
  }
}

function renderResults(results: Record<Side, RunReport>) {
  const { left, right } = results;
  const isSame = left.outcome === right.outcome && left.result === right.result;
  return html`<div class="results ${isSame ? '' : 'differ'}">
    ${sides.map(
      (side) => html`<div>${witnessWords.result(side)} = ${resultOf(results[side])}</div>`,
    )}
    <b>${isSame ? words.passes : words.fails}</b>
  </div>`;
}

const resultOf = (run: RunReport) =>
  run.outcome === 'done' ? formatWord(run.result ?? 0, 'signed') : outcome[run.outcome];

customElements.define('tm-tour', TmTour);
