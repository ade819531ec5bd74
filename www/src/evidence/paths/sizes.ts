/** How large things are drawn in a tree of paths, and the shapes of what is small. */

import type { Label } from './label';
import type { Metrics } from './layout';
import type { Kind } from './path-tree';
import type { Item } from './view';

/** Sizes at a zoom of 1, in pixels. */
export const FONT = 13;
const ADVANCE = 0.605 * FONT;
export const BOX = 24;
const ROW = 32;
const GAP = 34;
export const MARGIN = 16;
const PADDING = 16;
const DOT_GAP = 30;

/** Below this zoom there are dots in place of words. */
export const WORDS = 0.6;
/** A tree that this zoom gets into the window begins with it, a larger one with 1. */
export const READABLE = 0.75;
export const LEAST = 0.04;
export const MOST = 2;
export const STEP = 1.25;

/** What a layout at a zoom is made of: boxes around labels, or dots where there are none. */
export function metricsAt(zoom: number, labelOf: ((item: Item) => Label) | undefined): Metrics {
  return {
    row: ROW * zoom,
    gap: (labelOf ? GAP : DOT_GAP) * zoom,
    margin: MARGIN,
    widthOf: (item) =>
      labelOf ? (lengthOf(labelOf(item)) * ADVANCE + PADDING) * zoom : Math.max(2.5, 16 * zoom),
  };
}

/** Characters of a label, with the spaces between its parts. */
const lengthOf = ({ badge, program, text, result }: Label): number =>
  (badge ? 2 : 0) + (program ? 3 : 0) + text.length + (result ? result.length + 2 : 0);

/** The shape of a node that is too small for words: kinds differ without colour too. */
export function dot(kind: Kind, width: number): string {
  const r = width / 2;
  switch (kind) {
    case 'differ': {
      const d = r * 1.5;
      return `M${r - d} 0L${r} ${-d}L${r + d} 0L${r} ${d}Z`;
    }
    case 'cut':
      return `M0 ${r}L${r} ${-r}L${width} ${r}Z`;
    case 'decision':
      return circle(r, r * 0.55);
    case 'infeasible':
    case 'open':
      return circle(r, r * 0.7);
    case 'agree':
      return circle(r, r);
    default:
      return kind satisfies never;
  }
}

const circle = (x: number, r: number) =>
  `M${x - r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
