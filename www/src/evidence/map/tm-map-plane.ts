import { Task } from '@lit/task';
import { css, html, nothing } from 'lit';
import type { CellView } from '../../engine/types';
import { base } from '../../kit/base';
import { loaded } from '../../kit/loaded';
import type { NumberFormat } from '../../kit/numbers';
import { Component } from '../../playground/component';
import { readColours } from './map-inks';
import { drawFrame, frameOf, heightOf, paintCells, placeAt } from './map-picture';
import {
  cellsIn,
  inputsAt,
  type Mapping,
  outline,
  type Place,
  placeOf,
  rangesAround,
  rangesBetween,
} from './mapping';
import { map as messages } from './messages';
import { pointOf } from './plane';

/** Distance in CSS pixels after which a click is a drag. */
const DRAG = 6;

/** Width of an exported picture in pixels. */
const FILE_WIDTH = 1100;

/** The picture of a map, and its cursor. */
export class TmMapPlane extends Component {
  static override properties = {
    mapping: { attribute: false },
    numbers: {},
    conditions: { attribute: false },
    cursor: { state: true },
    cell: { state: true },
    drag: { state: true },
  };

  static override styles = [
    base,
    css`
      .plane {
        position: relative;
        touch-action: pan-y pinch-zoom;
        cursor: crosshair;
      }

      canvas {
        display: block;
        inline-size: 100%;
      }

      .cell {
        margin-block-start: var(--space-2);
        min-block-size: 7.5rem;
        padding: var(--space-2) var(--space-3);
        background: var(--sunken);
        border-radius: var(--radius-m);
        font-size: var(--text-body);
      }

      .outlined {
        margin-block-start: var(--space-2);
        font-size: var(--text-note);
      }

      .cell dl {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 0 var(--space-3);
      }

      .cell dd {
        margin: 0;
        overflow-wrap: anywhere;
      }

      .on {
        margin-block-start: var(--space-1);
      }

      /* On paper nobody points at a cell. */
      @media print {
        .cell:not(:has(dl)) {
          display: none;
        }
      }

      .numbers {
        font-family: var(--mono);
        font-size: var(--text-note);
      }
    `,
  ];

  declare mapping: Mapping;
  declare numbers: NumberFormat;
  /** The conditions of regions, drawn over the map. */
  declare conditions: readonly string[];
  declare cursor: Place | undefined;
  /** The sample at the cursor; null if it is unsampled. */
  declare cell: CellView | null | undefined;
  declare drag: readonly [Place, Place] | undefined;

  readonly #resized = new ResizeObserver(() => this.#draw());
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #redraw = () => this.#draw();
  #pressed: { x: number; y: number; place: Place } | undefined;
  #isAsking = false;

