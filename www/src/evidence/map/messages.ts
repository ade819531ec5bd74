/** The page's texts on the map. */

import type { CellClass, CellView, MapEnd, Scale } from '../../engine/types';
import type { NumberFormat } from '../../kit/numbers';
import { count, number } from '../../kit/phrases';
import type { Mapping } from './mapping';
import type { MapMachine } from './plane';

/** How a run ended, in a few words. */
const end = (machine: MapMachine, end: MapEnd | undefined, format: NumberFormat): string => {
  // An input that is not allowed is not run.
  if (!end) return '–';
  switch (end.outcome) {
    case 'done':
      return `done: ${machine.result} = ${formatBoth(machine, end.result ?? 0n, format)}`;
    case 'fault':
      return `fault: ${end.fault ?? ''}`;
    case 'out-of-fuel':
      return 'out of fuel';
    default:
      return end.outcome satisfies never;
  }
};

/** A word as a signed number, followed by its other notation if that differs. */
export function formatBoth(machine: MapMachine, word: bigint, format: NumberFormat): string {
  if (format === 'plain') return machine.format(word, format);
  const signed = machine.format(word, 'signed');
  const other = machine.format(word, format === 'hex' ? 'hex' : 'unsigned');
  return signed === other ? signed : `${signed} (${other})`;
}

const axisName = ({ mapped, axes }: Mapping, axis: 0 | 1): string => mapped.names[axes[axis]] ?? '';

export const map = {
  label: 'Difference map',
  intro:
    'The plane of two inputs: one to the right, one upwards. Each cell shows what both programs do on samples of its inputs.',
  /** The values of the inputs on no axis; empty if there are none. */
  others: (mapping: Mapping, format: NumberFormat): string => {
    const { mapped, axes } = mapping;
    const { names, ground, machine } = mapped;
    const others = names.flatMap((name, index) =>
      axes.includes(index) ? [] : [`${name} = ${machine.format(ground[index] ?? 0n, format)}`],
    );
    return others.length === 0 ? '' : `On all of it ${others.join(', ')}.`;
  },
  draw: 'Draw the map',
  redraw: 'Draw again',
  changed: 'The programs or the fuel have changed since this map was drawn.',
  failed: (message: string) => `The map cannot be drawn: ${message}.`,
  stop: 'Stop',
  stopped: 'Stopped.',
  scale: 'Axes',
  scales: { logarithmic: 'Logarithmic', linear: 'Linear' } satisfies Record<Scale, string>,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Whole plane',
  more: 'Part, files',
  range: 'Part of the plane',
  from: (name: string) => `${name} from`,
  to: 'to',
  show: 'Show',
  wrongRange: ({ bits }: MapMachine): string => {
    const half = 2n ** BigInt(bits - 1);
    return `Numbers from ${-half} to ${2n * half - 1n}, or 0x…; from ${half} on they are negative.`;
  },
  small: 'Inputs on which they differ: open the map',
  picture: 'Map of the inputs. Arrow keys move, with Shift by 16 cells.',
  hint: 'Arrow keys move from cell to cell, with Shift by 16; Enter steps through a cell’s inputs; plus and minus zoom, 0 shows the whole plane. With a pointer: click a cell to step through it, drag to zoom.',
  role: 'map of inputs',
  progress: (samples: number, wanted: number, share: number, isRunning: boolean): string => {
    if (samples === 0) return `Sampling: ${Math.floor(100 * share)} % of the cells seen`;
    const each = count(samples, 'sample', 'samples');
    return isRunning ? `${each} a cell, of ${wanted}` : `${each} a cell`;
  },
  single: 'Each cell is a single input.',
  number,
  classes: {
    unseen: 'not seen yet',
    excluded: 'not allowed by the contract',
    agree: 'agree: same result',
    'both-fault': 'agree: both fault',
    'out-of-fuel': 'out of fuel: not known',
    'left-faults': 'differ: only P₁ faults',
    'right-faults': 'differ: only P₂ faults',
    'results-differ': 'differ: other results or output',
  } satisfies Record<CellClass, string>,
  short: {
    unseen: '·',
    excluded: '–',
    agree: 'agree',
    'both-fault': 'fault',
    'out-of-fuel': 'fuel',
    'left-faults': 'P₁ faults',
    'right-faults': 'P₂ faults',
    'results-differ': 'differ',
  } satisfies Record<CellClass, string>,
  witness: 'the witness',
  withRegions: 'Regions of the explanation',
  outlined: (cells: number, regions: number): string =>
    `Outlined: ${count(cells, 'cell', 'cells')} whose sample is in ${regions === 1 ? 'the region' : `one of the ${number(regions)} regions`} of the explanation.`,
  inRegion: 'In the region',
  legend: 'What the cells show',
  columns: { class: 'Seen', cells: 'Cells', example: 'For example' },
  note: 'A cell differs if one of its samples does. That the samples of a cell agree is no proof for its other inputs.',
  nothing: 'Point at a cell, or go there with the arrow keys.',
  notSeen: 'This cell was not looked at yet.',
  cell: 'Cell',
  on: (values: string) => `On ${values}:`,
  ends: (s: 'left' | 'right') => (s === 'left' ? 'P₁' : 'P₂'),
  end,
  axisName,
  axis: (axis: 0 | 1) => (axis === 0 ? 'To the right' : 'Upwards'),
  corner: (mapping: Mapping) => `${axisName(mapping, 1)} \\ ${axisName(mapping, 0)}`,
  tooFew: 'A map needs two inputs; there are fewer.',
  range1: (mapping: Mapping, cell: CellView, axis: 0 | 1): string => {
    const name = axisName(mapping, axis);
    const { from, to } = cell.ranges[axis];
    const number = (value: bigint) => mapping.mapped.machine.format(value, 'signed');
    return from === to
      ? `${name} = ${number(from)}`
      : `${name} from ${number(from)} to ${number(to)}`;
  },
  sampled: (cell: CellView) =>
    cell.single ? 'a single input' : count(cell.samples, 'sample', 'samples'),
  regions: 'The map as a table',
  regionsNote:
    'What weighs most among the cells of each region: a difference before fuel, fuel before faults, faults before agreement.',
  regionsLabel: 'Regions of the map',
  csv: 'Cells as CSV',
  png: 'Picture as PNG',
  csvFile: 'map.csv',
  pngFile: 'map.png',
  /** @param inputs The inputs of the cell's sample. */
  spoken: (mapping: Mapping, cell: CellView, inputs: string): string => {
    const { machine } = mapping.mapped;
    const [left, right] = [0, 1].map((side) => end(machine, cell.ends?.[side], 'signed'));
    return `${map.range1(mapping, cell, 0)}, ${map.range1(mapping, cell, 1)}: ${map.classes[cell.class]}. On ${inputs}: P₁ ${left}; P₂ ${right}.`;
  },
};
