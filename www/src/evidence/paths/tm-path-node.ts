import { css, html, nothing } from 'lit';
import { numbered } from '../../comparison/comparison';
import type { Decision } from '../../engine/types';
import { base } from '../../kit/base';
import type { NumberFormat } from '../../kit/numbers';
import { prose } from '../../kit/prose';
import { Component } from '../../playground/component';
import { side as sideMessages } from '../../programs/messages';
import { lineStart } from '../../programs/source';
import { describeInputs, type Searched } from '../searched';
import { conditionOf, resultOf } from './label';
import { paths as messages } from './messages';
import { decisionAt, type PathNode, pathTo, runsThrough } from './path-tree';
import { type Listings, listed } from './rows';
import { chainFrom, type Item } from './view';
import '../queries/tm-query-text';

/** Number of conditions and runs listed at first. */
const CONDITIONS = 12;
const RUNS = 24;

/** The details of a node in the tree of paths. */
export class TmPathNode extends Component {
  static override properties = {
    item: { attribute: false },
    search: { attribute: false },
    listings: { attribute: false },
    numbers: {},
    openRun: { attribute: false },
    version: { attribute: false },
    conditions: { state: true },
  };

  static override styles = [
    base,
    css`
      :host {
        padding: var(--space-3);
        font-size: var(--text-body);
      }

      h3 {
        display: flex;
        align-items: baseline;
        gap: var(--space-2);
        margin-block-end: var(--space-2);
      }

      .badge {
        flex: none;
        inline-size: 1.5rem;
        border-radius: var(--radius-m);
        text-align: center;
        background: var(--sunken);
        color: var(--muted);
      }

      .agree .badge {
        background: var(--same-wash);
        color: var(--same);
      }

      .differ .badge {
        background: var(--differ-wash);
        color: var(--differ);
      }

      .cut .badge {
        background: var(--open-wash);
        color: var(--open);
      }

      dl {
        display: grid;
        gap: 0.125rem;
      }

      dt {
        color: var(--muted);
        font-size: var(--text-note);
      }

      dd {
        margin: 0 0 var(--space-2);
        overflow-wrap: anywhere;
      }

      ol {
        margin: 0;
        padding: 0;
        list-style: none;
      }

      li {
        padding-block: 0.0625rem;
      }

      .where {
        font-size: var(--text-note);
      }

      .runs {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-3);
      }

      .runs button[aria-expanded='true'] {
        font-weight: 600;
        text-decoration-thickness: 2px;
      }

      details {
        margin-block-end: var(--space-2);
      }

      details tm-query-text {
        padding-block-start: var(--space-2);
      }
    `,
  ];

  declare item: Item;
  declare search: Searched;
  declare listings: Listings;
  declare numbers: NumberFormat;
  /** The run whose details are shown. */
  declare openRun: number | undefined;
  /** The version of the tree, whose nodes are mutated. */
  declare version: number;
  /** Number of listed conditions of the path. */
  declare conditions: number;
  #shown: number | undefined;

  constructor() {
    super();
    this.openRun = undefined;
    this.version = 0;
    this.conditions = CONDITIONS;
  }

  override willUpdate(): void {
    if (this.#shown === this.item.first.id) return;
    this.#shown = this.item.first.id;
    this.conditions = CONDITIONS;
  }

  override render() {
    const { node, length } = this.item;
    const decision = decisionAt(node);
    const cameBy = node.outcome ?? (node.parent && decisionAt(node.parent));
    return html`<section aria-label=${messages.details} class=${node.kind}>
      <h3>
        <span class="badge" aria-hidden="true">${messages.kinds[node.kind].badge || '○'}</span>
        ${messages.title(node.kind, length > 1)}
      </h3>
      ${this.#why(node)} ${node.isLong ? html`<p>${messages.long}</p>` : nothing}
      <dl>
        ${cameBy ? this.#instruction(messages.cameBy, cameBy, node.outcome) : nothing}
        ${decision ? this.#instruction(messages.decided, decision) : nothing}
        <dt>${messages.condition}</dt>
        <dd>${this.#path(node)}</dd>
        ${this.#runs(node)}
      </dl>
      ${this.#queries(node)} ${this.#chain(node)}
    </section>`;
  }

  #why({ kind, why }: PathNode) {
    const isOver = this.search.status !== 'running';
    const reason = kind === 'open' && isOver ? 'untried' : why;
    if (reason) return html`<p>${messages.why[reason]}</p>`;
    return kind === 'open' ? html`<p>${messages.later}</p>` : nothing;
  }

