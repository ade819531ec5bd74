import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import type { Debugging, Speed } from '../debugging';
import { csvFile, download } from '../download';
import type { DebugOverview } from '../engine/types';
import { witnessOf } from '../mapping';
import { debugging as words } from '../messages';
import { formatWord, type NumberFormat, parseWord } from '../numbers';
import { sides } from '../playground';
import { Watch } from '../store';
import { base } from './base';
import { prose } from './prose';
import { renderTransport, transportStyles } from './transport';
import './tm-debug-frame';

/** Both programs on one input, a step at a time and back. */
export class TmDebugger extends LitElement {
  static override properties = {
    numbers: {},
    typed: { state: true },
    speed: { state: true },
    spoken: { state: true },
  };

  static override styles = [
    base,
    transportStyles,
    css`
      :host {
        padding: 0.75rem;
      }

      section > * + * {
        margin-block-start: 0.75rem;
      }

      .intro {
        max-inline-size: 75ch;
      }

      form {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 0.5rem 0.75rem;
      }

      form label {
        display: grid;
        gap: 0.125rem;
        font-size: 0.875rem;
      }

      form input {
        inline-size: 9rem;
        font-family: var(--mono);
        font-size: 0.9375rem;
      }

      form button:last-child {
        margin-inline-start: auto;
      }

      input[aria-invalid='true'] {
        border-color: var(--differ);
        box-shadow: inset 0 0 0 1px var(--differ);
      }

      .error {
        color: var(--differ);
        font-size: 0.875rem;
      }

      .parting {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.25rem 1rem;
        padding: 0.5rem 0.75rem;
        border-inline-start: 4px solid var(--open);
        background: var(--open-wash);
      }

      .parting.none {
        border-inline-start-color: var(--same);
        background: var(--same-wash);
      }

      .notice {
        color: var(--open);
      }
    `,
  ];

  declare numbers: NumberFormat;
  /** The inputs as typed, where they are not those of the runs. */
  declare typed: readonly [string, string] | undefined;
  declare speed: Speed;
  /** What was said of the last step that was asked for. */
  declare spoken: string;

  readonly #seen = new Watch(
    this,
    app.store,
    (state) =>
      [state.debugging, state.programs, state.options, witnessOf(state.comparison)] as const,
  );
  /** Whether the next picture is to be said aloud. */
  #speaks = false;

  constructor() {
    super();
    this.numbers = 'unsigned';
    this.typed = undefined;
    this.speed = 8;
    this.spoken = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { debugging, comparison } = app.store.state;
    const witness = witnessOf(comparison);
    if (!debugging && witness) app.prepareDebugger(witness);
  }

  override disconnectedCallback(): void {
    app.debugger.pause();
    app.debugger.settle();
    super.disconnectedCallback();
  }

  override willUpdate(): void {
    const [debugging] = this.#seen.value;
    const { frame, overview, position } = debugging ?? {};
    if (!this.#speaks || !overview || frame?.position !== position || !frame) return;
    this.#speaks = false;
    this.spoken = `${words.positionOf(frame.position, overview.last)}. ${words.spoken(frame.sides, overview.runs)}`;
  }

  override updated(): void {
    const [debugging] = this.#seen.value;
    // Whoever chose the tab is at the tab; whoever asked for an input comes here.
    if (!debugging?.isAskedFor || !debugging.frame) return;
    app.debugger.settle();
    this.renderRoot.querySelector<HTMLElement>('input[type=range]')?.focus();
    this.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const [debugging] = this.#seen.value;
    return html`<section aria-label=${words.label}>
      ${debugging ? nothing : html`<p class="intro">${words.intro}</p>`}
      ${this.#form(debugging)}
      ${debugging ? this.#runs(debugging) : nothing}
      <p class="unseen" role="status">${this.spoken}</p>
    </section>`;
  }

  #form(debugging: Debugging | undefined) {
    const texts = this.#texts(debugging);
    const wrong = texts.map((text) => parseWord(text) === undefined);
    const field = (index: 0 | 1) => html`<label>
      ${words.input(index === 0 ? 1 : 2)}
      <input
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${wrong[index] ?? false}
        aria-describedby="wrong"
        .value=${texts[index]}
        @input=${(event: InputEvent) => this.#type(index, (event.target as HTMLInputElement).value)}
      />
    </label>`;
    const open = (event: Event) => {
      event.preventDefault();
      const [a, b] = texts.map(parseWord);
      if (a === undefined || b === undefined) return;
      this.typed = undefined;
      this.#speaks = true;
      app.debug([a, b]);
    };
    return html`<form aria-label=${words.inputs} novalidate @submit=${open}>
        ${field(0)} ${field(1)}
        <button class=${debugging ? '' : 'primary'}>${words.run}</button>
        ${
          debugging?.overview
            ? html`<button type="button" @click=${saveTable}>${words.csv}</button>`
            : nothing
        }
      </form>
      <p id="wrong" class="error" ?hidden=${!wrong.includes(true)}>${words.wrongInput}</p>`;
  }

  #runs(debugging: Debugging) {
    const { overview, failure, frame } = debugging;
    if (failure !== undefined) return html`<p class="error">${prose(words.failed(failure))}</p>`;
    if (!overview) return html`<p class="muted">${words.running}</p>`;
    return html`${this.#changed(debugging)}
      ${parting(overview, this.#ask)}
      ${renderTransport(debugging, overview.last, {
        speed: this.speed,
        ask: this.#ask,
        choose: (speed) => {
          this.speed = speed;
        },
      })}
      ${overview.runs.map((run) => (run.cut ? html`<p>${words.cut(run.report.steps)}</p>` : nothing))}
      ${
        frame
          ? html`<tm-debug-frame
              .debugging=${debugging}
              .numbers=${this.numbers}
            ></tm-debug-frame>`
          : nothing
      }`;
  }

  #changed({ programs }: Debugging) {
    const [, now] = this.#seen.value;
    const changed = sides.filter((side) => programs[side] !== now[side]);
    const [first] = changed;
    if (!first) return nothing;
    const which = words.changedSides[changed.length === 2 ? 'both' : first];
    return html`<p class="notice" role="status">${words.changed(which)}</p>`;
  }

  /** Does something of which the result is to be said aloud. */
  readonly #ask = (action: () => void): void => {
    this.#speaks = true;
    action();
  };

  #type(index: 0 | 1, text: string): void {
    const [a, b] = this.#texts(this.#seen.value[0]);
    this.typed = index === 0 ? [text, b] : [a, text];
  }

  #texts(debugging: Debugging | undefined): readonly [string, string] {
    if (this.typed) return this.typed;
    const [, , options, witness] = this.#seen.value;
    const inputs = debugging?.inputs ?? witness;
    if (!inputs) return [options.input1, options.input2];
    return [formatWord(inputs[0], this.numbers), formatWord(inputs[1], this.numbers)];
  }
}

function parting(overview: DebugOverview, ask: (action: () => void) => void) {
  const { parting: point } = overview;
  return html`<p class="parting ${point ? '' : 'none'}">
    <span>${words.parting(overview)}</span>
    ${
      point
        ? html`<button
            type="button"
            class="link"
            @click=${() => ask(() => app.debugger.seek(point.position))}
          >
            ${words.toParting}
          </button>`
        : nothing
    }
  </p>`;
}

const saveTable = async () => download(words.file, csvFile(await app.debugger.table()));

customElements.define('tm-debugger', TmDebugger);
