import { css, html, nothing, type TemplateResult } from 'lit';
import { ending, witness as witnessMessages } from '../comparison/messages';
import { endingOf } from '../comparison/run';
import { isSame as isSameProgram } from '../engine/sources';
import type { RunReport, Side } from '../engine/types';
import { base } from '../kit/base';
import type { Dialog } from '../kit/lazy-dialog';
import { formatValue, parseWord } from '../kit/numbers';
import { Component } from '../playground/component';
import { sides } from '../programs/control';
import { firstExample } from '../programs/first-example';
import type { Work } from '../work/storage';
import { tour as messages } from './messages';

type Step = 'boxes' | 'test' | 'compare' | 'answer' | 'end';

const steps: readonly Step[] = ['boxes', 'test', 'compare', 'answer', 'end'];

/** The part of the page that each step is about. */
const parts: Record<Step, string | undefined> = {
  boxes: '.editors',
  test: undefined,
  compare: 'tm-commands',
  answer: 'tm-answer',
  end: undefined,
};

/**
 * A walk through the paper's black boxes: unit tests, and then a comparison of
 * all inputs. It tells what came of them, whatever the reader did meanwhile. It
 * stands beside the page, which stays usable all along, and puts the reader's
 * own programs back in the end.
 */
export class TmTour extends Component implements Dialog {
  static override properties = {
    step: { state: true },
    inputs: { state: true },
    results: { state: true },
    testFound: { state: true },
  };

  static override styles = [
    base,
    css`
      dialog {
        position: fixed;
        inset-block: auto 1rem;
        inset-inline: auto 1rem;
        z-index: var(--layer-tour);
        inline-size: min(26rem, calc(100vw - 1.5rem));
        max-block-size: min(30rem, 70dvh);
        margin: 0;
        padding: 0.875rem var(--space-4);
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
        margin-block-start: var(--space-2);
      }

      form {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: var(--space-2);
      }

      input {
        inline-size: 7rem;
        font-family: var(--mono);
      }

      form label {
        display: grid;
        font-size: var(--text-note);
      }

      .results {
        padding: 0.375rem 0.625rem;
        border-radius: var(--radius-m);
        background: var(--same-wash);
      }

      .results.differ {
        background: var(--differ-wash);
      }

      .buttons {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2);
        margin-block-start: 0.875rem;
      }

      .buttons .muted {
        flex: 1;
        font-size: var(--text-note);
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
  /** Whether one of the reader's own tests has shown a difference. */
  declare testFound: boolean;

  /** What the reader had in the editors before. */
  #before: Work | undefined;
  #marked: HTMLElement | undefined;

  constructor() {
    super();
    this.step = 'boxes';
    this.inputs = { 1: '30', 2: '60' };
    this.testFound = false;
  }

  override render() {
    const at = steps.indexOf(this.step);
    const words = this.step === 'answer' ? this.#answer() : messages.steps[this.step];
    const next = steps[at + 1];
    const previous = steps[at - 1];
    return html`<dialog class=${this.step} aria-labelledby="title" @keydown=${this.#onKey}>
      <h2 id="title" tabindex="-1">${words.title}</h2>
      ${words.text.map((text) => html`<p>${text}</p>`)}
      ${this.#doing()}
      <div class="buttons">
        <span class="muted">${messages.progress(at + 1, steps.length)}</span>
        ${next ? html`<button type="button" @click=${this.#end}>${messages.skip}</button>` : nothing}
        ${
          previous
            ? html`<button type="button" @click=${() => this.#go(previous)}>${messages.back}</button>`
            : nothing
        }
        ${
          next
            ? html`<button type="button" class="primary" @click=${() => this.#go(next)}>
                ${messages.next}
              </button>`
            : html`<button type="button" class="primary" @click=${this.#end}>${messages.done}</button>`
        }
      </div>
    </dialog>`;
  }

  override updated(): void {
    // The answer is the next thing to look at once it is there.
    const status = this.state.comparison?.status;
    if (this.step === 'compare' && status?.state === 'finished') this.#go('answer');
  }

  async show(): Promise<void> {
    const { programs } = this.app.store.state;
    const chosen = firstExample;
    if (!chosen) return;
    const isThere =
      isSameProgram(programs.left, chosen.left) && isSameProgram(programs.right, chosen.right);
    this.#before ??= isThere ? undefined : this.app.work;
    this.app.comparison.stop();
    if (!isThere) this.app.chooseExample(chosen);
    this.app.store.update({ comparison: undefined });
    this.results = undefined;
    this.testFound = false;
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.show();
    this.#go('boxes');
  }

  /** What the comparison came to, if there was one. */
  #answer() {
    const status = this.state.comparison?.status;
    if (status?.state !== 'finished') return messages.answers.none;
    if (status.report.verdict !== 'disequivalent') return messages.answers.other;
    return messages.answers.differ(this.testFound);
  }

  #doing(): TemplateResult | typeof nothing {
    if (this.step === 'test') return this.#test();
    if (this.step === 'compare') {
      return html`<p>
        <button type="button" @click=${() => this.app.comparison.compare()}>${messages.compare}</button>
      </p>`;
    }
    return nothing;
  }

  #test() {
    const field = (register: 1 | 2) =>
      html`<label>
        $${register}
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
        <button>${messages.run}</button>
      </form>
      <div role="status">${this.results ? renderResults(this.results) : nothing}</div>`;
  }

  async #run(event: Event): Promise<void> {
    event.preventDefault();
    const [a, b] = [parseWord(this.inputs[1]), parseWord(this.inputs[2])];
    if (a === undefined || b === undefined) return;
    const { programs, engine } = this.app.store.state;
    const fuel = engine?.options.fuel ?? 1;
    const run = (side: Side) =>
      this.app.engine.call('run', { files: programs[side], inputs: [a, b], fuel, trace: false });
    try {
      const [left, right] = await Promise.all([run('left'), run('right')]);
      this.results = { left: left.run, right: right.run };
      this.testFound ||= !isSame(this.results);
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
    if (this.#before) this.app.replaceWork(this.#before);
    this.#before = undefined;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.#end();
  }
}

const isSame = ({ left, right }: Record<Side, RunReport>) =>
  left.outcome === right.outcome && left.result === right.result;

function renderResults(results: Record<Side, RunReport>) {
  const passes = isSame(results);
  return html`<div class="results ${passes ? '' : 'differ'}">
    ${sides.map(
      (side) =>
        html`<div>${witnessMessages.observed(side === 'left' ? 'Left' : 'Right', '$3')} = ${resultOf(results[side])}</div>`,
    )}
    <b>${passes ? messages.passes : messages.fails}</b>
  </div>`;
}

function resultOf(run: RunReport): string {
  const how = endingOf(run);
  return how === 'done' ? formatValue(run.result ?? 0) : ending[how];
}

customElements.define('tm-tour', TmTour);
