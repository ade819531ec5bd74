/** The page's texts on the map. */

import { describe, type Inputs, named, namesOf } from '../../comparison/contract';
import type { CellClass, CellView, RunReport, Scale } from '../../engine/types';
import { formatBoth, formatWord, type NumberFormat } from '../../kit/numbers';
import { count, number } from '../../kit/phrases';
import { inputsAt, type Mapping } from './mapping';

/** How a run ended, in a few words. */
const end = (report: RunReport, format: NumberFormat): string => {
  switch (report.outcome) {
    case 'done':
      return `done: $3 = ${formatBoth(report.result ?? 0, format)}`;
    case 'fault':
      return `fault: ${report.fault?.message ?? ''}`;
    case 'out-of-fuel':
      return 'out of fuel';
    default:
      return report.outcome satisfies never;
  }
};

const axisName = ({ contract, axes }: Mapping, axis: 0 | 1): string =>
  namesOf(contract)[axes[axis]] ?? '';

const inputs = (mapping: Mapping, point: Inputs, format: NumberFormat) =>
  describe(mapping.contract, inputsAt(mapping, point), (word) => formatBoth(word, format));

export const map = {
  label: 'Difference map',
  intro:
    'The plane of two inputs: one to the right, one upwards. Each cell shows what both programs do on samples of its inputs.',
  /** The values of the inputs on no axis; empty if there are none. */
  others: (mapping: Mapping, format: NumberFormat): string => {
    const { contract, axes, inputs } = mapping;
    const onAxes = axes.map((axis) => namesOf(contract)[axis]);
    const others = named(contract, inputs).filter(({ name }) => !onAxes.includes(name));
    if (others.length === 0) return '';
    const values = others.map(({ name, word }) => `${name} = ${formatWord(word, format)}`);
    return `On all of it ${values.join(', ')}.`;
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
  wrongRange:
    'Numbers from -2147483648 to 4294967295, or 0x…; from 2147483648 on they are negative.',
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
  report: end,
  inputs,
  axisName,
  axis: (axis: 0 | 1) => (axis === 0 ? 'To the right' : 'Upwards'),
  corner: (mapping: Mapping) => `${axisName(mapping, 1)} \\ ${axisName(mapping, 0)}`,
  tooFew: 'A map needs two inputs; there are fewer.',
  range1: (mapping: Mapping, cell: CellView, axis: 0 | 1): string => {
    const name = axisName(mapping, axis);
    const { from, to } = cell.ranges[axis];
    const number = (value: number) => formatWord(value, 'signed');
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
  spoken: (mapping: Mapping, cell: CellView): string =>
    `${map.range1(mapping, cell, 0)}, ${map.range1(mapping, cell, 1)}: ${map.classes[cell.class]}. On ${inputs(mapping, cell.inputs, 'signed')}: P₁ ${end(cell.left, 'signed')}; P₂ ${end(cell.right, 'signed')}.`,
};
