import { Task } from '@lit/task';
import { css, html, nothing } from 'lit';
import { type Inputs, namesOf } from '../../comparison/contract';
import type { Meeting, ProofView } from '../../engine/types';
import { base } from '../../kit/base';
import { fieldStyles } from '../../kit/field';
import { loaded } from '../../kit/loaded';
import { formatField, type NumberFormat, parseWord } from '../../kit/numbers';
import { fold, PAGE, renderGap, tableStyles } from '../../kit/table';
import { Component } from '../../playground/component';
import { proof as messages } from './messages';

/** Two runs on one input: each time both reach a location of the proof, its facts are evaluated. */
export class TmMeetings extends Component {
  static override properties = {
    view: { attribute: false },
    inputs: { attribute: false },
    numbers: {},
    typed: { state: true },
    limit: { state: true },
  };

  static override styles = [
    base,
    fieldStyles,
    tableStyles,
    css`
      form {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: var(--space-2);
        margin-block: var(--space-2);
      }

      label {
        display: grid;
        gap: 0.125rem;
        font-size: var(--text-note);
      }

      input {
        inline-size: 7.5rem;
        font-family: var(--mono);
        font-size: var(--text-body);
      }

      .broken {
        color: var(--differ);
        font-size: var(--text-note);
      }

      .holds {
        color: var(--same);
      }

      /* Rounds may be thousands. */
      .scroll {
        max-block-size: 22rem;
        overflow: auto;
      }

      td button {
        min-height: 1.75rem;
        padding-block: 0;
        white-space: nowrap;
      }
    `,
  ];

  declare view: ProofView;
  /** The initial input. */
  declare inputs: Inputs;
  declare numbers: NumberFormat;
  /** The inputs as typed. */
  declare typed: readonly string[] | undefined;
  /** Number of rows shown before the gap. */
  declare limit: number;
  #asked: Inputs | undefined;

  readonly #meetings = new Task(this, {
    args: () => [this.view, this.#asked ?? this.inputs] as const,
    task: ([, inputs]) => this.app.proof.meetings(inputs, this.app.options.fuel),
  });

  constructor() {
    super();
    this.numbers = 'plain';
    this.typed = undefined;
    this.limit = PAGE;
  }

  override render() {
    const { value, failure } = loaded(this.#meetings);
    return html`${this.#form()}
      ${failure === undefined ? nothing : html`<p class="error">${failure}</p>`}
      ${value ? this.#table(value) : nothing}`;
  }

  get #texts(): readonly string[] {
    const inputs = this.#asked ?? this.inputs;
    return this.typed ?? inputs.map((word) => formatField(word, this.numbers));
  }

  #form() {
    const texts = this.#texts;
    const words = texts.map(parseWord);
    const look = (event: Event) => {
      event.preventDefault();
      const inputs = words.filter((word) => word !== undefined);
      if (inputs.length < words.length) return;
      this.#asked = inputs;
      this.typed = undefined;
      this.limit = PAGE;
      this.requestUpdate();
    };
    const field = (text: string, index: number) => html`<label>
      ${namesOf(this.app.options.contract)[index] ?? ''}
      <input
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${words[index] === undefined}
        aria-describedby="wrong"
        .value=${text}
        @input=${(event: InputEvent) => {
          this.typed = this.#texts.with(index, (event.target as HTMLInputElement).value);
        }}
      />
    </label>`;
    return html`<form aria-label=${messages.meetings} novalidate @submit=${look}>
        ${texts.map(field)}
        <button>${messages.look}</button>
      </form>
      <p id="wrong" class="error" ?hidden=${words.every((word) => word !== undefined)}>
        ${messages.wrongInput}
      </p>`;
  }

  #table(meetings: readonly Meeting[]) {
    if (meetings.length === 0) return html`<p class="muted">${messages.noMeeting}</p>`;
    const { place, steps, holds } = messages.meetingColumns;
    const { head, hidden, tail } = fold(meetings, this.limit);
    return html`<div class="scroll" role="region" tabindex="0" aria-label=${messages.meetings}>
      <table>
        <caption class="unseen">${messages.meetings}</caption>
        <thead>
          <tr>
            <th scope="col">${place}</th>
            <th scope="col">${steps}</th>
            <th scope="col">${holds}</th>
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${head.map((meeting) => this.#row(meeting))}
          ${renderGap(hidden, 4, () => {
            this.limit += PAGE;
          })}
          ${tail.map((meeting) => this.#row(meeting))}
        </tbody>
      </table>
    </div>`;
  }

  #row({ place, steps, holds }: Meeting) {
    const inputs = this.#asked ?? this.inputs;
    return html`<tr>
      <th scope="row">${place}</th>
      <td class="nowrap">${steps[0]}, ${steps[1]}</td>
      <td class=${holds.includes(false) ? 'broken' : 'holds'}>${messages.holds(holds)}</td>
      <td>
        <button
          type="button"
          aria-label=${messages.stepLabel(place, steps)}
          @click=${() => this.app.debugFrom(inputs, steps)}
        >
          ${messages.step}
        </button>
      </td>
    </tr>`;
  }
}

customElements.define('tm-meetings', TmMeetings);
