import { ContextProvider } from '@lit/context';
import { css, html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { base } from '../kit/base';
import { prose } from '../kit/prose';
import { SignalElement } from '../kit/signal-element';
import { playgroundContext } from '../playground/component';
import type { Answered, QuizControl, QuizState } from './control';
import { scoreOf } from './control';
import type { Given } from './machine';
import { messages } from './messages';
import { anySeed } from './quiz';
import { write } from './schema';
import '../playground/tm-crash';
import '../kit/tm-copy';
import './tm-question';

/** A round of a quiz: its rules, its questions one by one, its result. */
export class TmQuiz extends SignalElement {
  static override properties = { control: { attribute: false } };

  static override styles = [
    base,
    css`
      h1 {
        margin: 0 0 var(--space-3);
        font-size: var(--text-title);
        overflow-wrap: anywhere;
      }

      p {
        max-inline-size: 75ch;
        overflow-wrap: anywhere;
      }

      .intro > * + * {
        margin-block-start: var(--space-3);
      }

      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2) var(--space-3);
      }

      .help {
        color: var(--muted);
        font-size: var(--text-note);
      }

      .wrong {
        color: var(--differ);
      }

      .scroll {
        overflow-x: auto;
        margin-block: var(--space-3);
      }

      td,
      th {
        padding: 0.125rem 1.25rem 0.125rem 0;
        text-align: start;
        font-size: var(--text-body);
      }

      .count {
        text-align: end;
      }
    `,
  ];

  /** Set once, before the element is connected. */
  declare control: QuizControl;

  readonly #playground = new ContextProvider(this, { context: playgroundContext });

  override willUpdate(): void {
    const { app } = this.control;
    if (app && this.#playground.value !== app) this.#playground.setValue(app);
  }

  override updated(): void {
    // After the start and after each answer, scroll to what comes next.
    const { at, round } = this.control.store.state;
    const place = round ? String(at) : '';
    if (place === this.#shown) return;
    this.#shown = place;
    if (round) this.renderRoot.querySelector<HTMLElement>('h2, tm-question')?.focus();
  }

  #shown = '';

  override render() {
    const { state } = this.control.store;
    const { round, at } = state;
    const { title } = this.control.quiz;
    return html`${this.control.app ? html`<tm-crash></tm-crash>` : nothing}
      <h1>${title || messages.page}</h1>
      ${
        round && round.questions.length > 0
          ? at < round.questions.length
            ? keyed(at, html`<tm-question .control=${this.control}></tm-question>`)
            : this.#result(state)
          : this.#intro(state)
      }`;
  }

  #intro({ drawing, failure, round }: QuizState) {
    const { quiz, machine } = this.control;
    const { questions } = quiz;
    const { progress } = drawing ?? {};
    const trouble = failure === undefined ? (round ? messages.none : '') : messages.failed(failure);
    return html`<div class="intro">
      <p>${messages.rules(questions)}</p>
      <p class="help">
        ${messages.compared}: ${machine.asks(quiz)}.
      </p>
      <div class="row">
        <button
          type="button"
          class="primary"
          aria-disabled=${drawing !== undefined}
          @click=${() => this.control.start()}
        >
          ${messages.start}
        </button>
        ${
          drawing
            ? html`<button type="button" @click=${() => this.control.stop()}>${messages.stop}</button>
                <span class="muted">${progress ? messages.progress(progress.tried, progress.of ?? progress.tried) : nothing}</span>`
            : nothing
        }
      </div>
      <p role="status" class=${trouble ? 'wrong' : ''}>
        ${drawing ? `${messages.drawing} …` : prose(trouble)}
      </p>
    </div>`;
  }

  #result({ answers, round }: QuizState) {
    const { points, right, answered } = scoreOf(answers);
    const { questions } = this.control.quiz;
    const asked = round?.questions.length ?? 0;
    const link = new URL(`#${write(this.control.quiz)}`, location.href).href;
    const { columns } = messages;
    return html`<h2 tabindex="-1">${messages.over}</h2>
      <p role="status">${messages.score(points, right, answered)}</p>
      ${asked < questions ? html`<p class="help">${messages.fewer(asked)}</p>` : nothing}
      <div class="scroll" role="region" tabindex="0" aria-label=${messages.over}>
        <table>
          <thead>
            <tr>
              <th scope="col">${columns.question}</th>
              <th scope="col">${columns.yours}</th>
              <th scope="col">${columns.key}</th>
              <th scope="col" class="count">${columns.points}</th>
            </tr>
          </thead>
          <tbody>
            ${answers.map((answer, index) => this.#row(answer, index))}
          </tbody>
        </table>
      </div>
      <div class="row">
        <button type="button" @click=${() => this.control.start()}>${messages.again}</button>
        <button type="button" class="primary" @click=${this.#another}>${messages.another}</button>
        <tm-copy .text=${link} .label=${messages.copy} .done=${messages.copied}></tm-copy>
      </div>`;
  }

  #row({ inputs, judged }: Answered, index: number) {
    const { quiz, machine } = this.control;
    const words = (given: Given) => machine.describe(quiz, given);
    const { witness, points } = judged;
    return html`<tr>
      <th scope="row">${index + 1}</th>
      <td>${inputs ? messages.yours.differ(words(inputs)) : messages.yours.same}</td>
      <td>${witness ? messages.key.differ(words(witness)) : messages.key.same}</td>
      <td class="count">${points}</td>
    </tr>`;
  }

  /** Other questions about the same program: another link, which the page then opens. */
  readonly #another = () => {
    const fragment = write({ ...this.control.quiz, seed: anySeed() });
    if (fragment) location.hash = fragment;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'tm-quiz': TmQuiz;
  }
}

customElements.define('tm-quiz', TmQuiz);
