import { html, nothing } from 'lit';
import type { DebugFrame, DebugOverview, Side, SideView, WordView } from '../../engine/types';
import { base } from '../../kit/base';
import type { NumberFormat } from '../../kit/numbers';
import { firstDifference, printed, printedStyle } from '../../kit/printed';
import { formatAnyWord, formatPlace } from '../../kit/words';
import { Component } from '../../playground/component';
import { side as sideMessages } from '../../programs/messages';
import { sourceLines } from '../../programs/source';
import { type Runs, seen } from './debugging';
import { frameStyles } from './frame-styles';
import { machineOf, debugging as messages } from './messages';

/** Number of program lines shown around a step. */
const EXCERPT = 13;

/** One moment of both runs: the lines, the registers, memory and the stack. */
export class TmDebugFrame extends Component {
  static override properties = {
    debugging: { attribute: false },
    numbers: {},
    withListing: { attribute: false },
    all: { state: true },
  };

  static override styles = [base, printedStyle, frameStyles];

  declare debugging: Runs;
  declare numbers: NumberFormat;
  /** Whether the lines around the step are shown here: not if the editors highlight them. */
  declare withListing: boolean;
  /** Whether registers that neither run writes are shown. */
  declare all: boolean;

  constructor() {
    super();
    this.numbers = 'plain';
    this.withListing = true;
    this.all = false;
  }

  override render() {
    const { frame, overview, alone } = this.debugging;
    if (!frame || !overview) return nothing;
    const [left, right] = frame.sides;
    const [leftRun, rightRun] = overview.runs;
    const both = [
      { side: 'left' as Side, view: left, run: leftRun },
      { side: 'right' as Side, view: right, run: rightRun },
    ] as const;
    const each = (render: (side: Side, view: SideView, run: DebugOverview['runs'][0]) => unknown) =>
      seen(both, alone).map(({ side, view, run }) => render(side, view, run));
    return html`<div class="pair stacks ${alone ? 'alone' : ''}">
        ${each((side, view, run) => this.#program(side, view, run))}
      </div>
      <div class="registers-and-memory">
        ${this.#registers(frame, overview)}
        <div class="pair stacks ${alone ? 'alone' : ''}">${each((side, view, run) => this.#memory(side, view, run))}</div>
      </div>`;
  }

