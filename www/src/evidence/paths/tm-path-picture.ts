import { html, LitElement, nothing, type PropertyValues, svg } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

import { base } from '../../kit/base';
import type { NumberFormat } from '../../kit/numbers';
import type { Searched } from '../searched';
import { type Label, labelOf } from './label';
import { edgePath, type Layout, layOut, type Metrics, type Placed, within } from './layout';
import { paths as messages } from './messages';
import { pictureStyles } from './path-styles';
import { type Palette, svgFile } from './picture';
import { BOX, dot, FONT, LEAST, MARGIN, MOST, metricsAt, READABLE, STEP, WORDS } from './sizes';
import { type Item, isParent, siblings } from './view';

/** Margin drawn beyond the visible area, in pixels. */
const OVERSCAN = 500;
/** Minimum remaining margin before drawing again. */
const SLACK = 120;

/**
 * The tree of paths as a picture: only its visible part is drawn, and it can be navigated by
 * keyboard.
 */
export class TmPathPicture extends LitElement {
  static override properties = {
    items: { attribute: false },
    search: { attribute: false },
    numbers: {},
    selected: { attribute: false },
    zoom: { state: true },
    focused: { state: true },
    seen: { state: true },
  };

  static override styles = [base, pictureStyles];

  declare items: readonly Item[];
  declare search: Searched;
  declare numbers: NumberFormat;
  /** The id of the first node of the selected item. */
  declare selected: number | undefined;
  declare zoom: number;
  /** The id of the item with the keyboard focus, or that would get it. */
  declare focused: number;
  /** The visible part of the picture, in pixels. */
  declare seen: { left: number; top: number; right: number; bottom: number };

  #layout: Layout = layOut([], this.#metrics(1));
  #labels = new Map<Item, Label>();
  #hasChosenZoom = false;
  readonly #resized = new ResizeObserver(() => this.#look());

  constructor() {
    super();
    this.items = [];
    this.selected = undefined;
    this.zoom = 1;
    this.focused = 0;
    this.seen = { left: 0, top: 0, right: 1000, bottom: 500 };
  }

  override disconnectedCallback(): void {
    this.#resized.disconnect();
    super.disconnectedCallback();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('items') && !changed.has('numbers') && !changed.has('zoom')) return;
    this.#labels = new Map();
    const before = this.#layout;
    if (!this.#hasChosenZoom && changed.has('items')) this.zoom = this.#fitting(READABLE) ?? 1;
    this.#layout = layOut(this.items, this.#metrics(this.zoom));
    if (!this.#layout.byId.has(this.focused)) this.focused = this.items[0]?.first.id ?? 0;
    if (!changed.has('zoom')) this.#keepStill(before);
  }

  override firstUpdated(): void {
    const frame = this.#window;
    if (frame) this.#resized.observe(frame);
    // Shows the root, wherever the middle of the tree is.
    const root = this.#layout.placed[0];
    if (frame && root) frame.scrollTop = root.y - frame.clientHeight / 2;
    this.#look();
  }

  override render() {
    const { width, height } = this.#layout;
    const { placed, edges } = within(this.#layout, this.seen);
    // The focused item is kept, or the focus would be lost.
    const focused = this.#layout.byId.get(this.focused);
    if (focused && !placed.includes(focused)) placed.push(focused);
    return html`<div
      class="window"
      @scroll=${this.#look}
      @wheel=${this.#wheel}
      @pointerdown=${this.#drag}
    >
      <svg width=${Math.ceil(width)} height=${Math.ceil(height)}>
        <g class="edges" aria-hidden="true">
          ${edges.map(({ from, to }) => svg`<path class="to-${to.item.node.kind}" d=${edgePath(from, to)} />`)}
        </g>
        <g
          role="tree"
          aria-label=${messages.label}
          @keydown=${this.#key}
          @click=${this.#click}
          @dblclick=${this.#doubleClick}
        >
          ${repeat(
            placed,
            ({ item }) => item.first.id,
            (place) => this.#node(place),
          )}
        </g>
      </svg>
    </div>`;
  }

  /** The whole picture as a file. */
  svg(palette: Palette): string {
    const metrics = this.#metrics(1, true);
    const layout = layOut(this.items, metrics);
    const labels = ({ item }: Placed) => this.#labelOf(item);
    return svgFile(layout, palette, messages.label, {
      fontSize: FONT,
      height: BOX,
      labelOf: labels,
    });
  }

  zoomBy(steps: number): void {
    this.#zoomTo(this.zoom * STEP ** steps);
  }

  /** Fits the picture into the window, as large as possible. */
  fit(): void {
    this.#zoomTo(this.#fitting(LEAST) ?? LEAST);
  }

  #node(place: Placed) {
    const { item, x, y, width } = place;
    const { node, first } = item;
    const { badge, program, text, result } = this.#labelOf(item);
    const height = this.#hasWords ? BOX * this.zoom : width;
    const isOpen = isParent(item) ? String(item.hidden === 0) : nothing;
    return svg`<g
      role="treeitem"
      id="node-${first.id}"
      class=${node.kind}
      data-id=${first.id}
      tabindex=${first.id === this.focused ? 0 : -1}
      aria-level=${item.level}
      aria-posinset=${item.position}
      aria-setsize=${siblings(item)}
      aria-expanded=${isOpen}
      aria-selected=${String(first.id === this.selected)}
      aria-label=${messages.said(program, text, node.kind, result)}
      transform="translate(${round(x)} ${round(y)})"
    >
      <rect class="ring" x="-4" y=${round(-height / 2 - 4)} width=${round(width + 8)} height=${round(height + 8)} rx="7" />
      ${
        this.#hasWords
          ? svg`<rect class="shape" y=${round(-height / 2)} width=${round(width)} height=${round(height)} rx="4" />
            <text x=${round(8 * this.zoom)} y=${round(FONT * this.zoom * 0.35)} font-size=${round(FONT * this.zoom)}>${
              badge ? svg`<tspan class="badge">${badge} </tspan>` : nothing
            }${program ? svg`<tspan class="aside">${program} </tspan>` : nothing}<tspan>${text}</tspan>${
              result ? svg`<tspan class="aside">  ${result}</tspan>` : nothing
            }</text>`
          : svg`<title>${messages.said(program, text, node.kind, result)}</title>
            <path class="shape dot" d=${dot(node.kind, width)} />`
      }
    </g>`;
  }

  get #window(): HTMLElement | undefined {
    return this.renderRoot?.querySelector<HTMLElement>('.window') ?? undefined;
  }