  /** The region of each cell's sample; samples in progress may change it. */
  readonly #regions = new Task(this, {
    args: () => [this.mapping.id, this.mapping.isRunning, this.conditions] as const,
    task: async ([id, isRunning, conditions]) =>
      isRunning || conditions.length === 0 ? undefined : this.app.map.regions(id, conditions),
  });

  constructor() {
    super();
    this.numbers = 'plain';
    this.conditions = [];
    this.cursor = undefined;
    this.cell = undefined;
    this.drag = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#dark.addEventListener('change', this.#redraw);
    this.#resized.observe(this);
  }

  override disconnectedCallback(): void {
    this.#dark.removeEventListener('change', this.#redraw);
    this.#resized.disconnect();
    super.disconnectedCallback();
  }

  override willUpdate(changed: Map<string, unknown>): void {
    const before = changed.get('mapping') as Mapping | undefined;
    if (before && before.id !== this.mapping.id) {
      this.cursor = undefined;
      this.cell = undefined;
      this.drag = undefined;
    } else if (changed.has('mapping') && this.cursor) {
      this.#ask();
    }
  }

  override render() {
    const { value: regions } = loaded(this.#regions);
    return html`<div
        class="plane"
        role="application"
        tabindex="0"
        aria-label=${messages.picture}
        aria-roledescription=${messages.role}
        aria-describedby="hint"
        @keydown=${this.#key}
        @pointerdown=${this.#press}
        @pointermove=${this.#move}
        @pointerup=${this.#release}
        @pointercancel=${this.#cancel}
        @pointerleave=${this.#cancel}
      >
        <canvas aria-hidden="true"></canvas>
      </div>
      <p class="unseen" id="hint">${messages.hint}</p>
      ${
        regions
          ? html`<p class="muted outlined">${messages.outlined(cellsIn(regions), this.conditions.length)}</p>`
          : nothing
      }
      <div class="cell">${this.#about()}</div>
      <p class="unseen" role="status">${this.cell ? messages.spoken(this.mapping, this.cell, this.#inputs(this.cell, 'signed')) : nothing}</p>`;
  }

  override updated(): void {
    this.#draw();
  }

  /** Shows a quarter of the visible range each way, around the cursor. */
  zoomIn(): void {
    const { grid } = this.mapping;
    if (!grid || (grid.columns.length === 1 && grid.rows.length === 1)) return;
    const middle = {
      column: Math.floor(grid.columns.length / 2),
      row: Math.floor(grid.rows.length / 2),
    };
    this.app.map.show({ ranges: rangesAround(grid, this.cursor ?? this.#witness ?? middle) });
  }

  /** The map with its axes as a file. */
  png(): Promise<Blob | null> {
    const canvas = document.createElement('canvas');
    this.#paint(canvas, FILE_WIDTH / 2, 2, true);
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  }

  #about() {
    const { cell } = this;
    if (cell === null) return html`<p class="muted">${messages.notSeen}</p>`;
    if (!cell) return html`<p class="muted">${messages.nothing}</p>`;
    const { value: regions } = loaded(this.#regions);
    const { cursor, conditions } = this;
    const { machine } = this.mapping.mapped;
    const columns = this.mapping.grid?.columns.length ?? 0;
    const index = cursor ? cursor.row * columns + cursor.column : -1;
    const condition = conditions[(regions?.[index] ?? 0) - 1];
    return html`<p>
        <strong>${messages.classes[cell.class]}</strong>
        <span class="muted">(${messages.sampled(cell)})</span>
      </p>
      <p class="muted numbers">${messages.range1(this.mapping, cell, 0)}<br />${messages.range1(this.mapping, cell, 1)}</p>
      ${condition === undefined ? nothing : html`<p class="on">${messages.inRegion} <code>${condition}</code></p>`}
      <p class="numbers on">${messages.on(this.#inputs(cell, this.numbers))}</p>
      <dl class="numbers">
        <dt>${messages.ends('left')}</dt>
        <dd>${messages.end(machine, cell.ends?.[0], this.numbers)}</dd>
        <dt>${messages.ends('right')}</dt>
        <dd>${messages.end(machine, cell.ends?.[1], this.numbers)}</dd>
      </dl>`;
  }

  /** The inputs of a cell's sample, in words. */
  #inputs({ point }: CellView, format: NumberFormat): string {
    const { mapping } = this;
    return this.app.map.source.describe(mapping.mapped, inputsAt(mapping, point), format);
  }

  /** The cell of the known difference, if the map shows it. */
  get #witness(): Place | undefined {
    const { grid, axes } = this.mapping;
    const witness = this.app.map.source.witness();
    return grid && witness && placeOf(grid, pointOf(axes, witness));
  }

  #draw(): void {
    const canvas = this.renderRoot.querySelector('canvas');
    const width = canvas?.clientWidth ?? 0;
    if (canvas && width > 0) this.#paint(canvas, width, window.devicePixelRatio || 1, false);
  }

  #paint(canvas: HTMLCanvasElement, width: number, density: number, isFile: boolean): void {
    const { grid } = this.mapping;
    const height = heightOf(width);
    // The last picture stays until there is a new one.
    if (!grid) {
      canvas.style.blockSize = `${height}px`;
      return;
    }
    canvas.width = Math.round(width * density);
    canvas.height = Math.round(height * density);
    if (!isFile) canvas.style.blockSize = `${height}px`;
    const context = canvas.getContext('2d');
    if (!context) return;
    const { palette, inks } = this.#colours();
    if (isFile) {
      context.fillStyle = inks.paper;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    const { value: regions } = loaded(this.#regions);
    const frame = frameOf(width);
    const size = Math.round(frame.size * density);
    const cells = paintCells(this.mapping, palette, size, density);
    context.putImageData(cells, Math.round(frame.left * density), Math.round(frame.top * density));
    context.scale(density, density);
    const names = [messages.axisName(this.mapping, 0), messages.axisName(this.mapping, 1)] as const;
    drawFrame(context, grid, frame, inks, {
      names,
      cursor: isFile ? undefined : this.cursor,
      witness: this.#witness,
      drag: isFile ? undefined : this.drag,
      outline: regions ? outline(grid, regions) : [],
    });
  }

  /** The page's colours, which change with its theme. */
  #colours() {
    void this.state.theme;
    return readColours(this);
  }

  #placeAt(event: PointerEvent): Place | undefined {
    const canvas = this.renderRoot.querySelector('canvas');
    const { grid } = this.mapping;
    if (!canvas || !grid) return undefined;
    const { left, top, width } = canvas.getBoundingClientRect();
    return placeAt(grid, frameOf(width), event.clientX - left, event.clientY - top);
  }

  #goTo(place: Place): void {
    if (place.column === this.cursor?.column && place.row === this.cursor.row) return;
    this.cursor = place;
    this.#ask();
  }

  /** Loads the cell at the cursor; of several requests in a row, only the last. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      for (;;) {
        const { cursor, mapping } = this;
        if (!cursor) return;
        const cell = await this.app.map.cell(mapping.id, cursor);
        if (this.cursor === cursor && this.mapping.id === mapping.id) {
          this.cell = cell ?? null;
          return;
        }
      }
    } catch {
      // The map is gone; the next one will be asked.
      this.cell = undefined;
    } finally {
      this.#isAsking = false;
    }
  }

  async #open(place: Place): Promise<void> {
    const cell = await this.app.map.cell(this.mapping.id, place);
    if (cell) this.app.map.source.step(inputsAt(this.mapping, cell.point));
  }

  #press(event: PointerEvent): void {
    const place = this.#placeAt(event);
    if (event.button !== 0 || !place) return;
    this.#pressed = { x: event.clientX, y: event.clientY, place };
    this.#goTo(place);
  }

  #move(event: PointerEvent): void {
    const place = this.#placeAt(event);
    if (!place) return;
    const from = this.#pressed;
    const isDrag = from && Math.hypot(event.clientX - from.x, event.clientY - from.y) >= DRAG;
    // A moving finger scrolls the page.
    if (isDrag && event.pointerType === 'mouse') this.drag = [from.place, place];
    this.#goTo(place);
  }

  #release(event: PointerEvent): void {
    const { drag } = this;
    const from = this.#pressed;
    const { grid } = this.mapping;
    this.#cancel();
    if (drag && grid) this.app.map.show({ ranges: rangesBetween(grid, ...drag) });
    // A finger's first tap only shows the cell, since it cannot hover.
    else if (from && event.pointerType === 'mouse') this.#open(from.place);
  }

  #cancel(): void {
    this.#pressed = undefined;
    this.drag = undefined;
  }

  #key(event: KeyboardEvent): void {
    const { grid } = this.mapping;
    if (!grid || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.shiftKey ? 16 : 1;
    const go = (columns: number, rows: number) => {
      const from = this.cursor ?? this.#witness;
      const clamp = (at: number, n: number) => Math.max(0, Math.min(n - 1, at));
      const [n, m] = [grid.columns.length, grid.rows.length];
      this.#goTo(
        from
          ? { column: clamp(from.column + columns, n), row: clamp(from.row + rows, m) }
          : { column: Math.floor(n / 2), row: Math.floor(m / 2) },
      );
    };
    const actions: Record<string, () => void> = {
      ArrowLeft: () => go(-by, 0),
      ArrowRight: () => go(by, 0),
      ArrowUp: () => go(0, by),
      ArrowDown: () => go(0, -by),
      Enter: () => this.cursor && this.#open(this.cursor),
      '+': () => this.zoomIn(),
      '=': () => this.zoomIn(),
      '-': () => this.app.map.zoomOut(),
      '0': () => this.app.map.showWhole(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

customElements.define('tm-map-plane', TmMapPlane);
