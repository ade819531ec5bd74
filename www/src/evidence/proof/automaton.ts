/** The layout of a proof's locations and transitions. */

import { Graph, layout } from '@dagrejs/dagre';

import type { ProofView } from '../../engine/types';
import { proof as messages } from './messages';
import { relationsOf } from './relations';

/** Number of facts in a box, those relating both programs first; the list below has all. */
const SENTENCES = 3;
/** The width of a character in a box and beside an arrow, and the height of a line, in pixels. */
const CHARACTER = 6.7;
const SMALL_CHARACTER = 5.6;
const LINE = 17;
const PADDING = 10;

export interface Box {
  index: number;
  /** Its middle, and its size. */
  x: number;
  y: number;
  width: number;
  height: number;
  title: string;
  lines: readonly string[];
}

export interface Arrow {
  /** Its line as an SVG path. */
  path: string;
  /** The middle of its text. */
  x: number;
  y: number;
  words: readonly string[];
}

export interface Picture {
  width: number;
  height: number;
  boxes: readonly Box[];
  arrows: readonly Arrow[];
}

const widthOf = (lines: readonly string[], character = CHARACTER) =>
  Math.max(...lines.map(({ length }) => length), 1) * character;

/** Lays an automaton out from top to bottom, in layers. */
export function draw({ places, rounds }: ProofView): Picture {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 24, ranksep: 20, edgesep: 16, marginx: 8, marginy: 8 });
  const boxes = places.map((place, index) => {
    const title = messages.place(index, place);
    const relations = relationsOf(place.says);
    const sentences = (relations.length > 0 ? relations : place.says).slice(0, SENTENCES);
    const rest = place.says.length - sentences.length;
    const lines = [...sentences, ...(rest > 0 ? [messages.more(rest)] : [])];
    const width = widthOf([title, ...lines]) + 2 * PADDING;
    const height = (1 + lines.length) * LINE + 2 * PADDING;
    graph.setNode(String(index), { width, height });
    return { index, title, lines, width, height };
  });
  const drawn = rounds.flatMap(({ from, to, does, pairs }, index) => {
    // A transition shown impossible leads nowhere.
    if (to === undefined || to === null) return [];
    const words = messages.arrow(does);
    const ways = messages.ways(pairs);
    if (ways) words.push(ways);
    const size = { width: widthOf(words, SMALL_CHARACTER), height: words.length * LINE };
    const name = String(index);
    graph.setEdge(String(from), String(to), { ...size, labelpos: 'c' }, name);
    return [{ v: String(from), w: String(to), name, words }];
  });
  layout(graph);
  const size = graph.graph() as { width?: number; height?: number };
  const placed = boxes.map((box) => {
    const { x = 0, y = 0 } = graph.node(String(box.index)) as { x?: number; y?: number };
    return { ...box, x, y };
  });
  const arrows = drawn.map(({ v, w, name, words }) => {
    const box = placed[Number(v)];
    if (v === w && box) return { ...around(box, words), words };
    const edge = graph.edge({ v, w, name }) as { points?: Point[]; x?: number; y?: number };
    return { path: pathOf(edge.points ?? []), x: edge.x ?? 0, y: edge.y ?? 0, words };
  });
  const right = arrows.map(({ x, words }) => x + widthOf(words, SMALL_CHARACTER) / 2 + PADDING);
  return {
    width: Math.max(size.width ?? 0, ...right),
    height: size.height ?? 0,
    boxes: placed,
    arrows,
  };
}

/** An arrow from a box to itself, on its right. */
function around({ x, y, width, height }: Box, words: readonly string[]) {
  const right = x + width / 2;
  const [top, bottom] = [y - height / 4, y + height / 4];
  const reach = right + 36;
  return {
    path: `M${right} ${top} C${reach} ${top} ${reach} ${bottom} ${right} ${bottom}`,
    x: right + 32 + widthOf(words, SMALL_CHARACTER) / 2,
    y,
  };
}

interface Point {
  x: number;
  y: number;
}

/** The line of an arrow: straight at its ends, rounded at its corners. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (!first || !last) return '';
  let path = `M${first.x} ${first.y}`;
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1] ?? last;
    const end = index === rest.length - 1 ? last : middle(point, next);
    path += ` Q${point.x} ${point.y} ${end.x} ${end.y}`;
  }
  return rest.length > 0 ? path : `${path} L${last.x} ${last.y}`;
}

const middle = (a: Point, b: Point): Point => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
});

export const lineHeight = LINE;
export const padding = PADDING;
