import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { type Comparison, numbered } from '../comparison';
import type { Decision } from '../engine/types';
import { side as sideWords } from '../messages';
import { paths as words } from '../messages/paths';
import type { NumberFormat } from '../numbers';
import { conditionOf, resultOf } from '../paths/label';
import { decisionAt, isTaken, type PathNode, pathTo, runsThrough } from '../paths/path-tree';
import { type Listings, listed, sampleOf } from '../paths/rows';
import { chainFrom, type Item } from '../paths/view';
import { lineStart } from '../source';
import { base } from './base';
import { prose } from './prose';
import './tm-query-text';

/** How many conditions and runs are listed at first. */
const CONDITIONS = 12;
const RUNS = 24;

/** What a node of the tree of paths stands for. */
export class TmPathNode extends LitElement {
  static override properties = {
    item: { attribute: false },
    comparison: { attribute: false },
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
        padding: 0.75rem;
        font-size: 0.9375rem;
      }

      h3 {
        display: flex;
        align-items: baseline;
        gap: 0.5rem;
        margin-block-end: 0.5rem;
      }

      .badge {
        flex: none;
        inline-size: 1.5rem;
        border-radius: 4px;
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
        font-size: 0.875rem;
      }

      dd {
        margin: 0 0 0.5rem;
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
        font-size: 0.875rem;
      }

      .runs {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.75rem;
      }

      .runs button[aria-expanded='true'] {
        font-weight: 600;
        text-decoration-thickness: 2px;
      }

      details {
        margin-block-end: 0.5rem;
      }

      details tm-query-text {
        padding-block-start: 0.5rem;
      }
    `,
  ];

  declare item: Item;
  declare comparison: Comparison;
  declare listings: Listings;
  declare numbers: NumberFormat;
  /** The run whose details are shown. */
  declare openRun: number | undefined;
  /** The tree's: a node changes in place. */
  declare version: number;
  /** How many conditions of the path are listed. */
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
    return html`<section aria-label=${words.details} class=${node.kind}>
      <h3>
        <span class="badge" aria-hidden="true">${words.kinds[node.kind].badge || '○'}</span>
        ${words.title(node.kind, length > 1)}
      </h3>
      ${this.#why(node)} ${node.isLong ? html`<p>${words.long}</p>` : nothing}
      <dl>
        ${cameBy ? this.#instruction(words.cameBy, cameBy, node.outcome) : nothing}
        ${decision ? this.#instruction(words.decided, decision) : nothing}
        <dt>${words.condition}</dt>
        <dd>${this.#path(node)}</dd>
        ${this.#runs(node)}
      </dl>
      ${this.#queries(node)} ${this.#chain(node)}
    </section>`;
  }

  #why({ kind, why }: PathNode) {
    const isOver = this.comparison.status.state !== 'running';
    const reason = kind === 'open' && isOver ? 'untried' : why;
    if (reason) return html`<p>${words.why[reason]}</p>`;
    return kind === 'open' ? html`<p>${words.later}</p>` : nothing;
  }

  #instruction(term: string, decision: Decision, outcome?: Decision) {
    const row = listed(this.listings, decision);
    const taken = outcome && isTaken(outcome, row?.text ?? '');
    return html`<dt>${term}</dt>
      <dd>
        ${sideWords[decision.side].symbol} <code>${this.#place(decision)}</code>
        ${taken === undefined ? nothing : html`<span class="muted">(${words.taken(taken)})</span>`}
        ${this.#line(decision)}
        <div class="muted where">${words.causes[decision.cause]}</div>
      </dd>`;
  }

  #place(decision: Decision): string {
    const row = listed(this.listings, decision);
    return words.instruction(row?.text ?? '', decision.at, undefined).trim();
  }

  #line({ side, at }: Decision) {
    const line = this.listings[side].get(at)?.line;
    if (line === undefined) return nothing;
    return html`<button
      type="button"
      class="link"
      aria-label=${words.goToLine(side, line)}
      @click=${() => app.focusAt(side, lineStart(this.comparison.request[side], line))}
    >
      ${words.lineLink(line)}
    </button>`;
  }

  #path(node: PathNode) {
    const steps = pathTo(node).filter((step) => step.parent && !step.driver);
    if (steps.length === 0) return words.noCondition;
    // The last ones tell most of where one is.
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
            ${words.moreConditions(hidden)}
          </button>`
        : nothing
    }
      <ol>
        ${steps.slice(hidden).map((step) => {
          const at = step.outcome ?? (step.parent && decisionAt(step.parent));
          return html`<li>
            <code>${conditionOf(step, this.comparison)}</code>
            ${at ? html`<span class="muted where">${sideWords[at.side].symbol} ${this.#place(at)}</span>` : nothing}
          </li>`;
        })}
      </ol>`;
  }

  #runs(node: PathNode) {
    const { comparison, numbers } = this;
    const runs = runsThrough(node);
    const sample = numbered(comparison.runs, runs[0])?.inputs;
    const result = resultOf(node, comparison, numbers);
    const none = words.noSample[node.kind as keyof typeof words.noSample] ?? '';
    return html`<dt>${words.sample}</dt>
      <dd>${sample ? html`<code>${sampleOf(sample, numbers)}</code>` : none}</dd>
      ${result ? html`<dt>${words.results}</dt><dd><code>${result}</code></dd>` : nothing}
      ${
        runs.length > 0
          ? html`<dt>${words.runs(runs.length)}</dt>
            <dd class="runs">
              ${runs.slice(0, RUNS).map(
                (run) => html`<button
                  type="button"
                  class="link"
                  aria-expanded=${run === this.openRun}
                  @click=${() => this.dispatchEvent(new CustomEvent('show-run', { detail: run }))}
                >
                  ${words.run(run)}
                </button>`,
              )}
              ${runs.length > RUNS ? html`<span class="muted">${words.moreRuns(runs.length - RUNS)}</span>` : nothing}
            </dd>`
          : nothing
      }`;
  }

  #queries(node: PathNode) {
    const others = node.parent?.children.filter((other) => other !== node && other.query) ?? [];
    const asked: [number, string][] = [];
    if (node.query) asked.push([node.query, words.asked(node.query)]);
    for (const { query } of node.query ? [] : others) {
      if (query) asked.push([query, words.askedOther(query)]);
    }
    if (node.question) asked.push([node.question, words.askedResults(node.question)]);
    if (asked.length === 0 && node.parent && !node.driver) {
      const isOpen = node.parent.children.some(({ kind }) => kind === 'open');
      return html`<p class="muted">${isOpen ? words.notYet : words.notAsked}</p>`;
    }
    return asked.map(([number, summary]) => {
      const query = numbered(this.comparison.queries, number);
      if (!query) return nothing;
      return html`<details>
        <summary>${prose(summary)}</summary>
        <tm-query-text
          .comparison=${this.comparison}
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
      return html`<button type="button" @click=${toggle(true)}>${words.unchain(length)}</button>`;
    }
    if (chainFrom(node)) {
      return html`<button type="button" @click=${toggle(false)}>${words.chainAgain}</button>`;
    }
    return nothing;
  }
}

customElements.define('tm-path-node', TmPathNode);
