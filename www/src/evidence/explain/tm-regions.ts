import { css, html, nothing } from 'lit';
import { describe, namesOf, type SomeSpec } from '../../comparison/contract';
import type { RegionReport, RegionsView } from '../../engine/types';
import { base } from '../../kit/base';
import { cardListStyles } from '../../kit/card';
import { type Column, csv } from '../../kit/csv';
import { csvFile, download } from '../../kit/download';
import { formatBoth, formatField, type NumberFormat } from '../../kit/numbers';
import { Component } from '../../playground/component';
import { explain as messages } from './messages';
import { partStyles } from './part-styles';

/** Number of regions shown at first. */
const SHOWN = 20;

/** All inputs on which the programs differ, as conditions. */
export class TmRegions extends Component {
  static override properties = {
    view: { attribute: false },
    contract: { attribute: false },
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

  declare view: RegionsView;
  /** The contract of the comparison. */
  declare contract: SomeSpec | undefined;
  declare numbers: NumberFormat;
  /** Number of regions shown. */
  declare limit: number;
  /** Whether one was just excluded. */
  declare isAssumed: boolean;

  constructor() {
    super();
    this.contract = undefined;
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

  #tools(regions: readonly RegionReport[]) {
    const canAssumeAll = regions.length > 1 && regions.some((region) => !this.#isAssumed(region));
    return html`<div class="tools">
      ${
        canAssumeAll
          ? html`<button type="button" @click=${() => this.#assume(regions)}>
              ${messages.assumeAll}
            </button>`
          : nothing
      }
      ${
        namesOf(this.contract).length > 1
          ? html`<button type="button" @click=${() => this.app.showEvidence('map')}>
              ${messages.map}
            </button>`
          : nothing
      }
      <button type="button" @click=${this.#saveTable}>${messages.csv}</button>
    </div>`;
  }

  #region(region: RegionReport, index: number) {
    const { kind, condition, sample, left, right, wraps, by } = region;
    const isOut = this.#isAssumed(region);
    const inputs = describe(this.contract, sample, (word) => formatBoth(word, this.numbers));
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
        <button type="button" @click=${() => this.app.debug(sample)}>
          ${messages.sample(inputs)}
        </button>
        <button
          type="button"
          aria-label=${isOut ? nothing : messages.assumeLabel(condition)}
          aria-disabled=${isOut}
          @click=${isOut ? nothing : () => this.#assume([region])}
        >
          ${isOut ? messages.isAssumed : messages.assume}
        </button>
      </div>
    </li>`;
  }

  readonly #more = (): void => {
    this.limit += SHOWN;
  };

  #isAssumed({ condition }: RegionReport): boolean {
    return (this.app.options.contract.assume ?? []).includes(negated(condition));
  }

  /** Excludes regions from the comparison. */
  #assume(regions: readonly RegionReport[]): void {
    const isNew = (region: RegionReport) => !this.#isAssumed(region);
    this.app.options.assume(regions.filter(isNew).map(({ condition }) => negated(condition)));
    this.isAssumed = true;
  }

  #saveTable(): void {
    const { regions } = this.view.report;
    const names = namesOf(this.contract);
    const { kind, condition, left, right, wraps } = messages.csvColumns;
    const columns: Column<RegionReport>[] = [
      [kind, (region) => region.kind],
      [condition, (region) => region.condition],
      ...names.map(
        (name, index): Column<RegionReport> => [
          name,
          ({ sample }) => formatField(sample[index] ?? 0, this.numbers),
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
