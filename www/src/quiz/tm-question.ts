import { css, html, nothing } from 'lit';

import type { RoundReport, Side } from '../engine/types';
import { base } from '../kit/base';
import { fieldStyles } from '../kit/field';
import { SignalElement } from '../kit/signal-element';
import { sides } from '../programs/control';
import { sourceLines, wholeText } from '../programs/source';
import { changedLines } from './changed';
import { programsOf, type QuizControl, scoreOf } from './control';
import { messages } from './messages';
import './tm-judged';

/** A question's two programs, and the form for the answer. */
export class TmQuestion extends SignalElement {
  static override properties = {
    control: { attribute: false },
    typed: { state: true },
    isAsked: { state: true },
  };

  static override styles = [
    base,
    fieldStyles,
    css`
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        gap: var(--space-1) var(--space-4);
        margin-block-end: var(--space-2);
      }

      .programs {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
        gap: var(--space-3);
      }

      h3 {
        padding: 0.375rem var(--space-3);
        border-block-end: 1px solid var(--line);
        font-size: var(--text-body);
      }

      pre {
        margin: 0;
        padding: var(--space-2) 0;
        overflow: auto;
        max-block-size: 26rem;
        tab-size: 4;
        line-height: 1.5;
        counter-reset: line;
      }

      .line {
        display: block;
        inline-size: max-content;
        min-inline-size: 100%;
        padding-inline: var(--space-3);
        color: inherit;
        background: none;
      }

      .line::before {
        counter-increment: line;
        content: counter(line);
        display: inline-block;
        inline-size: 2ch;
        margin-inline-end: 1ch;
        color: var(--muted);
        text-align: end;
      }

      mark.line {
        background: var(--open-wash);
        box-shadow: inset 3px 0 var(--open);
      }

      @media (forced-colors: active) {
        mark.line {
          border-inline-start: 3px solid;
        }
      }

      form {
        margin-block: var(--space-4);
      }

      fieldset {
        margin: 0;
        padding: var(--space-2) var(--space-3) var(--space-3);
        border: 1px solid var(--line);
        border-radius: var(--radius-l);
      }

      legend {
        padding-inline: var(--space-1);
        font-size: var(--text-body);
        font-weight: 600;
      }

      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: var(--space-2) var(--space-3);
      }

      label {
        display: grid;
        gap: 0.125rem;
        font-size: var(--text-note);
      }

      input {
        inline-size: 8rem;
        font-family: var(--mono);
      }

      /* On paper it is a question to be answered by hand. */
      @media print {
        .row label {
          display: grid !important;
        }

        .row :is(input, button) {
          display: inline-block !important;
          padding-inline: var(--space-3);
          border: 1px solid currentColor;
          color: inherit !important;
          background: none !important;
        }
      }

      .help {
        margin-block-start: var(--space-2);
        max-inline-size: 75ch;
      }

      .wrong {
        margin-block-start: var(--space-1);
        color: var(--differ);
        font-size: var(--text-note);
      }
    `,
  ];

  declare control: QuizControl;
  declare typed: readonly string[];
  /** Whether an answer was submitted, so that invalid fields are reported. */
  declare isAsked: boolean;

  constructor() {
    super();
    this.typed = [];
    this.isAsked = false;
  }

  override focus(): void {
    this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('h2')?.focus());
  }

  override render() {
    const { round, at, answers, refused } = this.control.store.state;
    if (!round) return nothing;
    const { points, right, answered } = scoreOf(answers);
    const programs = programsOf(this.control.quiz, round, at);
    const texts = sides.map((side) => sourceLines(wholeText(programs[side]).trimEnd()));
    const changed = changedLines(texts[0] ?? [], texts[1] ?? []);
    const answer = answers[at];
    return html`<div class="head">
        <h2 tabindex="-1">${messages.question(at + 1, round.questions.length)}</h2>
        ${answered > 0 ? html`<span>${messages.score(points, right, answered)}</span>` : nothing}
      </div>
      <div class="programs">
        ${sides.map((side, index) => program(side, texts[index] ?? [], changed.from, changed.to[index] ?? 0))}
      </div>
      ${answer ? nothing : this.#form(round)}
      ${
        answer || refused
          ? html`<tm-judged .control=${this.control} .judged=${answer?.judged ?? refused}></tm-judged>`
          : nothing
      }`;
  }

  #form({ names, right, least }: RoundReport) {
    const { isWord, wrongInput } = this.control.machine;
    const wrong = names.map((_, index) => !isWord(this.typed[index] ?? ''));
    const isWrong = this.isAsked && wrong.includes(true);
    return html`<form novalidate @submit=${this.#submit}>
      <fieldset>
        <legend>${messages.answer}</legend>
        <div class="row">
          ${names.map(
            (name, index) => html`<label>
              ${name}
              <input
                autocomplete="off"
                spellcheck="false"
                inputmode="text"
                aria-invalid=${isWrong && wrong[index] === true}
                aria-describedby="wrong"
                .value=${this.typed[index] ?? ''}
                @input=${(event: Event) => this.#type(index, (event.target as HTMLInputElement).value)}
              />
            </label>`,
          )}
          <button class="primary">${messages.differ}</button>
          <button type="button" @click=${() => this.control.answer(undefined)}>
            ${messages.same}
          </button>
        </div>
        <p id="wrong" class="wrong" role="status">${isWrong ? wrongInput : nothing}</p>
        <p class="help">${messages.points(right, least)}</p>
      </fieldset>
    </form>`;
  }

  #type(index: number, text: string): void {
    this.typed = this.#texts().with(index, text);
  }

  /** The text in each field. */
  #texts(): readonly string[] {
    const { round } = this.control.store.state;
    return (round?.names ?? []).map((_, at) => this.typed[at] ?? '');
  }

  readonly #submit = (event: Event) => {
    event.preventDefault();
    const { isWord, givenBy } = this.control.machine;
    const texts = this.#texts();
    const wrong = texts.findIndex((text) => !isWord(text));
    this.isAsked = true;
    if (wrong < 0) this.control.answer(givenBy(texts));
    else this.renderRoot.querySelectorAll('input')[wrong]?.focus();
  };
}

/** A program with line numbers; lines that are not in the other one are marked. */
const program = (side: Side, lines: readonly string[], from: number, to: number) =>
  html`<div class="panel">
    <h3 id=${side}>${messages[side]}</h3>
    <pre tabindex="0" role="region" aria-labelledby=${side}>${lines.map((line, index) =>
      index >= from && index < to
        ? html`<mark class="line">${line}\n</mark>`
        : html`<span class="line">${line}\n</span>`,
    )}</pre>
  </div>`;

customElements.define('tm-question', TmQuestion);
