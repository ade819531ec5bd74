import { css, html, nothing } from 'lit';
import type { Scale } from '../../engine/types';
import { base } from '../../kit/base';
import { csvFile, download } from '../../kit/download';
import { fieldStyles } from '../../kit/field';
import type { NumberFormat } from '../../kit/numbers';
import { prose } from '../../kit/prose';
import { Component } from '../../playground/component';
import { type Mapping, scales } from './mapping';
import { map as messages } from './messages';
import { asksTheSame, isSameRanges, type MapRanges, wholePlane } from './plane';
import './tm-map-legend';
import './tm-map-plane';
import type { TmMapPlane } from './tm-map-plane';

type Texts = readonly [string, string, string, string];

/** The plane of both inputs as a picture, and as tables. */
export class TmMap extends Component {
  static override properties = {
    numbers: {},
    typed: { state: true },
    withRegions: { state: true },
  };

  static override styles = [
    base,
    fieldStyles,
    css`
      :host {
        padding: var(--space-3);
      }

      section > * + * {
        margin-block-start: var(--space-3);
      }

      .intro {
        max-inline-size: 75ch;
      }

      .bar,
      form {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.375rem var(--space-2);
      }

      .icon {
        min-inline-size: 2.25rem;
        padding: 0;
      }

      /* Its line goes on under the controls once it is open. */
      .more[open] {
        flex-basis: 100%;
      }

      .rest {
        display: grid;
        gap: var(--space-2);
        padding-block: var(--space-2);
      }

      label {
        display: flex;
        align-items: center;
        gap: 0.375rem;
        font-size: var(--text-note);
      }

      input {
        inline-size: 8.25rem;
        font-family: var(--mono);
        font-size: var(--text-note);
      }

      input[type='checkbox'] {
        inline-size: auto;
        margin: 0;
      }

      .notice {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-2) var(--space-4);
        color: var(--open);
      }

      .both {
        display: grid;
        grid-template-columns: minmax(16rem, min(34rem, 54vh)) minmax(18rem, 1fr);
        gap: var(--space-4) var(--space-5);
        align-items: start;
      }

      .progress {
        font-size: var(--text-note);
        color: var(--muted);
        flex: 1 1 8rem;
      }

      @container (max-width: 36rem) {
        .both {
          grid-template-columns: minmax(0, max(20rem, min(34rem, 54vh)));
        }
      }
    `,
  ];

  declare numbers: NumberFormat;
  /** The typed ends of the ranges. */
  declare typed: Texts | undefined;

  /** Whether the regions of an explanation are drawn over it. */
  declare withRegions: boolean;

  constructor() {
    super();
    this.numbers = 'plain';
    this.typed = undefined;
    this.withRegions = true;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { map } = this.app;
    const isNext = !this.app.store.state.mapping && map.source.isCompared();
    if (isNext && map.source.mapped().names.length > 1) map.begin();
  }

  override render() {
    const { mapping } = this.state;
    return html`<section aria-label=${messages.label}>
      ${mapping ? nothing : html`<p class="intro muted">${messages.intro}</p>`}
      ${
        this.app.map.source.mapped().names.length < 2
          ? html`<p>${messages.tooFew}</p>`
          : mapping
            ? this.#map(mapping)
            : this.#drawButton(messages.draw)
      }
    </section>`;
  }

