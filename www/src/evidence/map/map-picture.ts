/** Draws a difference map on a canvas, for the page and for a file. */

import type { CellClass, MapGrid } from '../../engine/types';
import type { Mapping, Place } from './mapping';

/** The classes in the order of the engine's numbers. */
export const classNames: readonly CellClass[] = [
  'unseen',
  'excluded',
  'agree',
  'both-fault',
  'out-of-fuel',
  'left-faults',
  'right-faults',
  'results-differ',
];

/** A pattern as well as a colour, for readers who cannot distinguish the colours. */
type Pattern = 'plain' | 'falling' | 'rising' | 'dots' | 'grid';

const patterns: Record<CellClass, Pattern> = {
  unseen: 'plain',
  excluded: 'grid',
  agree: 'plain',
  'both-fault': 'grid',
  'out-of-fuel': 'dots',
  'left-faults': 'falling',
  'right-faults': 'rising',
  'results-differ': 'plain',
};

type Colour = readonly [number, number, number];

/** A class's two colours. */
export type Palette = Record<CellClass, readonly [Colour, Colour]>;

export interface Inks {
  ink: string;
  muted: string;
  line: string;
  focus: string;
  paper: string;
  font: string;
}

/** The position of the plane on the canvas, in CSS pixels. */
export interface Frame {
  left: number;
  top: number;
  size: number;
}

export const margins = { left: 46, top: 8, right: 14, bottom: 34 };

/** The plane of a map with this total width. */
export function frameOf(width: number): Frame {
  return { left: margins.left, top: margins.top, size: width - margins.left - margins.right };
}

export function heightOf(width: number): number {
  return frameOf(width).size + margins.top + margins.bottom;
}

/** Fills a square with the cells, one per pixel. */
export function paintCells(
  { grid, picture }: Pick<Mapping, 'grid' | 'picture'>,
  palette: Palette,
  size: number,
  density: number,
): ImageData {
  const image = new ImageData(size, size);
  const pixels = new Uint32Array(image.data.buffer);
  const inks = classNames.map((name) => palette[name].map(pack) as [number, number]);
  const shapes = classNames.map((name) => patterns[name]);
  const columns = grid?.columns.length ?? 1;
  const rows = grid?.rows.length ?? 1;
  const columnAt = Array.from({ length: size }, (_, x) => Math.floor((x * columns) / size));
  const shown = picture && fillCoarse(picture, columns, rows);
  for (let y = 0; y < size; y += 1) {
    const row = rows - 1 - Math.floor((y * rows) / size);
    const py = Math.floor(y / density);
    for (let x = 0; x < size; x += 1) {
      const number = shown?.[row * columns + (columnAt[x] ?? 0)] ?? 0;
      const isSecond = isInk(shapes[number] ?? 'plain', Math.floor(x / density), py);
      pixels[y * size + x] = inks[number]?.[isSecond ? 1 : 0] ?? 0;
    }
  }
  return image;
}

/** An unsampled cell looks like its cell on the coarser grid. */
function fillCoarse(picture: Uint8Array, columns: number, rows: number): Uint8Array {
  if (!picture.includes(0)) return picture;
  const filled = picture.slice();
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      for (const stride of [4, 16]) {
        if (filled[at]) break;
        const coarse = (row - (row % stride)) * columns + column - (column % stride);
        filled[at] = picture[coarse] ?? 0;
      }
    }
  }
  return filled;
}

function isInk(pattern: Pattern, x: number, y: number): boolean {
  switch (pattern) {
    case 'plain':
      return false;
    case 'falling':
      return ((x - y) & 7) < 3;
    case 'rising':
      return ((x + y) & 7) < 3;
    case 'dots':
      return (x & 3) < 1 && (y & 3) < 1;
    case 'grid':
      return (x & 7) < 1 || (y & 7) < 1;
    default:
      return pattern satisfies never;
  }
}

const pack = ([r, g, b]: Colour) => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;

export interface Marks {
  /** The cell at the pointer or the keyboard cursor. */
  cursor: Place | undefined;
  witness: Place | undefined;
  /** The names of the axes, to the right and upwards. */
  names: readonly [string, string];
  /** The area being dragged over. */
  drag: readonly [Place, Place] | undefined;
  /** Lines between corners of cells. */
  outline: readonly (readonly [Place, Place])[];
}