  get #hasWords(): boolean {
    return this.zoom >= WORDS;
  }

  #labelOf(item: Item): Label {
    let label = this.#labels.get(item);
    if (!label) {
      label = labelOf(item, this.search, this.numbers);
      this.#labels.set(item, label);
    }
    return label;
  }

  #metrics(zoom: number, words = zoom >= WORDS): Metrics {
    return metricsAt(zoom, words ? (item) => this.#labelOf(item) : undefined);
  }

  /** The largest zoom up to 1 at which everything is visible, if it is at least `least`. */
  #fitting(least: number): number | undefined {
    const frame = this.#window;
    const across = frame?.clientWidth || 800;
    // The window grows with its content, up to that.
    const down = (frame && Number.parseFloat(getComputedStyle(frame).maxBlockSize)) || 480;
    for (const hasWords of [true, false]) {
      // Everything except the margins scales with the zoom.
      const { width, height } = layOut(this.items, this.#metrics(1, hasWords));
      const inner = (size: number) => Math.max(1, size - 2 * MARGIN);
      const fits = Math.min(1, inner(across) / inner(width), inner(down) / inner(height));
      if (hasWords ? fits >= WORDS : fits < WORDS) return fits >= least ? fits : undefined;
    }
    // As dots it fits at a zoom that has words, but with words it does not.
    return least < WORDS ? WORDS * 0.99 : undefined;
  }

  #zoomTo(zoom: number): void {
    const to = Math.min(MOST, Math.max(LEAST, zoom));
    const frame = this.#window;
    this.#hasChosenZoom = true;
    if (!frame || to === this.zoom) return;
    const { width, height } = this.#layout;
    const middle = {
      x: (frame.scrollLeft + frame.clientWidth / 2) / width,
      y: (frame.scrollTop + frame.clientHeight / 2) / height,
    };
    this.zoom = to;
    this.updateComplete.then(() => {
      frame.scrollLeft = middle.x * this.#layout.width - frame.clientWidth / 2;
      frame.scrollTop = middle.y * this.#layout.height - frame.clientHeight / 2;
      this.#look();
    });
  }

  /** Scrolls so that the visible part stays in place when the tree grows around it. */
  #keepStill(before: Layout): void {
    const id = this.selected ?? this.items[0]?.first.id ?? 0;
    const [from, to] = [before.byId.get(id), this.#layout.byId.get(id)];
    const frame = this.#window;
    if (!from || !to || !frame) return;
    const [x, y] = [to.x - from.x, to.y - from.y];
    if (x === 0 && y === 0) return;
    this.updateComplete.then(() => {
      frame.scrollLeft += x;
      frame.scrollTop += y;
      this.#look();
    });
  }

  readonly #look = () => {
    const frame = this.#window;
    if (!frame) return;
    const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight } = frame;
    const [right, bottom] = [left + clientWidth, top + clientHeight];
    const { seen } = this;
    // A margin around the last visible area is drawn.
    const isIn =
      (seen.left <= 0 || left - seen.left >= SLACK) &&
      (seen.top <= 0 || top - seen.top >= SLACK) &&
      seen.right - right >= SLACK &&
      seen.bottom - bottom >= SLACK;
    if (isIn) return;
    this.seen = {
      left: left - OVERSCAN,
      top: top - OVERSCAN,
      right: right + OVERSCAN,
      bottom: bottom + OVERSCAN,
    };
  };

  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.#zoomTo(this.zoom * STEP ** (-event.deltaY / 100));
  }

  /** A mouse drags the picture; fingers scroll it natively. */
  #drag(event: PointerEvent): void {
    const frame = event.currentTarget as HTMLElement;
    if (event.pointerType !== 'mouse' || event.button !== 0) return;
    const start = {
      x: event.clientX,
      y: event.clientY,
      left: frame.scrollLeft,
      top: frame.scrollTop,
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      const [x, y] = [clientX - start.x, clientY - start.y];
      if (Math.hypot(x, y) < 4 && !frame.classList.contains('dragged')) return;
      frame.classList.add('dragged');
      frame.scrollLeft = start.left - x;
      frame.scrollTop = start.top - y;
    };
    const end = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      // Ignore the click that follows a drag.
      setTimeout(() => frame.classList.remove('dragged'));
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  }

  #itemOf(event: Event): Item | undefined {
    const element = (event.target as Element).closest<SVGElement>('[data-id]');
    return element ? this.#layout.byId.get(Number(element.dataset.id))?.item : undefined;
  }

  #click(event: MouseEvent): void {
    const item = this.#itemOf(event);
    if (item && !this.#window?.classList.contains('dragged')) this.#choose(item);
  }

  #doubleClick(event: MouseEvent): void {
    const item = this.#itemOf(event);
    if (item && isParent(item)) this.#fold(item, item.hidden === 0);
  }

  #key(event: KeyboardEvent): void {
    const item = this.#itemOf(event);
    if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = this.items.indexOf(item);
    switch (event.key) {
      case 'ArrowDown':
        this.#focus(this.items[index + 1]);
        break;
      case 'ArrowUp':
        this.#focus(this.items[index - 1]);
        break;
      case 'ArrowRight':
        if (item.hidden > 0) this.#fold(item, false);
        else this.#focus(item.children[0]);
        break;
      case 'ArrowLeft':
        if (isParent(item) && item.hidden === 0) this.#fold(item, true);
        else this.#focus(item.parent);
        break;
      case 'Home':
        this.#focus(this.items[0]);
        break;
      case 'End':
        this.#focus(this.items.at(-1));
        break;
      case 'Enter':
      case ' ':
        this.#choose(item);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  #choose(item: Item): void {
    this.focused = item.first.id;
    this.dispatchEvent(new CustomEvent('choose-node', { detail: item.first.id }));
  }

  #fold(item: Item, isClosed: boolean): void {
    this.focused = item.first.id;
    this.dispatchEvent(new CustomEvent('fold-node', { detail: { id: item.first.id, isClosed } }));
  }

  async #focus(item: Item | undefined): Promise<void> {
    if (!item) return;
    this.focused = item.first.id;
    await this.updateComplete;
    const frame = this.#window;
    const place = this.#layout.byId.get(this.focused);
    if (!frame || !place) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = frame;
    frame.scrollLeft = nearest(scrollLeft, clientWidth, place.x, place.width);
    frame.scrollTop = nearest(scrollTop, clientHeight, place.y - BOX, 2 * BOX);
    this.#look();
    const element = this.renderRoot.querySelector<SVGElement>(`#node-${this.focused}`);
    element?.focus({ preventScroll: true });
    // The window itself may be out of sight.
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

/** The scroll position nearest to the present one that shows a stretch. */
function nearest(scroll: number, size: number, start: number, length: number): number {
  const margin = Math.min(40, size / 8);
  if (start - margin < scroll) return start - margin;
  const most = start + length + margin - size;
  return most > scroll ? Math.min(most, start - margin) : scroll;
}

const round = (n: number) => Math.round(n * 10) / 10;

customElements.define('tm-path-picture', TmPathPicture);
