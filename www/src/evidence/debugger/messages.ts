/** The page's texts on the debugger. */

import type { EngineInfo } from '../../engine/client';
import type { DebugOverview, PlaceReport, RunReport, Side, SideView } from '../../engine/types';
import type { NumberFormat } from '../../kit/numbers';
import { count, list, number } from '../../kit/phrases';
import { formatAnyValue, formatAnyWord } from '../../kit/words';
import { type Speed, seen } from './debugging';

/** What a machine calls its parts. */
interface MachineNames {
  /** The register of the result. */
  result: string;
  /** The stack pointer. */
  stack: string;
  /** The registers that are always shown. */
  shown: readonly string[];
}

const mips: MachineNames = { result: '$3', stack: '$30', shown: ['$1', '$2', '$3'] };
const arm64: MachineNames = { result: 'x0', stack: 'sp', shown: ['x0', 'x1'] };

/** What the machine of an engine calls its parts. */
export const machineOf = (engine: EngineInfo | undefined): MachineNames =>
  engine?.machine === 'arm64' ? arm64 : mips;

/** How a run ended, in a few words. */
const end = (report: RunReport, format: NumberFormat, { result }: MachineNames): string => {
  switch (report.outcome) {
    case 'done':
      return `done: ${result} = ${formatAnyWord(report.result ?? 0, format)}`;
    case 'fault':
      return `fault: ${report.fault?.message ?? ''}`;
    case 'out-of-fuel':
      return 'out of fuel';
    default:
      return report.outcome satisfies never;
  }
};

/** The beginning of a text in quotes, with visible line breaks. */
const quoted = (text: string | undefined): string => {
  if (!text) return 'nothing';
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return `“${shown.replaceAll('\n', '↵')}”`;
};