  get #machine() {
    return machineOf(this.state.engine);
  }

  #program(side: Side, view: SideView, run: DebugOverview['runs'][0]) {
    const state = messages.state(view, run, this.numbers, this.#machine);
    const outcome = view.ended && !run.cut ? run.report.outcome : '';
    return html`<section aria-label=${sideMessages[side].program} data-side=${side}>
      <h3>
        ${this.debugging.alone ? nothing : html`<span class="symbol">${sideMessages[side].symbol}</span>`}
        <span class="muted">${messages.steps(view.steps, run.report.steps)}</span>
      </h3>
      <p class="now">
        ${
          view.instruction === undefined
            ? html`<span class="muted">${messages.nothingYet}</span>`
            : html`<code>${view.instruction}</code>
                <span class="muted small">${messages.at(this.#place(side, view), view.address ?? 0)}</span>`
        }
        <span class="state ${outcome}">${state}</span>
      </p>
      ${this.withListing ? this.#source(side, view, outcome === 'fault') : nothing}
    </section>`;
  }

  #source(side: Side, view: SideView, hasFaulted: boolean) {
    const place = view.line ?? view.called_from ?? view.next_line;
    const file = this.debugging.programs[side][place?.file ?? 0];
    if (!file) return nothing;
    const lines = sourceLines(file.text);
    if (lines.at(-1) === '') lines.pop();
    const middle = place?.line ?? 1;
    const start = Math.max(
      0,
      Math.min(middle - 1 - Math.floor(EXCERPT / 2), lines.length - EXCERPT),
    );
    const { breakpoints } = this.state;
    const kind = hasFaulted ? 'fault' : view.moved ? 'executed' : 'waiting';
    return html`<ul class="source" aria-label=${messages.source(side)}>
      ${lines.slice(start, start + EXCERPT).map((text, index) => {
        const line = start + index + 1;
        const isHere = line === view.line?.line && place === view.line;
        return html`<li class=${isHere ? kind : ''} aria-current=${isHere ? 'step' : nothing}>
          <button
            type="button"
            class="line"
            aria-label=${messages.breakpointAt(line)}
            aria-pressed=${breakpoints[side][file.name]?.includes(line) ?? false}
            @click=${() => this.app.programs.toggleBreakpoint(side, file.name, line)}
          >
            ${line}</button
          ><span>${text.replaceAll('\t', '    ') || ' '}</span>
        </li>`;
      })}
    </ul>`;
  }

  #registers(frame: DebugFrame, { runs }: DebugOverview) {
    const { alone } = this.debugging;
    const [left, right] = frame.sides;
    const written = new Set([...this.#machine.shown, ...runs.flatMap((run) => run.written)]);
    const shown = left.registers.flatMap((register, index) => {
      const other = right.registers[index];
      return other && (this.all || written.has(register.name)) ? [[register, other] as const] : [];
    });
    const cell = ({ value, before }: (typeof left.registers)[0]) =>
      html`<td class=${before === undefined ? '' : 'changed'}>
        ${formatAnyWord(value, this.numbers)}
        ${
          before === undefined
            ? nothing
            : html`<span class="was">${messages.was(formatAnyWord(before, this.numbers))}</span>`
        }
      </td>`;
    return html`<div class="block">
      <h3 id="registers">${messages.registers}</h3>
      <div class="scroll" role="region" tabindex="0" aria-labelledby="registers">
        <table class="registers" aria-labelledby="registers">
          <thead>
            <tr>
              <th scope="col"><span class="unseen">${messages.register}</span></th>
              ${seen(['left', 'right'] as const, alone).map(
                (side) =>
                  html`<th scope="col">${alone ? messages.word : sideMessages[side].symbol}</th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${shown.map(
              ([a, b]) =>
                html`<tr class=${a.value === b.value ? '' : 'differs'}>
                  <th scope="row">${a.name}</th>
                  ${seen([a, b], alone).map(cell)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <label class="all">
        <input
          type="checkbox"
          .checked=${this.all}
          @change=${(event: Event) => {
            this.all = (event.target as HTMLInputElement).checked;
          }}
        />
        ${messages.all}
      </label>
    </div>`;
  }

  #memory(side: Side, view: SideView, run: DebugOverview['runs'][0]) {
    const symbol = this.debugging.alone ? '' : `${sideMessages[side].symbol} `;
    return html`<div>
      <div class="block">
        ${this.#words(`${symbol}${messages.memory}`, view.memory, messages.memoryNote, messages.noMemory)}
      </div>
      <div class="block">
        ${this.#words(`${symbol}${messages.stack}`, view.stack, messages.stackNote(this.#machine.stack), messages.noStack)}
      </div>
      ${
        run.report.output.bytes > 0
          ? html`<div class="block">
              <h3>${symbol}${messages.output}</h3>
              ${this.#output(view, run)}
            </div>`
          : nothing
      }
    </div>`;
  }

  /** The output of a run so far; the first character at which the runs differ is marked. */
  #output({ output }: SideView, run: DebugOverview['runs'][0]) {
    const texts = this.debugging.overview?.runs.map(({ report }) => report.output.text) ?? [];
    const mark = firstDifference(texts[0] ?? '', texts[1] ?? '');
    const isMarked = mark !== undefined && mark < output.text.length;
    return html`${
      output.bytes === 0
        ? html`<p class="muted small">${messages.nothingPrinted}</p>`
        : printed(output.text, isMarked ? mark : undefined, output.bytes, messages.partsHere)
    }
      <p class="muted small">${messages.printedOf(output.bytes, run.report.output.bytes)}</p>`;
  }

  /** The location of the step, with its file if there are several. */
  #place(side: Side, { line, routine }: SideView) {
    const sources = this.debugging.programs[side];
    if (!line) return routine;
    return { line: line.line, file: sources.length > 1 ? sources[line.file]?.name : undefined };
  }

  #words(title: string, rows: readonly WordView[], note: string, empty: string) {
    if (rows.length === 0) return html`<h3>${title}</h3><p class="muted small">${empty}</p>`;
    return html`<h3 title=${note}>${title}</h3>
      <div class="scroll long" role="region" tabindex="0" aria-label=${title}>
        <table>
          <thead>
            <tr>
              <th scope="col">${messages.address}</th>
              <th scope="col">${messages.word}</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ({ address, value, access, before }) =>
                html`<tr>
                  <th scope="row">${formatPlace(address)}</th>
                  <td class=${access ? 'changed' : ''}>
                    ${formatAnyWord(value, this.numbers)}
                    ${
                      access
                        ? html`<span class="was"
                            >${messages.access[access]}${
                              before === undefined
                                ? nothing
                                : `, ${messages.was(formatAnyWord(before, this.numbers))}`
                            }</span
                          >`
                        : nothing
                    }
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }
}

customElements.define('tm-debug-frame', TmDebugFrame);
