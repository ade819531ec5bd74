import { css, html, nothing, type TemplateResult } from 'lit';
import { isSame } from '../../engine/sources';
import { base } from '../../kit/base';
import { csvFile, download } from '../../kit/download';
import { fieldStyles } from '../../kit/field';
import type { NumberFormat } from '../../kit/numbers';
import { prose } from '../../kit/prose';
import { Component } from '../../playground/component';
import { type DebugControl, type Runs, type Speed, seen } from './debugging';
import { machineOf, debugging as messages } from './messages';
import { partingStyles, renderParting } from './parting';
import { renderTransport, transportStyles } from './transport';
import './tm-debug-frame';

/** The fields of the input. */
interface Fields {
  names: readonly string[];
  texts: readonly string[];
  /** Whether each text is invalid. */
  wrong: readonly boolean[];
  /** What a valid text is. */
  help: string;
}

/** Both programs on one input, a step at a time and back; what an input is depends on the machine. */
export abstract class Stepper extends Component {
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
        max-inline-size: 100%;
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
    this.withEditors = false;
    this.typed = undefined;
    this.speed = 8;
    this.spoken = '';
  }

  protected abstract get control(): Pick<DebugControl<object>, StepperCalls>;
  protected abstract get runs(): Runs | undefined;
  /** Runs both programs on the known difference, if there is one, without moving the focus. */
  protected abstract prepare(): void;
  protected abstract fields(): Fields;
  /** Runs both programs on the input in the fields, which are valid. */
  protected abstract open(texts: readonly string[]): void;

  /** The part above the scrubber. */
  protected above(): TemplateResult | typeof nothing {
    return nothing;
  }

  /** The part below the scrubber. */
  protected below(): TemplateResult | typeof nothing {
    return nothing;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.runs) this.prepare();
  }

  override disconnectedCallback(): void {
    this.control.pause();
    this.control.settle();
    super.disconnectedCallback();
  }

  override willUpdate(): void {
    const { frame, overview, position, alone } = this.runs ?? {};
    if (!this.#speaks || !overview || frame?.position !== position || !frame) return;
    this.#speaks = false;
    const machine = machineOf(this.state.engine);
    const said = messages.spoken(frame.sides, overview.runs, alone, machine);
    this.spoken = `${messages.positionOf(frame.position, overview.last)}. ${said}`;
  }

  override updated(): void {
    const { runs } = this;
    // A reader who selected the tab is already there; one who requested an input is brought here.
    if (!runs?.isAskedFor || !runs.frame) return;
    this.control.settle();
    this.renderRoot.querySelector<HTMLElement>('input[type=range]')?.focus();
    // Beside the editors the verdict stays visible, too.
    const seen = this.withEditors ? this.renderRoot.querySelector('.transport') : this;
    seen?.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const { runs } = this;
    return html`<section aria-label=${messages.label}>
      ${runs ? nothing : html`<p class="intro">${messages.intro}</p>`}
      ${this.#form(runs)}
      ${runs ? this.#shown(runs) : nothing}
      <p class="unseen" role="status">${this.spoken}</p>
    </section>`;
  }

  /** Performs an action whose result is announced. */
  protected readonly ask = (action: () => void): void => {
    this.#speaks = true;
    action();
  };

  #form(runs: Runs | undefined) {
    const { names, texts, wrong, help } = this.fields();
    const field = (name: string, index: number) => html`<label>
      ${name}
      <input
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${wrong[index] ?? false}
        aria-describedby="wrong"
        .value=${texts[index] ?? ''}
        @input=${(event: InputEvent) => {
          this.typed = texts.with(index, (event.target as HTMLInputElement).value);
        }}
      />
    </label>`;
    const open = (event: Event) => {
      event.preventDefault();
      if (wrong.includes(true)) return;
      this.typed = undefined;
      this.ask(() => this.open(texts));
    };
    return html`<form aria-label=${messages.inputs} novalidate @submit=${open}>
        ${names.map(field)}
        <button class=${runs ? '' : 'primary'}>${messages.run[runs?.alone ? 'alone' : 'both']}</button>
        ${
          runs?.overview
            ? html`<button type="button" @click=${this.#saveTable}>${messages.csv}</button>`
            : nothing
        }
      </form>
      <p id="wrong" class="error" ?hidden=${!wrong.includes(true)}>${help}</p>`;
  }

  #shown(runs: Runs) {
    const { overview, failure, frame, alone } = runs;
    if (failure !== undefined) return html`<p class="error">${prose(messages.failed(failure))}</p>`;
    if (!overview) return html`<p class="muted">${messages.running}</p>`;
    const seek = (position: number) => this.ask(() => this.control.seek(position));
    return html`${this.#changed(runs)}
      ${alone ? nothing : renderParting(overview, machineOf(this.state.engine), seek)}
      ${this.above()}
      ${renderTransport(this.control, runs, overview.last, {
        speed: this.speed,
        ask: this.ask,
        choose: (speed) => {
          this.speed = speed;
        },
      })}
      ${this.below()}
      ${seen(overview.runs, alone).map((run) => (run.cut ? html`<p>${messages.cut(run.report.steps)}</p>` : nothing))}
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

  #changed({ programs, alone }: Runs) {
    const { programs: now } = this.state;
    const changed = seen(['left', 'right'] as const, alone).filter(
      (side) => !isSame(programs[side], now[side]),
    );
    const [first] = changed;
    if (!first) return nothing;
    const which = messages.changedSides[changed.length === 2 ? 'both' : first];
    return html`<p class="notice" role="status">${messages.changed(which)}</p>`;
  }

  async #saveTable(): Promise<void> {
    download(messages.file, csvFile(await this.control.table()));
  }
}

/** What a stepper asks of the control of its machine. */
type StepperCalls = 'pause' | 'settle' | 'seek' | 'step' | 'stepLine' | 'run' | 'play' | 'table';