export const debugging = {
  label: 'Lockstep debugger',
  intro:
    'Both programs, step by step, on one input. It opens where their runs stop agreeing: at the first branch that goes another way, the first value on its way to the result that is another one, or the first character that is printed and another one.',
  inputs: 'Inputs',
  wrongInput: 'A number from -2147483648 to 4294967295, or 0x…',
  run: { both: 'Run both', alone: 'Run' },
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
  positionOf: (position: number, last: number) => `Position ${number(position)} of ${number(last)}`,
  start: 'Start',
  back: 'Back',
  step: 'Step',
  end: 'End',
  lineBack: 'Back a line',
  lineOn: 'Step a line',
  runBack: 'Back to breakpoint',
  runOn: 'Run to breakpoint',
  play: 'Play',
  pause: 'Pause',
  speed: 'Speed',
  speeds: { 2: 'slow', 8: 'normal', 60: 'fast', 500: 'very fast' } satisfies Record<Speed, string>,
  toParting: 'Go to where they part',
  /** The two instructions that explain the difference. */
  cause: (left: PlaceReport, right: PlaceReport): string => {
    const line = (place: PlaceReport) =>
      place.line == null ? `0x${place.address.toString(16)}` : `line ${place.line}`;
    return `What explains the difference: ${line(left)} on the left and ${line(right)} on the right.`;
  },
  toCause: 'Go to where both were executed',
  parting: ({ parting, runs }: DebugOverview, { result }: MachineNames): string => {
    if (!parting) {
      return runs.some(({ report }) => report.outcome === 'out-of-fuel')
        ? 'As far as the fuel goes, the runs agree on every branch.'
        : 'The runs agree on every branch, on the result and on what is printed.';
    }
    const at = `at position ${number(parting.position)}`;
    const [left, right] = parting.involved;
    switch (parting.kind) {
      case 'branch':
        return left && right
          ? `They part ${at}: a branch goes one way in P₁ and the other way in P₂.`
          : `They part ${at}: ${left ? 'P₁' : 'P₂'} comes to a branch, and ${left ? 'P₂' : 'P₁'} has no branch left.`;
      case 'value':
        return `They part ${at}: from here on, the values that lead to ${result} differ.`;
      case 'output': {
        const [a, b] = runs.map(({ report }) => report.output.text);
        return left && right
          ? `They part ${at}: they print different characters. P₁ prints ${quoted(a)}, P₂ prints ${quoted(b)}.`
          : `They part ${at}: ${left ? 'P₁' : 'P₂'} prints more than ${left ? 'P₂' : 'P₁'}. P₁ prints ${quoted(a)}, P₂ prints ${quoted(b)}.`;
      }
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
  steps: (n: number, of: number) => `${number(n)} of ${count(of, 'step', 'steps')}`,
  state: (
    side: SideView,
    { report, cut }: DebugOverview['runs'][0],
    format: NumberFormat,
    machine: MachineNames,
  ): string => {
    if (side.ended) return cut ? 'not followed further' : end(report, format, machine);
    if (side.steps === 0) return 'at its start';
    return side.moved ? '' : 'waits';
  },
  nothingYet: 'Nothing executed yet.',
  outside: 'outside the program’s text',
  /** @param place A line, with its file where there are several, or a routine of ours. */
  at: (place: { line: number; file: string | undefined } | string | undefined, address: number) => {
    const at = `at 0x${address.toString(16)}`;
    if (place === undefined) return at;
    if (typeof place === 'string') return `in ${place}, ${at}`;
    const { file, line } = place;
    return `${file === undefined ? '' : `${file}, `}line ${line}, ${at}`;
  },
  source: (s: string) => `Text of the ${s} program around the step`,
  breakpointAt: (line: number) => `Breakpoint at line ${line}`,
  registers: 'Registers',
  register: 'Register',
  all: 'All registers',
  was: (value: string) => `was ${value}`,
  memory: 'Memory touched',
  memoryNote: 'The words read or written so far; of many, the 64 touched last.',
  stack: 'Stack',
  stackNote: (pointer: string) => `From ${pointer} to the end of memory, 32 words at the most.`,
  address: 'Address',
  word: 'Word',
  access: { read: 'read', written: 'written' },
  noMemory: 'No memory was touched so far.',
  noStack: 'The stack is empty.',
  output: 'Output',
  nothingPrinted: 'Nothing printed so far.',
  printedOf: (n: number, of: number) => `${number(n)} of ${count(of, 'character', 'characters')}`,
  partsHere: 'Here they part',
  csv: 'Steps as CSV',
  file: 'steps.csv',
  /** One moment, for a screen reader. */
  spoken: (
    [left, right]: readonly [SideView, SideView],
    runs: DebugOverview['runs'],
    alone: Side | undefined,
    machine: MachineNames,
  ): string =>
    seen(
      [
        { name: 'P₁', side: left, run: runs[0] },
        { name: 'P₂', side: right, run: runs[1] },
      ],
      alone,
    )
      .map(({ name, side, run }) => {
        const state = debugging.state(side, run, 'plain', machine);
        const changed = side.registers
          .filter(({ before }) => before !== undefined)
          .map((register) => `${register.name} = ${formatAnyValue(register.value)}`);
        const did = side.moved ? [side.instruction ?? '', ...changed] : [];
        return `${alone ? '' : `${name}: `}${[...did, ...(state ? [state] : [])].join(', ')}`;
      })
      .join('. '),
};

/** What a line does on an input, in an editor. */
export const lineValues = {
  /** @param next The line that is executed then; undefined where the program ends. */
  did: (
    on: string,
    read: readonly string[],
    written: readonly string[],
    next: number | undefined,
  ): string => {
    const then = next === undefined ? 'the program ends' : `line ${number(next)} is next`;
    const what = written.length > 0 ? `it gives ${list(written)}` : then;
    return `On ${on}: ${read.length > 0 ? `with ${list(read)}, ` : ''}${what}.`;
  },
  never: (on: string): string => `On ${on} the program does not come here.`,
  word: (address: number): string => `the word at ${formatAnyWord(address, 'hex')}`,
};
