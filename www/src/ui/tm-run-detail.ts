import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { type Comparison, numbered, type Run } from '../comparison';
import type { PassView, Side } from '../engine/types';
import { debugging, runs as runWords, detail as words } from '../messages';
import type { NumberFormat } from '../numbers';
import { sides } from '../playground';
import { base } from './base';
import { prose } from './prose';
import { renderTabs, tabStyles } from './tabs';
import './tm-query-text';
import './tm-text';

const PATH = 'path';
const QUERY = 'query';

/** A run in full: its path, its trace after each pass, and the query that led to it. */
export class TmRunDetail extends LitElement {
  static override properties = {
    comparison: { attribute: false },
    run: { attribute: false },
    numbers: {},
    side: { state: true },
    tab: { state: true },
    passes: { state: true },
    failure: { state: true },
  };

  static override styles = [
    base,
    tabStyles,
    css`
      :host {
        padding: 0.75rem;
      }

      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.25rem 1rem;
        margin-block-end: 0.5rem;
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

  declare comparison: Comparison;
  declare run: Run;
  declare numbers: NumberFormat;
  /** Whose trace is shown; at first the driver's. */
  declare side: Side | undefined;
  declare tab: string;
  declare passes: readonly PassView[] | undefined;
  declare failure: string | undefined;

  constructor() {
    super();
    this.side = undefined;
    this.tab = PATH;
    this.passes = undefined;
    this.failure = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.passes) this.#load();
  }

  override render() {
    const { run } = this;
    const shown = this.side ?? run.driver;
    const { steps, fault } = { ...run[shown], steps: words.steps(run[shown]) };
    const tabs = [
      { id: PATH, label: words.path },
      ...(this.passes ?? []).map(({ name }) => ({ id: `pass-${name}`, label: name })),
      { id: QUERY, label: words.query },
    ];
    return html`<section aria-label=${words.label(run)}>
      ${run.divergedFrom === undefined ? nothing : html`<p>${runWords.diverged(run.divergedFrom)}</p>`}
      <div class="head">
        <label for="program">${words.program}</label>
        <select id="program" @change=${this.#chooseSide}>
          ${sides.map(
            (side) =>
              html`<option value=${side} ?selected=${side === shown}>
                ${words.programs(side, run.driver, this.#strategy)}
              </option>`,
          )}
        </select>
        <span class="muted">${steps}</span>
        ${fault ? html`<span class="fault">${prose(fault.message)}</span>` : nothing}
        <button
          type="button"
          aria-label=${debugging.openLabel(run.inputs)}
          @click=${() => app.debug(run.inputs)}
        >
          ${debugging.open}
        </button>
      </div>
      ${renderTabs(tabs, this.tab, words.tabs, 'panel', (id) => {
        this.tab = id;
      })}
      <div class="panel" id="panel" role="tabpanel" aria-labelledby="tab-${this.tab}">
        ${this.#panel()}
      </div>
    </section>`;
  }

  get #strategy() {
    return this.comparison.request.options.strategy;
  }

  #panel() {
    const { run, comparison } = this;
    if (this.tab === PATH) {
      const side = this.side ?? run.driver;
      const isVerifier = this.#strategy === 'product' && side !== run.driver;
      const path = isVerifier ? run.verifier_path : run.path;
      return html`<tm-text
        .text=${path.join('\n')}
        .summary=${words.pathSummary(path.length, side, this.#strategy)}
        .label=${words.path}
      ></tm-text>`;
    }
    if (this.tab === QUERY) {
      const query = numbered(comparison.queries, run.query);
      if (!query) return html`<p>${words.firstInputs}</p>`;
      return html`<tm-query-text
        .comparison=${comparison}
        .query=${query}
        .numbers=${this.numbers}
      ></tm-query-text>`;
    }
    const pass = this.passes?.find(({ name }) => this.tab === `pass-${name}`);
    return html`<tm-text
      .text=${pass?.text}
      .summary=${pass ? words.passSummary(pass) : ''}
      .label=${pass?.name ?? ''}
      .failure=${this.failure}
    ></tm-text>`;
  }

  #chooseSide(event: Event): void {
    this.side = (event.target as HTMLSelectElement).value as Side;
    this.#load();
  }

  async #load(): Promise<void> {
    const { comparison, run } = this;
    const side = this.side ?? run.driver;
    try {
      const passes = await app.inspect({
        text: comparison.request[side],
        inputs: run.inputs,
        options: comparison.request.options,
      });
      // The other program may have been chosen in the meantime.
      if (side === (this.side ?? run.driver)) this.passes = passes;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }
}

customElements.define('tm-run-detail', TmRunDetail);
