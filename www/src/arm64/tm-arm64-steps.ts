import { css, html, nothing } from 'lit';
import { isSame } from '../engine/sources';
import { type Runs, type Speed, seen } from '../evidence/debugger/debugging';
import { machineOf, debugging as messages } from '../evidence/debugger/messages';
import { partingStyles, renderParting } from '../evidence/debugger/parting';
import { renderTransport, transportStyles } from '../evidence/debugger/transport';
import { base } from '../kit/base';
import { csvFile, download } from '../kit/download';
import { fieldStyles } from '../kit/field';
import type { NumberFormat } from '../kit/numbers';
import { prose } from '../kit/prose';
import { Arm64Component } from './component';
import { fieldsOf, parseInputs, textsOf, usualTexts } from './inputs';
import { answer } from './messages';
import type { Arm64Given } from './playground';
import '../evidence/debugger/tm-debug-frame';

/** Both programs on one input, a step at a time and back. */
export class TmArm64Steps extends Arm64Component {
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
    partingStyles,
    css`
      :host {
        padding: var(--space-3);
      }

      section > * + * {
        margin-block-start: var(--space-2);
      }

      form {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2);
      }

      form label {
        display: inline-flex;
        align-items: center;
        gap: 0.375rem;
        font-family: var(--mono);
      }

      form input {
        inline-size: 12rem;
        max-inline-size: 100%;
        font-family: var(--mono);
        font-size: var(--text-body);
      }

      form button:last-child {
        margin-inline-start: auto;
      }
    `,
  ];

  declare numbers: NumberFormat;
  /** Whether the editors are visible and highlight the lines. */
  declare withEditors: boolean;
  /** The typed input, if it differs from that of the runs. */
  declare typed: readonly string[] | undefined;
  declare speed: Speed;
  /** The announcement for the last requested step. */
  declare spoken: string;

  /** Whether to announce the next picture. */
  #speaks = false;

  constructor() {
    super();
    this.numbers = 'plain';
    this.withEditors = false;
    this.typed = undefined;
    this.speed = 8;
    this.spoken = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { witness } = this.app;
    if (!this.#runs && witness) this.app.prepareToStep(witness);
  }

  override disconnectedCallback(): void {
    this.app.stepping.pause();
    this.app.stepping.settle();
    super.disconnectedCallback();
  }

  override willUpdate(): void {
    const { frame, overview, position } = this.#runs ?? {};
    if (!this.#speaks || !overview || !frame || frame.position !== position) return;
    this.#speaks = false;
    const machine = machineOf(this.state.engine);
    const said = messages.spoken(frame.sides, overview.runs, undefined, machine);
    this.spoken = `${messages.positionOf(frame.position, overview.last)}. ${said}`;
  }

  override updated(): void {
    const runs = this.#runs;
    if (!runs?.isAskedFor || !runs.frame) return;
    this.app.stepping.settle();
    this.renderRoot.querySelector<HTMLElement>('input[type=range]')?.focus();
  }

  override render() {
    const runs = this.#runs;
    return html`<section aria-label=${messages.label}>
      ${this.#form(runs)} ${runs ? this.#shown(runs) : nothing}
      <p class="unseen" role="status">${this.spoken}</p>
    </section>`;
  }

  /** The runs in the debugger, which are of this machine. */
  get #runs(): (Runs & Arm64Given) | undefined {
    return this.state.debugging as unknown as (Runs & Arm64Given) | undefined;
  }

  #form(runs: (Runs & Arm64Given) | undefined) {
    const { question } = this.app;
    const texts = this.#texts(runs);
    const given = parseInputs(texts, question);
    const open = (event: Event) => {
      event.preventDefault();
      if (!given) return;
      this.typed = undefined;
      this.#speaks = true;
      this.app.step(given);
    };
    const field = (name: string, index: number) => html`<label>
      ${name}
      <input
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${given === undefined}
        aria-describedby="wrong"
        .value=${texts[index] ?? ''}
        @input=${(event: Event) => {
          this.typed = texts.with(index, (event.target as HTMLInputElement).value);
        }}
      />
    </label>`;
    return html`<form aria-label=${messages.inputs} novalidate @submit=${open}>
        ${fieldsOf(question).map(field)}
        <button class=${runs ? '' : 'primary'}>${messages.run.both}</button>
        ${
          runs?.overview
            ? html`<button type="button" @click=${this.#saveTable}>${messages.csv}</button>`
            : nothing
        }
      </form>
      <p id="wrong" class="error" ?hidden=${given !== undefined}>${answer.wrongInput}</p>`;
  }

  #shown(runs: Runs & Arm64Given) {
    const { overview, failure, frame } = runs;
    if (failure !== undefined) return html`<p class="error">${prose(messages.failed(failure))}</p>`;
    if (!overview) return html`<p class="muted">${messages.running}</p>`;
    const machine = machineOf(this.state.engine);
    return html`${this.#changed(runs)}
      ${renderParting(overview, machine, (position) => this.#ask(() => this.app.stepping.seek(position)))}
      ${renderTransport(this.app.stepping, runs, overview.last, {
        speed: this.speed,
        ask: this.#ask,
        choose: (speed) => {
          this.speed = speed;
        },
      })}
      ${overview.runs.map((run) => (run.cut ? html`<p>${messages.cut(run.report.steps)}</p>` : nothing))}
      ${
        frame
          ? html`<tm-debug-frame
              .debugging=${runs}
              .numbers=${this.numbers}
              .withListing=${!this.withEditors}
            ></tm-debug-frame>`
          : nothing
      }`;
  }

  #changed({ programs }: Runs) {
    const { programs: now } = this.state;
    const changed = seen(['left', 'right'] as const, undefined).filter(
      (side) => !isSame(programs[side], now[side]),
    );
    const [first] = changed;
    if (!first) return nothing;
    const which = messages.changedSides[changed.length === 2 ? 'both' : first];
    return html`<p role="status">${messages.changed(which)}</p>`;
  }

  /** Performs an action whose result is announced. */
  readonly #ask = (action: () => void): void => {
    this.#speaks = true;
    action();
  };

  /** The texts in the fields: typed, of the runs, or of the known difference. */
  #texts(runs: (Runs & Arm64Given) | undefined): readonly string[] {
    const { question, witness } = this.app;
    const { length } = fieldsOf(question);
    const known = [runs?.given, witness].flatMap((given) =>
      given ? [textsOf(given, this.numbers)] : [],
    );
    const fitting = [this.typed, ...known].find((texts) => texts?.length === length);
    return fitting ?? usualTexts(question);
  }

  async #saveTable(): Promise<void> {
    download(messages.file, csvFile(await this.app.stepping.table()));
  }
}

customElements.define('tm-arm64-steps', TmArm64Steps);
