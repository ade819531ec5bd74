/** A MIPS program's behaviour on some inputs as a canonical text, and inputs as lines. */

import { namesOf, observesResult, type SomeSpec } from '../comparison/contract';
import type { Options, RunReply } from '../engine/types';
import { parseWord } from '../kit/numbers';
import type { SealedInput } from './exercise';

const observesOutput = ({ observe }: SomeSpec): boolean =>
  (observe ?? ['output']).some((item) => item.trim() === 'output');

/** The part of a task's options about observations. */
export type Observing = Pick<Options, 'strategy'> & { contract?: SomeSpec | undefined };

/**
 * The observations of a run; undefined if it was cut off. With the strategy `paper`, `$3` alone.
 */
export function observation({ contract = {}, strategy }: Observing, { run, output }: RunReply) {
  if (run.outcome === 'fault') return ['fault'];
  if (run.outcome === 'out-of-fuel') return undefined;
  if (strategy === 'paper') return ['done', run.result ?? null, null, []];
  return [
    'done',
    observesResult(contract) ? (run.result ?? null) : null,
    observesOutput(contract) ? output : null,
    (run.observed ?? []).map(({ value }) => value),
  ];
}

/** The input of a line, or the number of the line that is none. */
export type InputLine = { ok: true; inputs: SealedInput } | { ok: false; line: number };

/** The lines that hold something, with their numbers and without remarks. */
export function linesOf(text: string): { line: number; words: readonly string[] }[] {
  return text.split(/\r\n?|\n/).flatMap((written, index) => {
    const line = written.replace(/[#;].*/, '').trim();
    return line === '' ? [] : [{ line: index + 1, words: line.split(/[\s,]+/) }];
  });
}

/** Parses inputs: one per line, numbers separated by commas or spaces, in the contract's order. */
export function readInputs(text: string, spec: SomeSpec | undefined): InputLine[] {
  const { length } = namesOf(spec);
  return linesOf(text).map(({ line, words }): InputLine => {
    const inputs = words.map(parseWord).filter((word) => word !== undefined);
    if (inputs.length !== words.length || inputs.length > length) return { ok: false, line };
    // Words beyond an array's end are irrelevant.
    return { ok: true, inputs: [...inputs, ...new Array(length - inputs.length).fill(0)] };
  });
}

/** Inputs in lines; an array without elements is `[]`. */
export const writeInputs = (inputs: readonly SealedInput[]): string =>
  inputs.map((words) => (words.length === 0 ? '[]' : words.join(', '))).join('\n');
