/** The words of the debugger and of the map; `messages.ts` passes them on. */

import type { Speed } from '../debugging';
import type {
  CellClass,
  CellView,
  DebugOverview,
  RunReport,
  Scale,
  SideView,
} from '../engine/types';
import { formatWord, type NumberFormat } from '../numbers';
import { count } from './forms';

/** How a run ended, in a few words. */
const end = (report: RunReport, format: NumberFormat): string => {
  switch (report.outcome) {
    case 'done':
      return `done: $3 = ${formatWord(report.result ?? 0, format)}`;
    case 'fault':
      return `fault: ${report.fault?.message ?? ''}`;
    case 'out-of-fuel':
      return 'out of fuel';
    default:
      return report.outcome satisfies never;
  }
};

const inputs = ([a, b]: readonly [number, number], format: NumberFormat) =>
  `$1 = ${formatWord(a, format)}, $2 = ${formatWord(b, format)}`;

export const debugging = {
  tab: 'Debugger',
  label: 'Lockstep debugger',
  open: 'Step through',
  openLabel: (values: readonly [number, number]) =>
    `Step through both runs on ${inputs(values, 'unsigned')}`,
  intro:
    'Both programs, step by step, on one input. It opens where their runs stop agreeing: at the first branch that goes another way, or at the first value on its way to $3 that is another one.',
  inputs: 'Inputs',
  input: (register: 1 | 2): string => (register === 1 ? 'First input' : 'Second input'),
  wrongInput: 'A number from −2147483648 to 4294967295, or 0x…',
  run: 'Run both',
  running: 'Running both programs …',
  failed: (message: string) => `This cannot be stepped through: ${message}.`,
  changed: (s: string) =>
    `The ${s} has changed since; this is a run of the old text. “Run both” takes the new one.`,
  changedSides: {
    left: 'left program',
    right: 'right program',
    both: 'text of both programs',
  },
  position: 'Position',
  positionOf: (position: number, last: number) =>
    `Position ${position.toLocaleString('en')} of ${last.toLocaleString('en')}`,
  start: 'Start',
  back: 'Back',
  step: 'Step',
  end: 'End',
  runBack: 'Back to breakpoint',
  runOn: 'Run to breakpoint',
  play: 'Play',
  pause: 'Pause',
  speed: 'Speed',
  speeds: { 2: 'slow', 8: 'normal', 60: 'fast', 500: 'very fast' } satisfies Record<Speed, string>,
  toParting: 'Go to where they part',
  parting: ({ parting, runs }: DebugOverview): string => {
    if (!parting) {
      return runs.some(({ report }) => report.outcome === 'out-of-fuel')
        ? 'As far as the fuel goes, the runs agree on every branch.'
        : 'The runs agree on every branch and on the result.';
    }
    const at = `at position ${parting.position.toLocaleString('en')}`;
    const [left, right] = parting.involved;
    switch (parting.kind) {
      case 'branch':
        return left && right
          ? `They part ${at}: a branch goes one way in P₁ and the other way in P₂.`
          : `They part ${at}: ${left ? 'P₁' : 'P₂'} comes to a branch, and ${left ? 'P₂' : 'P₁'} has no branch left.`;
      case 'value':
        return `They part ${at}: from here on, the values that lead to $3 differ.`;
      case 'fault':
        return `They part ${at}: ${left ? 'P₁' : 'P₂'} faults, and ${left ? 'P₂' : 'P₁'} does not.`;
      default:
        return parting.kind satisfies never;
    }
  },
  cut: (steps: number) =>
    `Only the first ${count(steps, 'step', 'steps')} of a program can be stepped through; this run is longer.`,
  waits:
    'One position is one step of each program. Where both branch alike, the one that is there first waits for the other.',
  steps: (n: number, of: number) => `${n.toLocaleString('en')} of ${count(of, 'step', 'steps')}`,
  state: (side: SideView, report: RunReport, cut: boolean, format: NumberFormat): string => {
    if (side.ended) return cut ? 'not followed further' : end(report, format);
    if (side.steps === 0) return 'at its start';
    return side.moved ? '' : 'waits';
  },
  nothingYet: 'Nothing executed yet.',
  outside: 'outside the program’s text',
  at: (address: number) => `at ${formatWord(address, 'hex')}`,
  source: (s: string) => `Text of the ${s} program around the step`,
  breakpointAt: (line: number) => `Breakpoint at line ${line}`,
  registers: 'Registers',
  register: 'Register',
  all: 'All registers',
  was: (value: string) => `was ${value}`,
  memory: 'Memory touched',
  memoryNote: 'The words read or written so far; of many, the 64 touched last.',
  stack: 'Stack',
  stackNote: 'From $30 to the end of memory, 32 words at the most.',
  address: 'Address',
  word: 'Word',
  access: { read: 'read', written: 'written' },
  noMemory: 'No memory was touched so far.',
  noStack: 'The stack is empty.',
  output: 'Output',
  csv: 'Steps as CSV',
  file: 'steps.csv',
  /** One moment, for a screen reader. */
  spoken: (sides: readonly [SideView, SideView], runs: DebugOverview['runs']): string =>
    (['P₁', 'P₂'] as const)
      .map((name, index) => {
        const side = sides[index];
        const run = runs[index];
        if (!side || !run) return '';
        const state = debugging.state(side, run.report, run.cut, 'signed');
        const changed = side.registers
          .filter(({ before }) => before !== undefined)
          .map((register) => `${register.name} = ${formatWord(register.value, 'signed')}`);
        const did = side.moved ? [side.instruction ?? '', ...changed] : [];
        return `${name}: ${[...did, ...(state ? [state] : [])].join(', ')}`;
      })
      .join('. '),
};

