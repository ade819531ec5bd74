import { css, html, nothing } from 'lit';
import { witnessOf } from '../../comparison/comparison';
import { namesOf, writeContract } from '../../comparison/contract';
import { isSame } from '../../engine/sources';
import { base } from '../../kit/base';
import { csvFile, download } from '../../kit/download';
import { fieldStyles } from '../../kit/field';
import { formatField, type NumberFormat, parseWord } from '../../kit/numbers';
import { prose } from '../../kit/prose';
import { confirmedInputs } from '../../links/opening';
import { Component } from '../../playground/component';
import type { State } from '../../playground/state';
import { type Explaining, found } from '../explain/explaining';
import { meetingStyles, renderMeeting } from '../proof/meeting';
import { type Debugging, type Speed, seen } from './debugging';
import { machineOf, debugging as messages } from './messages';
import { partingStyles, renderParting } from './parting';
import { renderTransport, transportStyles } from './transport';
import './tm-debug-frame';

/** Both programs on one input, a step at a time and back. */
export class TmDebugger extends Component {
  static override properties = {
    numbers: {},
    withEditors: { attribute: false },
    typed: { state: true },
    speed: { state: true },
    spoken: { state: true },
  };

  static override styles = [
    base,
    fieldStyles,
    transportStyles,
    meetingStyles,
    partingStyles,
    css`
      :host {
        padding: var(--space-3);
      }

      section > * + * {
        margin-block-start: var(--space-2);
      }

      .intro {
        max-inline-size: 75ch;
      }

      form {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2);
      }

      form button {
        font-size: var(--text-body);
      }

      form label {
        display: inline-flex;
        align-items: center;
        gap: 0.375rem;
        font-family: var(--mono);
      }

      form input {
        inline-size: 7.5rem;
        font-family: var(--mono);
        font-size: var(--text-body);
      }

      form button:last-child {
        margin-inline-start: auto;
      }

      .notice {
        color: var(--open);
      }
    `,
  ];

  declare numbers: NumberFormat;
  /** Whether the editors are visible and highlight the lines. */
  declare withEditors: boolean;
  /** The typed inputs, if they differ from those of the runs. */
  declare typed: readonly string[] | undefined;
  declare speed: Speed;
  /** The announcement for the last requested step. */
  declare spoken: string;

  /** Whether to announce the next picture. */
  #speaks = false;

  constructor() {
    super();
    this.numbers = 'plain';
    this.typed = undefined;
    this.speed = 8;
    this.spoken = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { state } = this.app.store;
    const inputs = knownDifference(state);
    if (!state.debugging && inputs) this.app.prepareDebugger(inputs);
  }

  override disconnectedCallback(): void {
    this.app.debugger.pause();
    this.app.debugger.settle();
    super.disconnectedCallback();
  }

