/** Where the places of a proof and the ways between them are drawn. */

import { Graph, layout } from '@dagrejs/dagre';

import type { ProofView } from '../../engine/types';
import { proof as messages } from './messages';

/** Sentences that a box shows; the rest stands in the list below. */
const SENTENCES = 6;
/** The width of a character, and the height of a line, in pixels. */
const CHARACTER = 6.7;
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
  /** Its corners. */
  points: readonly { x: number; y: number }[];
  /** Where its words are. */
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

const widthOf = (lines: readonly string[]) =>
  Math.max(...lines.map(({ length }) => length), 1) * CHARACTER;

/** Lays an automaton out from top to bottom, in layers. */
export function draw({ places, rounds }: ProofView): Picture {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 36, edgesep: 24, marginx: 8, marginy: 8 });
  const boxes = places.map((place, index) => {
    const title = messages.place(index, place);
    const rest = place.says.length - SENTENCES;
    const lines = [...place.says.slice(0, SENTENCES), ...(rest > 0 ? [messages.more(rest)] : [])];
    const width = widthOf([title, ...lines]) + 2 * PADDING;
    const height = (1 + lines.length) * LINE + 2 * PADDING;
    graph.setNode(String(index), { width, height });
    return { index, title, lines, width, height };
  });
  const drawn = rounds.flatMap(({ from, to, does, pairs }, index) => {
    // What is shown not to be taken leads nowhere.
    if (to === undefined || to === null) return [];
    const words = [`left: ${does[0]}`, `right: ${does[1]}`];
    const ways = messages.ways(pairs);
    if (ways) words.push(ways);
    const size = { width: widthOf(words), height: words.length * LINE };
    const name = String(index);
    graph.setEdge(String(from), String(to), { ...size, labelpos: 'r', labeloffset: 6 }, name);
    return [{ v: String(from), w: String(to), name, words }];
  });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    boxes: boxes.map((box) => {
      const { x = 0, y = 0 } = graph.node(String(box.index)) as { x?: number; y?: number };
      return { ...box, x, y };
    }),
    arrows: drawn.map(({ v, w, name, words }) => {
      const edge = graph.edge({ v, w, name }) as {
        points?: { x: number; y: number }[];
        x?: number;
        y?: number;
      };
      return { points: edge.points ?? [], x: edge.x ?? 0, y: edge.y ?? 0, words };
    }),
  };
}

/** The path of an arrow: straight at its ends, round at its corners. */
export function pathOf(points: Arrow['points']): string {
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

const middle = (a: { x: number; y: number }, b: { x: number; y: number }) => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
});

export const lineHeight = LINE;
export const padding = PADDING;