  #instruction(term: string, decision: Decision, outcome?: Decision) {
    const row = listed(this.listings, decision);
    const taken = outcome && this.search.isTaken(outcome, row?.text ?? '');
    return html`<dt>${term}</dt>
      <dd>
        ${sideMessages[decision.side].symbol} <code>${this.#place(decision)}</code>
        ${taken === undefined ? nothing : html`<span class="muted">(${messages.taken(taken)})</span>`}
        ${this.#line(decision)}
        <div class="muted where">${messages.causes[decision.cause]}</div>
      </dd>`;
  }

  #place(decision: Decision): string {
    const row = listed(this.listings, decision);
    return messages.instruction(row?.text ?? '', decision.at, undefined).trim();
  }

  #line({ side, at }: Decision) {
    const row = this.listings[side].get(at);
    const file = row && this.search.programs[side][row.file];
    if (!file || row?.line === undefined) return nothing;
    const { line } = row;
    return html`<button
      type="button"
      class="link"
      aria-label=${messages.goToLine(side, line)}
      @click=${() => this.app.programs.focusAt(side, lineStart(file.text, line), file.name)}
    >
      ${messages.lineLink(line)}
    </button>`;
  }

  #path(node: PathNode) {
    const steps = pathTo(node).filter((step) => step.parent && !step.driver);
    if (steps.length === 0) return messages.noCondition;
    // The last ones are the most informative.
    const hidden = Math.max(0, steps.length - this.conditions);
    return html`${
      hidden > 0
        ? html`<button
            type="button"
            class="link"
            @click=${() => {
              this.conditions *= 10;
            }}
          >
            ${messages.moreConditions(hidden)}
          </button>`
        : nothing
    }
      <ol>
        ${steps.slice(hidden).map((step) => {
          const at = step.outcome ?? (step.parent && decisionAt(step.parent));
          return html`<li>
            <code>${conditionOf(step, this.search)}</code>
            ${at ? html`<span class="muted where">${sideMessages[at.side].symbol} ${this.#place(at)}</span>` : nothing}
          </li>`;
        })}
      </ol>`;
  }

  #runs(node: PathNode) {
    const { search, numbers } = this;
    const runs = runsThrough(node);
    const sample = numbered(search.runs, runs[0])?.inputs;
    const result = resultOf(node, search, numbers);
    const none = messages.noSample[node.kind as keyof typeof messages.noSample] ?? '';
    return html`<dt>${messages.sample}</dt>
      <dd>${sample ? html`<code>${describeInputs(search, sample, numbers)}</code>` : none}</dd>
      ${result ? html`<dt>${messages.results}</dt><dd><code>${result}</code></dd>` : nothing}
      ${
        runs.length > 0
          ? html`<dt>${messages.runs(runs.length)}</dt>
            <dd class="runs">
              ${runs.slice(0, RUNS).map(
                (run) => html`<button
                  type="button"
                  class="link"
                  aria-expanded=${run === this.openRun}
                  @click=${() => this.dispatchEvent(new CustomEvent('show-run', { detail: run }))}
                >
                  ${messages.run(run)}
                </button>`,
              )}
              ${runs.length > RUNS ? html`<span class="muted">${messages.moreRuns(runs.length - RUNS)}</span>` : nothing}
            </dd>`
          : nothing
      }`;
  }

  #queries(node: PathNode) {
    const others = node.parent?.children.filter((other) => other !== node && other.query) ?? [];
    const asked: [number, string][] = [];
    if (node.query) asked.push([node.query, messages.asked(node.query)]);
    for (const { query } of node.query ? [] : others) {
      if (query) asked.push([query, messages.askedOther(query)]);
    }
    if (node.question) asked.push([node.question, messages.askedResults(node.question)]);
    if (asked.length === 0 && node.parent && !node.driver) {
      const isOpen = node.parent.children.some(({ kind }) => kind === 'open');
      return html`<p class="muted">${isOpen ? messages.notYet : messages.notAsked}</p>`;
    }
    return asked.map(([number, summary]) => {
      const query = numbered(this.search.queries, number);
      if (!query) return nothing;
      return html`<details>
        <summary>${prose(summary)}</summary>
        <tm-query-text
          .search=${this.search}
          .query=${query}
          .numbers=${this.numbers}
        ></tm-query-text>
      </details>`;
    });
  }

  #chain(node: PathNode) {
    const { first, length } = this.item;
    const toggle = (isShown: boolean) => () =>
      this.dispatchEvent(new CustomEvent('unchain', { detail: { id: first.id, isShown } }));
    if (length > 1) {
      return html`<button type="button" @click=${toggle(true)}>${messages.unchain(length)}</button>`;
    }
    if (chainFrom(node)) {
      return html`<button type="button" @click=${toggle(false)}>${messages.chainAgain}</button>`;
    }
    return nothing;
  }
}

customElements.define('tm-path-node', TmPathNode);
