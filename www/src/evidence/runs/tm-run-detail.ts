import { Task } from '@lit/task';
import { css, html, nothing } from 'lit';
import { numbered } from '../../comparison/comparison';
import type { Side } from '../../engine/types';
import { base } from '../../kit/base';
import { loaded } from '../../kit/loaded';
import type { NumberFormat } from '../../kit/numbers';
import { prose } from '../../kit/prose';
import { renderTabs, tabStyles } from '../../kit/tabs';
import { Component } from '../../playground/component';
import { sides } from '../../programs/control';
import { stepping } from '../messages';
import { describeInputs, type Searched, type ShownRun } from '../searched';
import { detail as messages, runs as runMessages } from './messages';
import '../queries/tm-query-text';
import '../../kit/tm-text';

const PATH = 'path';
const QUERY = 'query';

/** A run in full: its path, the query that led to it, and its trace after each pass. */
export class TmRunDetail extends Component {
  static override properties = {
    search: { attribute: false },
    run: { attribute: false },
    numbers: {},
    side: { state: true },
    tab: { state: true },
  };

  static override styles = [
    base,
    tabStyles,
    css`
      :host {
        padding: var(--space-3);
      }

      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-4);
        margin-block-end: var(--space-2);
      }

      .panel {
        border: none;
        background: none;
        padding-block-start: 0.625rem;
      }

      select {
        min-height: 1.875rem;
        padding-block: 0;
      }

      p {
        max-inline-size: 70ch;
      }

      .fault {
        color: var(--differ);
      }
    `,
  ];

  declare search: Searched;
  declare run: ShownRun;
  declare numbers: NumberFormat;
  /** The side whose trace is shown; initially the driver's. */
  declare side: Side | undefined;
  declare tab: string;
  /** The traces of the selected run and program, never those of others. */
  readonly #passes = new Task(this, {
    task: async ([side]) => this.search.passes?.(this.app, this.run, side),
    args: () => [this.side ?? this.run.driver, this.search.began, this.run.number] as const,
  });

  constructor() {
    super();
    this.side = undefined;
    this.tab = PATH;
  }

  override render() {
    const { run } = this;
    const shown = this.side ?? run.driver;
    const { steps, fault } = { ...run[shown], steps: messages.steps(run[shown]) };
    const tabs = [
      { id: PATH, label: messages.path },
      { id: QUERY, label: messages.query },
      // Last, so that no tab moves under a pointer when they arrive.
      ...(loaded(this.#passes).value ?? []).map(({ name }) => ({
        id: `pass-${name}`,
        label: name,
      })),
    ];
    return html`<section aria-label=${messages.label(run)}>
      ${run.divergedFrom === undefined ? nothing : html`<p>${runMessages.diverged(run.divergedFrom)}</p>`}
      <div class="head">
        <label for="program">${messages.program}</label>
        <select id="program" @change=${this.#chooseSide}>
          ${sides.map(
            (side) =>
              html`<option value=${side} ?selected=${side === shown}>
                ${messages.programs(side, run.driver, this.#strategy)}
              </option>`,
          )}
        </select>
        <span class="muted">${steps}</span>
        ${fault ? html`<span class="fault">${prose(fault.message)}</span>` : nothing}
        <button
          type="button"
          aria-label=${stepping.openLabel(describeInputs(this.search, run.inputs))}
          @click=${() => this.search.step(this.app, run)}
        >
          ${stepping.open}
        </button>
      </div>
      ${renderTabs(tabs, this.tab, messages.tabs, 'panel', (id) => {
        this.tab = id;
      })}
      <div class="panel" id="panel" role="tabpanel" aria-labelledby="tab-${this.tab}">
        ${this.#panel()}
      </div>
    </section>`;
  }

  get #strategy() {
    return this.search.strategy;
  }

  #panel() {
    const { run, search } = this;
    if (this.tab === PATH) {
      if (!run.growth) return html`<p>${messages.sample}</p>`;
      const side = this.side ?? run.driver;
      const isVerifier = this.#strategy === 'product' && side !== run.driver;
      const path = isVerifier ? run.verifier_path : run.path;
      return html`<tm-text
        .text=${path.join('\n')}
        .summary=${messages.pathSummary(path.length, side, this.#strategy)}
        .label=${messages.path}
      ></tm-text>`;
    }
    if (this.tab === QUERY) {
      const query = numbered(search.queries, run.query);
      if (!query) return html`<p>${messages.firstInputs}</p>`;
      return html`<tm-query-text
        .search=${search}
        .query=${query}
        .numbers=${this.numbers}
      ></tm-query-text>`;
    }
    const { value: passes, failure } = loaded(this.#passes);
    const pass = passes?.find(({ name }) => this.tab === `pass-${name}`);
    return html`<tm-text
      .text=${pass?.text}
      .summary=${pass ? messages.passSummary(pass) : ''}
      .label=${pass?.name ?? ''}
      .failure=${failure}
    ></tm-text>`;
  }

  #chooseSide(event: Event): void {
    this.side = (event.target as HTMLSelectElement).value as Side;
  }
}

customElements.define('tm-run-detail', TmRunDetail);
