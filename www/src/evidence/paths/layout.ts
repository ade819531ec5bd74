/** The layout of a tree of paths: the root on the left, the paths to the right. */

import { hierarchy, tree as tidy } from 'd3-hierarchy';

import type { Item } from './view';

export interface Placed {
  readonly item: Item;
  /** The left edge and the vertical middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface Layout {
  readonly placed: readonly Placed[];
  /** By the id of an item's first node. */
  readonly byId: ReadonlyMap<number, Placed>;
  readonly width: number;
  readonly height: number;
}

/** The measures of a layout, in pixels. */
export interface Metrics {
  /** The distance between siblings. */
  readonly row: number;
  /** The distance between an item and the next column. */
  readonly gap: number;
  readonly margin: number;
  widthOf(item: Item): number;
}

/** The distance between items with different parents, in rows. */
const COUSINS = 1.25;

export function layOut(items: readonly Item[], metrics: Metrics): Layout {
  const root = items[0];
  if (!root) return { placed: [], byId: new Map(), width: 0, height: 0 };
  const place = tidy<Item>()
    .nodeSize([metrics.row, 1])
    .separation((a, b) => (a.parent === b.parent ? 1 : COUSINS));
  const nodes = place(hierarchy(root, ({ children }) => children)).descendants();
  // A column is as wide as its widest item.
  const widths: number[] = [];
  let top = 0;
  let bottom = 0;
  for (const { data, depth, x } of nodes) {
    widths[depth] = Math.max(widths[depth] ?? 0, metrics.widthOf(data));
    top = Math.min(top, x);
    bottom = Math.max(bottom, x);
  }
  const columns: number[] = [];
  let right = metrics.margin;
  for (const width of widths) {
    columns.push(right);
    right += width + metrics.gap;
  }
  const offset = metrics.margin + metrics.row / 2 - top;
  const placed = nodes.map(({ data, depth, x }) => ({
    item: data,
    x: columns[depth] ?? 0,
    y: x + offset,
    width: metrics.widthOf(data),
  }));
  return {
    placed,
    byId: new Map(placed.map((place) => [place.item.first.id, place])),
    width: right - metrics.gap + metrics.margin,
    height: bottom - top + metrics.row + 2 * metrics.margin,
  };
}

/** The line from an item to one below it. */
export function edgePath(from: Placed, to: Placed): string {
  const start = from.x + from.width;
  const middle = (start + to.x) / 2;
  const [x1, y1, x2, y2, m] = [start, from.y, to.x, to.y, middle].map(
    (n) => Math.round(n * 10) / 10,
  );
  return `M${x1} ${y1}C${m} ${y1} ${m} ${y2} ${x2} ${y2}`;
}

/** The visible items of a layout in a window, and their edges. */
export function within(
  layout: Layout,
  window: { left: number; top: number; right: number; bottom: number },
): { placed: Placed[]; edges: { from: Placed; to: Placed }[] } {
  const { left, top, right, bottom } = window;
  const placed: Placed[] = [];
  const edges: { from: Placed; to: Placed }[] = [];
  for (const place of layout.placed) {
    const isSeen =
      place.x <= right && place.x + place.width >= left && place.y >= top && place.y <= bottom;
    if (isSeen) placed.push(place);
    const parent = place.item.parent;
    const from = parent && layout.byId.get(parent.first.id);
    if (!from) continue;
    // An edge can cross the window though both of its ends are outside.
    const [low, high] = from.y < place.y ? [from.y, place.y] : [place.y, from.y];
    if (from.x + from.width <= right && place.x >= left && high >= top && low <= bottom) {
      edges.push({ from, to: place });
    }
  }
  return { placed, edges };
}