/** Draws the axes and the marks around and over the cells. */
export function drawFrame(
  context: CanvasRenderingContext2D,
  grid: MapGrid,
  frame: Frame,
  inks: Inks,
  marks: Marks,
): void {
  const { left, top, size } = frame;
  context.strokeStyle = inks.line;
  context.lineWidth = 1;
  context.strokeRect(left - 0.5, top - 0.5, size + 1, size + 1);
  drawAxes(context, grid, frame, inks, marks.names);
  drawOutline(context, grid, frame, inks, marks.outline);
  const box = (a: Place, b: Place) => boxOf(grid, frame, a, b);
  if (marks.witness) {
    const { x, y, width, height } = box(marks.witness, marks.witness);
    for (const [colour, lineWidth] of [
      [inks.paper, 5],
      [inks.ink, 2],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = lineWidth;
      context.beginPath();
      context.arc(x + width / 2, y + height / 2, 7, 0, 2 * Math.PI);
      context.stroke();
    }
  }
  const outlined =
    marks.drag ?? (marks.cursor ? ([marks.cursor, marks.cursor] as const) : undefined);
  if (outlined) {
    const { x, y, width, height } = box(...outlined);
    for (const [colour, lineWidth, gap] of [
      [inks.paper, 4, 2],
      [inks.focus, 2, 2],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = lineWidth;
      context.strokeRect(x - gap, y - gap, width + 2 * gap, height + 2 * gap);
    }
  }
}

function drawOutline(
  context: CanvasRenderingContext2D,
  grid: MapGrid,
  { left, top, size }: Frame,
  inks: Inks,
  outline: Marks['outline'],
): void {
  const x = ({ column }: Place) => left + (column * size) / grid.columns.length;
  const y = ({ row }: Place) => top + size - (row * size) / grid.rows.length;
  for (const [colour, lineWidth] of [
    [inks.paper, 4],
    [inks.ink, 1.5],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = lineWidth;
    context.lineCap = 'square';
    context.beginPath();
    for (const [from, to] of outline) {
      context.moveTo(x(from), y(from));
      context.lineTo(x(to), y(to));
    }
    context.stroke();
  }
}

function boxOf(grid: MapGrid, { left, top, size }: Frame, a: Place, b: Place) {
  const [cellWidth, cellHeight] = [size / grid.columns.length, size / grid.rows.length];
  return {
    x: left + Math.min(a.column, b.column) * cellWidth,
    y: top + size - (Math.max(a.row, b.row) + 1) * cellHeight,
    width: (Math.abs(a.column - b.column) + 1) * cellWidth,
    height: (Math.abs(a.row - b.row) + 1) * cellHeight,
  };
}

/** The cell at a point of the canvas. */
export function placeAt(grid: MapGrid, { left, top, size }: Frame, x: number, y: number): Place {
  const clamp = (at: number, n: number) => Math.max(0, Math.min(n - 1, Math.floor(at * n)));
  return {
    column: clamp((x - left) / size, grid.columns.length),
    row: clamp(1 - (y - top) / size, grid.rows.length),
  };
}

/** Minimum distance between two numbers on an axis, in CSS pixels. */
const GAP = { x: 44, y: 18 };

function drawAxes(
  context: CanvasRenderingContext2D,
  grid: MapGrid,
  { left, top, size }: Frame,
  inks: Inks,
  names: Marks['names'],
): void {
  context.font = `11px ${inks.font}`;
  context.fillStyle = inks.muted;
  context.strokeStyle = inks.line;
  context.lineWidth = 1;
  context.textBaseline = 'top';
  for (const { at, text } of ticks(grid.columns, size, GAP.x)) {
    line(context, left + at, top + size, left + at, top + size + 4);
    context.textAlign = at > size - 16 ? 'right' : at < 16 ? 'left' : 'center';
    context.fillText(text, left + at, top + size + 6);
  }
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const { at, text } of ticks(grid.rows, size, GAP.y)) {
    line(context, left, top + size - at, left - 4, top + size - at);
    context.fillText(text, left - 6, top + size - Math.max(5, Math.min(at, size - 5)));
  }
  context.fillStyle = inks.ink;
  context.font = `600 12px ${inks.font}`;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'right';
  context.fillText(`${names[0]} →`, left + size, top + size + 31);
  context.textAlign = 'left';
  context.fillText(`${names[1]} ↑`, 0, top + size + 31);
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number) {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

interface Tick {
  at: number;
  text: string;
}

/** The numbers on an axis: 0, the ends, powers of ten, and others where there is room. */
function ticks(cells: MapGrid['columns'], size: number, gap: number): Tick[] {
  const [first, last] = [cells[0]?.[0] ?? 0n, cells.at(-1)?.[1] ?? 0n];
  const powers = Array.from({ length: 19 }, (_, n) => 10n ** BigInt(n)).flatMap((n) => [n, -n]);
  const between = [0.5, 0.25, 0.75].map(
    (share) => cells[Math.floor(cells.length * share)]?.[0] ?? 0n,
  );
  const found: Tick[] = [];
  for (const number of [0n, first, last, ...powers.reverse(), ...between]) {
    if (number < first || number > last) continue;
    const at = whereIs(cells, number, size);
    if (found.some((tick) => Math.abs(tick.at - at) < gap)) continue;
    found.push({ at, text: shortened(number) });
  }
  return found;
}

function whereIs(cells: MapGrid['columns'], number: bigint, size: number): number {
  const from = cells.findIndex(([start, end]) => start <= number && number <= end);
  const to = cells.findLastIndex(([start, end]) => start <= number && number <= end);
  return ((from + to + 1) / 2 / cells.length) * size;
}

/** A short form of a number: exact if it is round, otherwise one with a decimal. */
export function shortened(number: bigint): string {
  const size = number < 0n ? -number : number;
  const sign = number < 0n ? '-' : '';
  // There is no room for more digits. The end of an axis is a power of two, or one less.
  const isLong = size >= 10n ** 8n;
  const power = [size, size + 1n].find((one) => (one & (one - 1n)) === 0n);
  if (isLong && power) return `${sign}2${superscript(power.toString(2).length - 1)}`;
  const isRound = size >= 10n ** 6n && size % 10n ** 6n === 0n;
  if (!isLong && !isRound) return sign + size;
  const zeros = size.toString().length - 1;
  const factor = Number((10n * size) / 10n ** BigInt(zeros)) / 10;
  return `${sign}${factor === 1 ? '' : `${factor}·`}10${superscript(zeros)}`;
}

const superscript = (number: number): string =>
  String(number).replace(/./g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)));
