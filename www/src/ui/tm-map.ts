import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { csvFile, download } from '../download';
import type { Scale } from '../engine/types';
import { type Mapping, type MapRanges, scales, wholePlane } from '../mapping';
import { map as words } from '../messages';
import { formatWord, type NumberFormat, parseWord } from '../numbers';
import { Watch } from '../store';
import { base } from './base';
import { prose } from './prose';
import './tm-map-legend';
import './tm-map-plane';
import type { TmMapPlane } from './tm-map-plane';

type Texts = readonly [string, string, string, string];

/** The plane of both inputs as a picture, and as tables. */
export class TmMap extends LitElement {
  static override properties = {
    numbers: {},
    typed: { state: true },
  };

  static override styles = [
    base,
    css`
      :host {
        padding: 0.75rem;
      }

      section > * + * {
        margin-block-start: 0.75rem;
      }

      .intro {
        max-inline-size: 75ch;
      }

      .bar,
      form {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 0.375rem 0.5rem;
      }

      label {
        display: flex;
        align-items: center;
        gap: 0.375rem;
        font-size: 0.875rem;
      }

      input {
        inline-size: 8.25rem;
        font-family: var(--mono);
        font-size: 0.875rem;
      }

      input[aria-invalid='true'] {
        border-color: var(--differ);
        box-shadow: inset 0 0 0 1px var(--differ);
      }

      .error {
        color: var(--differ);
        font-size: 0.875rem;
      }

      .notice {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 1rem;
        color: var(--open);
      }

      .both {
        display: grid;
        grid-template-columns: minmax(0, 34rem) minmax(0, 1fr);
        gap: 1rem 1.5rem;
        align-items: start;
      }

      .progress {
        font-size: 0.875rem;
        color: var(--muted);
        min-block-size: 1.5em;
      }

      @media (max-width: 60rem) {
        .both {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  declare numbers: NumberFormat;
  /** The ends of what is to be seen, as typed. */
  declare typed: Texts | undefined;

  readonly #seen = new Watch(
    this,
    app.store,
    (state) => [state.mapping, state.programs, state.options] as const,
  );

  constructor() {
    super();
    this.numbers = 'unsigned';
    this.typed = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { mapping, comparison } = app.store.state;
    // A comparison has shown that there are two programs.
    if (!mapping && comparison) app.drawMap();
  }

  override render() {
    const [mapping] = this.#seen.value;
    return html`<section aria-label=${words.label}>
      <p class="intro muted">${words.intro}</p>
      ${mapping ? this.#map(mapping) : drawButton(words.draw)}
    </section>`;
  }

  #map(mapping: Mapping) {
    const { failure, grid, isRunning } = mapping;
    if (failure !== undefined) {
      return html`<p class="error">${prose(words.failed(failure))}</p>
        ${drawButton(words.redraw)}`;
    }
    return html`${this.#changed(mapping)}
      <div class="bar">
        <label>
          ${words.scale}
          <select @change=${chooseScale}>
            ${scales.map(
              (scale) =>
                html`<option value=${scale} ?selected=${scale === mapping.scale}>
                  ${words.scales[scale]}
                </option>`,
            )}
          </select>
        </label>
        <button type="button" @click=${() => this.#plane?.zoomIn()}>${words.zoomIn}</button>
        ${toggled(words.zoomOut, mapping.before.length === 0, () => app.map.zoomOut())}
        ${toggled(words.whole, isWhole(mapping.ranges), () => app.map.show({ ranges: wholePlane }))}
        <button type="button" @click=${saveTable}>${words.csv}</button>
        <button type="button" @click=${() => this.#savePicture()}>${words.png}</button>
        ${toggled(words.stop, !isRunning, () => app.map.stop())}
      </div>
      ${this.#ranges(mapping)}
      <p class="progress">${progress(mapping)}</p>
      <div class="both">
        <tm-map-plane .mapping=${mapping} .numbers=${this.numbers}></tm-map-plane>
        ${
          grid
            ? html`<tm-map-legend .mapping=${mapping} .numbers=${this.numbers}></tm-map-legend>`
            : nothing
        }
      </div>`;
  }

  #changed(mapping: Mapping) {
    const [, programs] = this.#seen.value;
    const isSame =
      mapping.programs.left === programs.left &&
      mapping.programs.right === programs.right &&
      mapping.fuel === app.fuel;
    if (isSame) return nothing;
    return html`<p class="notice" role="status">
      <span>${words.changed}</span> ${drawButton(words.redraw)}
    </p>`;
  }

  #ranges({ ranges }: Mapping) {
    const shown = ranges.flatMap(({ from, to }) => [from, to].map(text)) as unknown as Texts;
    const texts = this.typed ?? shown;
    const wrong = texts.map((value) => parseWord(value) === undefined);
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
      const numbers = texts.map(parseWord).filter((number) => number !== undefined);
      const [a, b, c, d] = numbers.map((number) => number | 0);
      if (a === undefined || b === undefined || c === undefined || d === undefined) return;
      this.typed = undefined;
      app.map.show({ ranges: [ordered(a, b), ordered(c, d)] });
    };
    return html`<form aria-label=${words.range} novalidate @submit=${show}>
        ${field(0, words.from(1))} ${field(1, words.to)} ${field(2, words.from(2))}
        ${field(3, words.to)}
        <button>${words.show}</button>
      </form>
      <p id="wrong" class="error" ?hidden=${!wrong.includes(true)}>${words.wrongRange}</p>`;
  }

  get #plane(): TmMapPlane | null {
    return this.renderRoot.querySelector('tm-map-plane');
  }

  async #savePicture(): Promise<void> {
    const picture = await this.#plane?.png();
    if (picture) download(words.pngFile, picture);
  }
}

const text = (number: number) => formatWord(number, 'signed');

const ordered = (a: number, b: number): MapRanges[0] => ({
  from: Math.min(a, b),
  to: Math.max(a, b),
});

const isWhole = (ranges: MapRanges) => JSON.stringify(ranges) === JSON.stringify(wholePlane);

const drawButton = (label: string) =>
  html`<button type="button" @click=${() => app.drawMap()}>${label}</button>`;

const toggled = (label: string, isOff: boolean, action: () => void) =>
  html`<button type="button" aria-disabled=${isOff} @click=${isOff ? nothing : action}>
    ${label}
  </button>`;

function progress({ progress: now, grid, isRunning }: Mapping) {
  if (!now || !grid) return '';
  const cells = grid.columns.length * grid.rows.length;
  const unseen = now.classes.find(({ class: name }) => name === 'unseen')?.cells ?? 0;
  const share = 1 - unseen / cells;
  const stopped = !isRunning && !now.done ? ` ${words.stopped}` : '';
  const isSingle = [...grid.columns, ...grid.rows].every(([from, to]) => from === to);
  if (isSingle && unseen === 0) return words.single;
  return `${words.progress(now.samples, now.samples_wanted, share, isRunning)}.${stopped}`;
}

const chooseScale = (event: Event) =>
  app.map.show({ scale: (event.target as HTMLSelectElement).value as Scale });

const saveTable = async () => download(words.csvFile, csvFile(await app.map.table()));

customElements.define('tm-map', TmMap);
