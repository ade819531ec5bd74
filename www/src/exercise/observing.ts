/** A program's behaviour on some inputs as a canonical text. */

import { namesOf, observesResult, type SomeSpec } from '../comparison/contract';
import type { Inputs, Options, RunReply } from '../engine/types';
import { parseWord } from '../kit/numbers';

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

/** The input words of a line, in the contract's order and number; or the error. */
export type InputLine = { ok: true; inputs: Inputs } | { ok: false; line: number };

/** Parses inputs: one per line, numbers separated by commas or spaces. */
export function readInputs(text: string, spec: SomeSpec | undefined): InputLine[] {
  const { length } = namesOf(spec);
  return text.split(/\r\n?|\n/).flatMap((written, index): InputLine[] => {
    const line = written.replace(/[#;].*/, '').trim();
    if (line === '') return [];
    const words = line.split(/[\s,]+/).map(parseWord);
    const inputs = words.filter((word) => word !== undefined);
    if (inputs.length !== words.length || inputs.length > length) {
      return [{ ok: false, line: index + 1 }];
    }
    // Words beyond an array's end are irrelevant.
    return [{ ok: true, inputs: [...inputs, ...new Array(length - inputs.length).fill(0)] }];
  });
}

export const writeInputs = (inputs: readonly Inputs[]): string =>
  inputs.map((words) => words.join(', ')).join('\n');
