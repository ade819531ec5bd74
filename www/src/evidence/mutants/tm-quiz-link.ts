import { css, html } from 'lit';
import { fromFields } from '../../comparison/options';
import { base } from '../../kit/base';
import { MAX_NAME } from '../../links/name';
import { Component } from '../../playground/component';
import { anySeed, MAX_QUESTIONS, USUAL_QUESTIONS } from '../../quiz/quiz';
import { write } from '../../quiz/schema';
import { mutants as messages } from './messages';
import { partStyles } from './styles';
import { initialTesting } from './testing';
import '../../kit/tm-address';

/** The link to a quiz about a program. */
export class TmQuizLink extends Component {
  static override properties = {
    seed: { state: true },
    questions: { state: true },
    heading: { state: true },
  };

  static override styles = [
    base,
    partStyles,
    css`
      .tools {
        margin-block-start: var(--space-2);
      }

      label {
        display: inline-flex;
        align-items: center;
        gap: var(--space-2);
        max-inline-size: 100%;
        font-size: var(--text-body);
      }

      input {
        min-inline-size: 0;
      }

      input[type='number'] {
        inline-size: 5rem;
      }

      a {
        color: var(--accent);
        font-weight: 600;
      }

      .wrong {
        color: var(--differ);
      }
    `,
  ];

  declare seed: number;
  declare questions: number;
  declare heading: string;

  constructor() {
    super();
    this.seed = anySeed();
    this.questions = USUAL_QUESTIONS;
    this.heading = '';
  }

  override render() {
    return html`<p>${messages.quizIntro}</p>
      <div class="tools">
        <label>
          ${messages.questions}
          <input
            type="number"
            min="1"
            max=${MAX_QUESTIONS}
            .value=${String(this.questions)}
            @change=${this.#count}
          />
        </label>
        <label>
          ${messages.title}
          <input
            maxlength=${MAX_NAME}
            autocomplete="off"
            .value=${this.heading}
            @input=${(event: Event) => {
              this.heading = (event.target as HTMLInputElement).value;
            }}
          />
        </label>
        <button
          type="button"
          @click=${() => {
            this.seed = anySeed();
          }}
        >
          ${messages.another}
        </button>
      </div>
      ${this.#link()}`;
  }

  #link() {
    const { programs, options: fields, arm64 } = this.state;
    const side = this.state.testing?.side ?? initialTesting.side;
    const reading = fromFields(fields);
    if (!reading.ok) return html`<p class="wrong">${messages.wrongOptions}</p>`;
    const { options } = reading;
    const { heading, seed, questions } = this;
    const title = heading.trim();
    const fragment = write({ title, program: programs[side], options, arm64, seed, questions });
    if (fragment === undefined) return html`<p class="wrong">${messages.tooLong}</p>`;
    const address = `./exercise.html#${fragment}`;
    const link = new URL(address, location.href).href;
    return html`<div class="tools">
        <a href=${address} target="_blank">${messages.play}</a>
        <tm-address
          .link=${link}
          .label=${messages.link}
          .copy=${messages.copy}
          .copied=${messages.copied}
        ></tm-address>
      </div>
      <p class="help">${messages.linkHelp}</p>`;
  }

  readonly #count = (event: Event) => {
    const field = event.target as HTMLInputElement;
    const count = Math.round(Number(field.value)) || USUAL_QUESTIONS;
    this.questions = Math.max(1, Math.min(MAX_QUESTIONS, count));
    field.value = String(this.questions);
  };
}

customElements.define('tm-quiz-link', TmQuizLink);
