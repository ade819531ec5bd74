import { css, html, nothing } from 'lit';
import { base } from '../../kit/base';
import { cardListStyles } from '../../kit/card';
import { type Column, csv } from '../../kit/csv';
import { csvFile, download } from '../../kit/download';
import type { NumberFormat } from '../../kit/numbers';
import { formatAnyWord } from '../../kit/words';
import { Component } from '../../playground/component';
import { explain as messages } from './messages';
import { partStyles } from './part-styles';
import type { AnyRegion, AnyRegions, RegionMachine } from './regioned';

/** Number of regions shown at first. */
const SHOWN = 20;

/** All inputs on which the programs differ, as conditions. */
export class TmRegions extends Component {
  static override properties = {
    view: { attribute: false },
    machine: { attribute: false },
    numbers: {},
    limit: { state: true },
    isAssumed: { state: true },
  };

  static override styles = [
    base,
    partStyles,
    cardListStyles,
    css`
      .condition {
        display: block;
        font-family: var(--mono);
        font-weight: 600;
        overflow-wrap: anywhere;
      }

      dl {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 0 var(--space-3);
        margin-block: var(--space-1);
      }

      dt {
        color: var(--muted);
      }

      dd {
        margin: 0;
        font-family: var(--mono);
        overflow-wrap: anywhere;
      }

      .wraps {
        font-size: var(--text-note);
        color: var(--open);
      }
    `,
  ];

  declare view: AnyRegions;
  declare machine: RegionMachine;
  declare numbers: NumberFormat;
  /** Number of regions shown. */
  declare limit: number;
  /** Whether one was just excluded. */
  declare isAssumed: boolean;

  constructor() {
    super();
    this.numbers = 'plain';
    this.limit = SHOWN;
    this.isAssumed = false;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('view')) {
      this.isAssumed = false;
      this.limit = SHOWN;
    }
  }

  override render() {
    const { report, says } = this.view;
    if (!report) return html`<p class="muted">${says}</p>`;
    const { regions, exact, within } = report;
    const shown = regions.slice(0, this.limit);
    const rest = regions.length - shown.length;
    const isBounded = within !== undefined && within.length > 0;
    const some = isBounded ? messages.within(within) : messages.some;
    const ifNone = isBounded ? messages.within(within) : messages.notDescribed;
    const scope = regions.length === 0 ? ifNone : exact ? messages.exact : some;
    return html`<p class="says">${says}</p>
      <p class="muted">${scope}</p>
      ${shown.length > 0 ? html`<ol>${shown.map((region, index) => this.#region(region, index))}</ol>` : nothing}
      ${
        rest > 0
          ? html`<button type="button" class="link" @click=${this.#more}>
              ${messages.more(Math.min(rest, SHOWN))}
            </button>`
          : nothing
      }
      <p role="status">${this.isAssumed ? messages.assumed : nothing}</p>
      ${regions.length > 0 ? this.#tools(regions) : nothing}`;
  }

  #tools(regions: readonly AnyRegion[]) {
    const { assumptions, names } = this.machine;
    const canAssumeAll =
      assumptions && regions.length > 1 && regions.some((region) => !this.#isAssumed(region));
    return html`<div class="tools">
      ${
        canAssumeAll
          ? html`<button type="button" @click=${() => this.#assume(regions)}>
              ${messages.assumeAll}
            </button>`
          : nothing
      }
      ${
        names.length > 1
          ? html`<button type="button" @click=${() => this.machine.showMap()}>
              ${messages.map}
            </button>`
          : nothing
      }
      <button type="button" @click=${this.#saveTable}>${messages.csv}</button>
    </div>`;
  }

  #region(region: AnyRegion, index: number) {
    const { kind, condition, left, right, wraps, by } = region;
    const inputs = this.machine.describe(region, this.numbers);
    return html`<li>
      <h4>${messages.region(index + 1)}: ${messages.kinds[kind]}</h4>
      <code class="condition">${condition}</code>
      <dl>
        <dt>${messages.left}</dt>
        <dd>${left}</dd>
        <dt>${messages.right}</dt>
        <dd>${right}</dd>
      </dl>
      ${by ? html`<p>${messages.by(by)}</p>` : nothing}
      ${wraps && wraps.length > 0 ? html`<p class="wraps">${messages.wraps(wraps)}</p>` : nothing}
      <div class="tools">
        <button type="button" @click=${() => this.machine.step(region)}>
          ${messages.sample(inputs)}
        </button>
        ${this.machine.assumptions ? this.#assuming(region) : nothing}
      </div>
    </li>`;
  }

  /** The button that excludes a region. */
  #assuming(region: AnyRegion) {
    const isOut = this.#isAssumed(region);
    return html`<button
      type="button"
      aria-label=${isOut ? nothing : messages.assumeLabel(region.condition)}
      aria-disabled=${isOut}
      @click=${isOut ? nothing : () => this.#assume([region])}
    >
      ${isOut ? messages.isAssumed : messages.assume}
    </button>`;
  }

  readonly #more = (): void => {
    this.limit += SHOWN;
  };

  #isAssumed({ condition }: AnyRegion): boolean {
    return this.machine.assumptions?.has(negated(condition)) ?? false;
  }

  /** Excludes regions from the comparison. */
  #assume(regions: readonly AnyRegion[]): void {
    const isNew = (region: AnyRegion) => !this.#isAssumed(region);
    const conditions = regions.filter(isNew).map(({ condition }) => negated(condition));
    this.machine.assumptions?.add(conditions);
    this.isAssumed = true;
  }

  #saveTable(): void {
    const { names } = this.machine;
    const regions = this.view.report?.regions ?? [];
    const { kind, condition, left, right, wraps } = messages.csvColumns;
    // A field holds no number in two notations.
    const numbers = this.numbers === 'plain' ? 'signed' : this.numbers;
    const columns: Column<AnyRegion>[] = [
      [kind, (region) => region.kind],
      [condition, (region) => region.condition],
      ...names.map(
        (name, index): Column<AnyRegion> => [
          name,
          (region) => formatAnyWord(this.machine.sample(region)[index] ?? 0, numbers),
        ],
      ),
      [left, (region) => region.left],
      [right, (region) => region.right],
      [wraps, (region) => region.wraps?.join(' ') ?? ''],
    ];
    download(messages.csvFile, csvFile(csv(columns, regions)));
  }
}

const negated = (condition: string): string => `not (${condition})`;

customElements.define('tm-regions', TmRegions);