  #map(mapping: Mapping) {
    const { failure, grid, isRunning } = mapping;
    const others = messages.others(mapping, this.numbers);
    if (failure !== undefined) {
      return html`<p class="error">${prose(messages.failed(failure))}</p>
        ${this.#drawButton(messages.redraw)}`;
    }
    const conditions = this.app.map.source.conditions(mapping.mapped);
    const isWhole = isSameRanges(mapping.ranges, wholePlane(mapping.mapped.machine));
    return html`${this.#changed(mapping)}
      <div class="bar">
        <label>
          ${messages.scale}
          <select @change=${this.#chooseScale}>
            ${scales.map(
              (scale) =>
                html`<option value=${scale} ?selected=${scale === mapping.scale}>
                  ${messages.scales[scale]}
                </option>`,
            )}
          </select>
        </label>
        ${mapping.mapped.names.length > 2 ? this.#axes(mapping) : nothing}
        ${icon('+', messages.zoomIn, false, () => this.#plane?.zoomIn())}
        ${icon('−', messages.zoomOut, mapping.before.length === 0, () => this.app.map.zoomOut())}
        ${icon('⤢', messages.whole, isWhole, () => this.app.map.showWhole())}
        ${icon('■', messages.stop, !isRunning, () => this.app.map.stop())}
        ${conditions.length > 0 ? this.#regionsToggle() : nothing}
        <span class="progress" title=${messages.intro}>${progress(mapping)}</span>
        <details class="more">
          <summary>${messages.more}</summary>
          <div class="rest">
            ${this.#ranges(mapping)}
            <div class="bar">
              <button type="button" @click=${this.#saveTable}>${messages.csv}</button>
              <button type="button" @click=${() => this.#savePicture()}>${messages.png}</button>
            </div>
          </div>
        </details>
      </div>
      ${others ? html`<p class="muted">${prose(others)}</p>` : nothing}
      <div class="both">
        <tm-map-plane
          .mapping=${mapping}
          .numbers=${this.numbers}
          .conditions=${this.withRegions ? conditions : NONE}
        ></tm-map-plane>
        ${
          grid
            ? html`<tm-map-legend .mapping=${mapping} .numbers=${this.numbers}></tm-map-legend>`
            : nothing
        }
      </div>`;
  }

  #regionsToggle() {
    return html`<label>
      <input
        type="checkbox"
        .checked=${this.withRegions}
        @change=${(event: Event) => {
          this.withRegions = (event.target as HTMLInputElement).checked;
        }}
      />
      ${messages.withRegions}
    </label>`;
  }

  /** The two inputs on the axes. */
  #axes({ mapped, axes }: Mapping) {
    const { names } = mapped;
    return ([0, 1] as const).map(
      (axis) => html`<label>
        ${messages.axis(axis)}
        <select
          @change=${(event: Event) => {
            const chosen = Number((event.target as HTMLSelectElement).value);
            // The input on the other axis is swapped.
            const other = axes[1 - axis] === chosen ? axes[axis] : axes[1 - axis];
            const pair = axis === 0 ? [chosen, other ?? 0] : [other ?? 0, chosen];
            this.app.map.show({ axes: pair as [number, number] });
          }}
        >
          ${names.map(
            (name, index) =>
              html`<option value=${index} ?selected=${index === axes[axis]}>${name}</option>`,
          )}
        </select>
      </label>`,
    );
  }

  #changed(mapping: Mapping) {
    const { mapped } = mapping;
    const now = this.app.map.source.mapped();
    const isSame =
      mapped.programs.left === now.programs.left &&
      mapped.programs.right === now.programs.right &&
      asksTheSame(mapped, now);
    if (isSame) return nothing;
    return html`<p class="notice" role="status">
      <span>${messages.changed}</span> ${this.#drawButton(messages.redraw)}
    </p>`;
  }

  #ranges(mapping: Mapping) {
    const { ranges } = mapping;
    const { machine } = mapping.mapped;
    const text = (word: bigint) => machine.format(word, 'signed');
    const shown = ranges.flatMap(({ from, to }) => [from, to].map(text)) as unknown as Texts;
    const texts = this.typed ?? shown;
    const wrong = texts.map((value) => machine.parse(value) === undefined);
    const field = (index: number, label: string) => html`<label>
      ${label}
      <input
        autocomplete="off"
        spellcheck="false"
        aria-invalid=${wrong[index] ?? false}
        aria-describedby="wrong"
        .value=${texts[index] ?? ''}
        @input=${(event: InputEvent) => {
          const typed = (event.target as HTMLInputElement).value;
          this.typed = texts.map((value, i) => (i === index ? typed : value)) as unknown as Texts;
        }}
      />
    </label>`;
    const show = (event: Event) => {
      event.preventDefault();
      const [a, b, c, d] = texts.map((value) => machine.parse(value));
      if (a === undefined || b === undefined || c === undefined || d === undefined) return;
      this.typed = undefined;
      this.app.map.show({ ranges: [ordered(a, b), ordered(c, d)] });
    };
    return html`<form aria-label=${messages.range} novalidate @submit=${show}>
        ${field(0, messages.from(messages.axisName(mapping, 0)))} ${field(1, messages.to)}
        ${field(2, messages.from(messages.axisName(mapping, 1)))}
        ${field(3, messages.to)}
        <button>${messages.show}</button>
      </form>
      <p id="wrong" class="error" ?hidden=${!wrong.includes(true)}>${messages.wrongRange(machine)}</p>`;
  }

  get #plane(): TmMapPlane | null {
    return this.renderRoot.querySelector('tm-map-plane');
  }

  async #savePicture(): Promise<void> {
    const picture = await this.#plane?.png();
    if (picture) download(messages.pngFile, picture);
  }

  #drawButton(label: string) {
    return html`<button type="button" @click=${() => this.app.map.begin()}>${label}</button>`;
  }

  #chooseScale(event: Event): void {
    this.app.map.show({ scale: (event.target as HTMLSelectElement).value as Scale });
  }

  async #saveTable(): Promise<void> {
    download(messages.csvFile, csvFile(await this.app.map.table()));
  }
}

const NONE: readonly string[] = [];

const ordered = (a: bigint, b: bigint): MapRanges[0] =>
  a < b ? { from: a, to: b } : { from: b, to: a };

/** A button with a sign; its name is its tooltip. */
const icon = (sign: string, label: string, isOff: boolean, action: () => void) =>
  html`<button
    type="button"
    class="icon"
    title=${label}
    aria-label=${label}
    aria-disabled=${isOff}
    @click=${isOff ? nothing : action}
  >
    <span aria-hidden="true">${sign}</span>
  </button>`;

function progress({ progress: now, grid, isRunning }: Mapping) {
  if (!now || !grid) return '';
  const cells = grid.columns.length * grid.rows.length;
  const unseen = now.classes.find(({ class: name }) => name === 'unseen')?.cells ?? 0;
  const share = 1 - unseen / cells;
  const stopped = !isRunning && !now.done ? ` ${messages.stopped}` : '';
  const isSingle = [...grid.columns, ...grid.rows].every(([from, to]) => from === to);
  if (isSingle && unseen === 0) return messages.single;
  return `${messages.progress(now.samples, now.samples_wanted, share, isRunning)}.${stopped}`;
}

customElements.define('tm-map', TmMap);
