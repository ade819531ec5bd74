import { Task } from '@lit/task';
import { css, html, nothing, type PropertyValues } from 'lit';
import { type Comparison, numbered } from '../../comparison/comparison';
import { describe } from '../../comparison/contract';
import type { Run } from '../../comparison/run';
import type { PassView, Side } from '../../engine/types';
import { base } from '../../kit/base';
import { loaded } from '../../kit/loaded';
import { parts } from '../../kit/messages';
import { formatWord, type NumberFormat } from '../../kit/numbers';
import { PAGE, renderGap, tableStyles } from '../../kit/table';
import { Component } from '../../playground/component';
import { sides } from '../../programs/control';
import { compiled as messages } from './messages';
import {
  changedParts,
  changes,
  type DiffRow,
  diffTraces,
  folded,
  type Gap,
  type Part,
} from './trace-diff';

/** Unchanged lines shown around a change, and the minimum number to fold. */
const CONTEXT = 3;
const LEAST = 6;

const ALL = -1;

/** A run's trace before and after a pass, side by side. */
export class TmPasses extends Component {
  static override properties = {
    comparison: { attribute: false },
    numbers: {},
    number: { state: true },
    side: { state: true },
    pass: { state: true },
    unfolded: { state: true },
    limit: { state: true },
  };

  static override styles = [
    base,
    tableStyles,
    css`
      .choice {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.375rem var(--space-4);
        margin-block-end: var(--space-2);
        font-size: var(--text-body);
      }

      .choice > span {
        display: flex;
        align-items: center;
        gap: 0.375rem;
      }

      .choice :is(input, select) {
        min-height: 1.875rem;
        padding-block: 0;
      }

      input {
        inline-size: 5.5rem;
      }

      p {
        max-inline-size: 75ch;
        font-size: var(--text-body);
        margin-block-end: var(--space-2);
      }

      .scroll {
        max-block-size: min(65vh, 44rem);
        overflow: auto;
        border: 1px solid var(--line);
        border-radius: var(--radius-m);
        background: var(--surface);
      }

      thead th {
        position: sticky;
        inset-block-start: 0;
        z-index: var(--layer-heading);
      }

      th,
      td {
        padding: 0 0.625rem;
        border-block-end: none;
      }

      td {
        font-family: var(--mono);
        font-size: var(--text-note);
        line-height: 1.75;
        white-space: pre;
      }

      .at {
        color: var(--muted);
        inline-size: 1%;
      }

      .number {
        inline-size: 1%;
        color: var(--muted);
        text-align: end;
        padding-inline-end: 0;
        user-select: none;
      }

      .sign {
        inline-size: 1%;
        text-align: center;
        font-weight: 700;
      }

      .code {
        inline-size: 45%;
      }

      .removed .before,
      .changed .before {
        background: var(--differ-wash);
      }

      .added .after,
      .changed .after {
        background: var(--same-wash);
      }

      .removed .sign {
        color: var(--differ);
      }

      .added .sign {
        color: var(--same);
      }

      .changed .sign {
        color: var(--open);
      }

      del,
      ins {
        text-decoration: none;
        border-radius: var(--radius-s);
        font-weight: 600;
      }

      del {
        color: var(--differ);
        text-decoration: line-through;
      }

      ins {
        color: var(--same);
        text-decoration: underline;
        text-underline-offset: 0.2em;
      }

      .folded td {
        padding-block: 0.125rem;
        font-family: var(--sans);
        background: var(--sunken);
      }
    `,
  ];