export const map = {
  tab: 'Map',
  label: 'Difference map',
  intro:
    'The plane of both inputs: $1 to the right, $2 upwards. Each cell shows what both programs do on samples of its inputs.',
  draw: 'Draw the map',
  redraw: 'Draw again',
  changed: 'The programs or the fuel have changed since this map was drawn.',
  failed: (message: string) => `The map cannot be drawn: ${message}.`,
  stop: 'Stop',
  stopped: 'Stopped.',
  scale: 'Axes',
  scales: { logarithmic: 'Signed logarithmic', linear: 'Linear' } satisfies Record<Scale, string>,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Whole plane',
  range: 'Part of the plane',
  from: (register: 1 | 2) => `$${register} from`,
  to: 'to',
  show: 'Show',
  wrongRange:
    'Numbers from −2147483648 to 4294967295, or 0x…; from 2147483648 on they are negative.',
  picture: 'Map of the inputs. Arrow keys move, with Shift by 16 cells.',
  hint: 'Arrow keys move from cell to cell, with Shift by 16; Enter steps through a cell’s inputs; plus and minus zoom, 0 shows the whole plane. With a pointer: click a cell to step through it, drag to zoom.',
  role: 'map of inputs',
  progress: (samples: number, wanted: number, share: number, isRunning: boolean): string => {
    if (samples === 0) return `Sampling: ${Math.floor(100 * share)} % of the cells seen`;
    const each = count(samples, 'sample', 'samples');
    return isRunning ? `${each} a cell, of ${wanted}` : `${each} a cell`;
  },
  single: 'Each cell is a single input.',
  number: (n: number) => n.toLocaleString('en'),
  classes: {
    unseen: 'not seen yet',
    agree: 'agree: same result',
    'both-fault': 'agree: both fault',
    'out-of-fuel': 'out of fuel: not known',
    'left-faults': 'differ: only P₁ faults',
    'right-faults': 'differ: only P₂ faults',
    'results-differ': 'differ: other results',
  } satisfies Record<CellClass, string>,
  short: {
    unseen: '·',
    agree: 'agree',
    'both-fault': 'fault',
    'out-of-fuel': 'fuel',
    'left-faults': 'P₁ faults',
    'right-faults': 'P₂ faults',
    'results-differ': 'differ',
  } satisfies Record<CellClass, string>,
  witness: 'the witness',
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
  range1: (cell: CellView, axis: 0 | 1): string => {
    const { from, to } = cell.ranges[axis];
    const number = (value: number) => formatWord(value, 'signed');
    return from === to
      ? `$${axis + 1} = ${number(from)}`
      : `$${axis + 1} from ${number(from)} to ${number(to)}`;
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
  spoken: (cell: CellView): string =>
    `${map.range1(cell, 0)}, ${map.range1(cell, 1)}: ${map.classes[cell.class]}. On ${inputs(cell.inputs, 'signed')}: P₁ ${end(cell.left, 'signed')}; P₂ ${end(cell.right, 'signed')}.`,
};
