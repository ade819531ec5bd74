/** The sizes of drawings in a tree of paths, and the shapes of small nodes. */

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

/** Zoom below which there are dots instead of words. */
export const WORDS = 0.6;
/** Minimum zoom to fit a whole tree into the window initially; a larger tree starts at 1. */
export const READABLE = 0.75;
export const LEAST = 0.04;
export const MOST = 2;
export const STEP = 1.25;

/** The measures of a layout at a zoom: boxes around labels, or dots without labels. */
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