  declare comparison: Comparison;
  declare numbers: NumberFormat;
  /** The run; by default the first one. */
  declare number: number;
  declare side: Side;
  /** The index of the pass in `passes`, or all of them. */
  declare pass: number;
  /** The traces of the selected run and program. */
  readonly #passes = new Task(this, {
    args: () => {
      const { request } = this.comparison;
      const inputs = this.run?.inputs ?? [];
      const program = sides.indexOf(this.side);
      return [this.run, request[this.side], program, request.options, ...inputs] as const;
    },
    task: ([run, files, program, options, ...inputs]) =>
      run && this.app.engine.call('inspect', { files, program, inputs, options }),
  });
  /** The first rows of unfolded stretches. */
  declare unfolded: ReadonlySet<number>;
  declare limit: number;
  #rows: readonly DiffRow[] = [];
  /** The traces that the rows were computed from. */
  #diffed: readonly [unknown, unknown] = [undefined, undefined];

  constructor() {
    super();
    this.number = 1;
    this.side = 'left';
    this.pass = 1;
    this.unfolded = new Set();
    this.limit = PAGE;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('comparison') as Comparison | undefined;
    if (before && before.began !== this.comparison.began) this.number = 1;
    const [from, to] = this.#shown;
    if (from === this.#diffed[0] && to === this.#diffed[1]) return;
    this.#diffed = [from, to];
    this.#rows = from && to ? diffTraces(from.text, to.text) : [];
    this.unfolded = new Set();
    this.limit = PAGE;
  }

  override render() {
    const { run } = this;
    const { failure } = loaded(this.#passes);
    if (!run) return html`<p class="muted">${messages.noRuns}</p>`;
    return html`${this.#choice(run)}
      ${failure === undefined ? nothing : html`<p>${parts.failed(failure)}</p>`}
      ${this.passes ? this.#diff() : html`<p class="muted">${parts.loading}</p>`}`;
  }

  get passes(): readonly PassView[] | undefined {
    return loaded(this.#passes).value;
  }

  get run(): Run | undefined {
    return numbered(this.comparison.runs, this.number);
  }

  /** The traces before and after. */
  get #shown(): readonly [PassView | undefined, PassView | undefined] {
    const { passes, pass } = this;
    return pass === ALL ? [passes?.[0], passes?.at(-1)] : [passes?.[pass - 1], passes?.[pass]];
  }

  #choice(run: Run) {
    const { passes } = this;
    const show = (word: number) => formatWord(word, this.numbers);
    const inputs = describe(this.comparison.request.options.contract, run.inputs, show);
    const steps = (passes ?? []).slice(1).map(({ name }, index) => ({
      index: index + 1,
      label: messages.step(passes?.[index]?.name ?? '', name),
    }));
    const choices = [...steps, { index: ALL, label: messages.allPasses }];
    return html`<div class="choice">
      <span>
        <label for="run">${messages.run}</label>
        <input
          id="run"
          type="number"
          min="1"
          max=${this.comparison.runs.length}
          .value=${String(run.number)}
          @change=${this.#chooseRun}
        />
        <span class="muted">${messages.of(this.comparison.runs.length)}, ${messages.on(inputs)}</span>
      </span>
      <span>
        <label for="program">${messages.program}</label>
        <select
          id="program"
          @change=${(event: Event) => {
            this.side = (event.target as HTMLSelectElement).value as Side;
          }}
        >
          ${sides.map(
            (side) =>
              html`<option value=${side} ?selected=${side === this.side}>${messages.programs(side)}</option>`,
          )}
        </select>
      </span>
      <span>
        <label for="pass">${messages.pass}</label>
        <select
          id="pass"
          @change=${(event: Event) => {
            this.pass = Number((event.target as HTMLSelectElement).value);
          }}
        >
          ${choices.map(
            ({ index, label }) =>
              html`<option value=${index} ?selected=${index === this.pass}>${label}</option>`,
          )}
        </select>
      </span>
    </div>`;
  }

  #chooseRun(event: Event): void {
    const input = event.target as HTMLInputElement;
    const run = numbered(this.comparison.runs, input.valueAsNumber);
    if (run) this.number = run.number;
    else input.value = String(this.number);
  }

  #diff() {
    const [from, to] = this.#shown;
    if (!from || !to) return nothing;
    const shown = folded(this.#rows, CONTEXT, LEAST);
    const head = shown.slice(0, this.limit);
    const omitted = Math.max(from.omitted, to.omitted);
    return html`<p>
        ${this.pass === ALL ? nothing : to.summary} ${messages.changes(changes(this.#rows))}
        ${omitted > 0 ? messages.omitted(omitted) : nothing}
      </p>
      <div class="scroll" role="region" tabindex="0" aria-label=${messages.diffLabel}>
        <table>
          <caption class="unseen">${messages.diffLabel}</caption>
          <thead>
            <tr>
              <th scope="col" colspan="2">${messages.before(from.name)}</th>
              <th scope="col"><span class="unseen">${messages.diffColumns.change}</span></th>
              <th scope="col" colspan="2">${messages.after(to.name)}</th>
              <th scope="col">${messages.diffColumns.at}</th>
            </tr>
          </thead>
          <tbody>
            ${head.map((row) => ('rows' in row ? this.#gap(row) : renderRow(row)))}
            ${renderGap(shown.length - head.length, 6, () => {
              this.limit += 10 * PAGE;
            })}
          </tbody>
        </table>
      </div>`;
  }

  #gap(gap: Gap) {
    if (this.unfolded.has(gap.from)) return gap.rows.map(renderRow);
    return html`<tr class="folded">
      <td colspan="6">
        <button
          type="button"
          class="link"
          @click=${() => {
            this.unfolded = new Set([...this.unfolded, gap.from]);
          }}
        >
          ${messages.sameLines(gap.rows.length)}
        </button>
      </td>
    </tr>`;
  }
}

function renderRow(row: DiffRow) {
  const { change, before, after } = row;
  const parts = change === 'changed' ? changedParts(row) : undefined;
  const { sign, name } = messages.marks[change];
  return html`<tr class=${change}>
    <td class="number before">${before?.number}</td>
    <td class="code before">${parts ? parts.before.map((part) => renderPart(part, 'before')) : before?.text}</td>
    <td class="sign"><span aria-hidden="true">${sign}</span><span class="unseen">${name}</span></td>
    <td class="number after">${after?.number}</td>
    <td class="code after">${parts ? parts.after.map((part) => renderPart(part, 'after')) : after?.text}</td>
    <td class="at">${(before ?? after)?.remark}</td>
  </tr>`;
}

function renderPart({ text, isChanged }: Part, where: 'before' | 'after') {
  if (!isChanged) return text;
  return where === 'before' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`;
}

customElements.define('tm-passes', TmPasses);