  override willUpdate(): void {
    const { debugging } = this.state;
    const { frame, overview, position } = debugging ?? {};
    if (!this.#speaks || !overview || frame?.position !== position || !frame) return;
    this.#speaks = false;
    const said = messages.spoken(
      frame.sides,
      overview.runs,
      debugging?.alone,
      machineOf(this.state.engine),
    );
    this.spoken = `${messages.positionOf(frame.position, overview.last)}. ${said}`;
  }

  override updated(): void {
    const { debugging } = this.state;
    // A reader who selected the tab is already there; one who requested an input is brought here.
    if (!debugging?.isAskedFor || !debugging.frame) return;
    this.app.debugger.settle();
    this.renderRoot.querySelector<HTMLElement>('input[type=range]')?.focus();
    // Beside the editors the verdict stays visible, too.
    const seen = this.withEditors ? this.renderRoot.querySelector('.transport') : this;
    seen?.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const { debugging } = this.state;
    return html`<section aria-label=${messages.label}>
      ${debugging ? nothing : html`<p class="intro">${messages.intro}</p>`}
      ${this.#form(debugging)}
      ${debugging ? this.#runs(debugging) : nothing}
      <p class="unseen" role="status">${this.spoken}</p>
    </section>`;
  }

  #form(debugging: Debugging | undefined) {
    const texts = this.#texts(debugging);
    const wrong = texts.map((text) => parseWord(text) === undefined);
    const field = (name: string, index: number) => html`<label>
      ${name}
      <input
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${wrong[index] ?? false}
        aria-describedby="wrong"
        .value=${texts[index] ?? ''}
        @input=${(event: InputEvent) => this.#type(index, (event.target as HTMLInputElement).value)}
      />
    </label>`;
    const open = (event: Event) => {
      event.preventDefault();
      const inputs = texts.map(parseWord).filter((word) => word !== undefined);
      if (inputs.length < texts.length) return;
      this.typed = undefined;
      this.#speaks = true;
      this.app.debug(inputs);
    };
    return html`<form aria-label=${messages.inputs} novalidate @submit=${open}>
        ${namesOf(this.app.options.contract).map(field)}
        <button class=${debugging ? '' : 'primary'}>${messages.run[debugging?.alone ? 'alone' : 'both']}</button>
        ${
          debugging?.overview
            ? html`<button type="button" @click=${this.#saveTable}>${messages.csv}</button>`
            : nothing
        }
      </form>
      <p id="wrong" class="error" ?hidden=${!wrong.includes(true)}>${messages.wrongInput}</p>`;
  }

  #runs(debugging: Debugging) {
    const { overview, failure, frame, meetings } = debugging;
    if (failure !== undefined) return html`<p class="error">${prose(messages.failed(failure))}</p>`;
    if (!overview) return html`<p class="muted">${messages.running}</p>`;
    const { alone } = debugging;
    return html`${this.#changed(debugging)}
      ${alone ? nothing : renderParting(overview, machineOf(this.state.engine), (position) => this.#ask(() => this.app.debugger.seek(position)))}
      ${causeStop(debugging, this.state.explaining, (steps) => this.#ask(() => this.app.debugger.seekSteps(steps)))}
      ${renderTransport(this.app.debugger, debugging, overview.last, {
        speed: this.speed,
        ask: this.#ask,
        choose: (speed) => {
          this.speed = speed;
        },
      })}
      ${renderMeeting(meetings, this.state.proving?.view, frame)}
      ${seen(overview.runs, alone).map((run) => (run.cut ? html`<p>${messages.cut(run.report.steps)}</p>` : nothing))}
      ${
        frame
          ? html`<tm-debug-frame
              .debugging=${debugging}
              .numbers=${this.numbers}
              .withListing=${!this.withEditors}
            ></tm-debug-frame>`
          : nothing
      }`;
  }

  #changed({ programs, alone }: Debugging) {
    const { programs: now } = this.state;
    const changed = seen(['left', 'right'] as const, alone).filter(
      (side) => !isSame(programs[side], now[side]),
    );
    const [first] = changed;
    if (!first) return nothing;
    const which = messages.changedSides[changed.length === 2 ? 'both' : first];
    return html`<p class="notice" role="status">${messages.changed(which)}</p>`;
  }

  /** Performs an action whose result is announced. */
  readonly #ask = (action: () => void): void => {
    this.#speaks = true;
    action();
  };

  #type(index: number, text: string): void {
    this.typed = this.#texts(this.state.debugging).with(index, text);
  }

  /** The inputs in the fields, according to the current contract. */
  #texts(debugging: Debugging | undefined): readonly string[] {
    const { length } = namesOf(this.app.options.contract);
    if (this.typed?.length === length) return this.typed;
    const { options } = this.state;
    const witness = knownDifference(this.state);
    const inputs = [debugging?.inputs, witness].find((known) => known?.length === length);
    if (inputs) return inputs.map((word) => formatField(word, this.numbers));
    return Array.from({ length }, (_, index) => [options.input1, options.input2][index] ?? '0');
  }

  async #saveTable(): Promise<void> {
    download(messages.file, csvFile(await this.app.debugger.table()));
  }
}

/** The instructions that explain the difference, if these runs show it. */
function causeStop(
  { programs, contract, inputs }: Debugging,
  explaining: Explaining | undefined,
  seek: (steps: readonly [number, number]) => void,
) {
  const { report, steps } = found(explaining, 'cause') ?? {};
  if (!explaining || !report?.left || !report.right || !steps) return nothing;
  const { request } = explaining;
  const isOfThese =
    isSame(request.left, programs.left) &&
    isSame(request.right, programs.right) &&
    writeContract(request.contract ?? {}) === writeContract(contract) &&
    inputs.every((word, index) => word === request.inputs[index]);
  if (!isOfThese) return nothing;
  return html`<p class="parting">
    <span>${messages.cause(report.left, report.right)}</span>
    <button type="button" class="link" @click=${() => seek(steps)}>${messages.toCause}</button>
  </p>`;
}

/** The input that shows the difference: of the comparison, or of a link's receipt. */
const knownDifference = ({ comparison, link, programs }: State) =>
  witnessOf(comparison) ?? confirmedInputs(link, programs);

customElements.define('tm-debugger', TmDebugger);
