/** What a program does with some inputs, as a text that is the same for all that do the same. */

import { namesOf, observesResult, type SomeSpec } from '../comparison/contract';
import type { Inputs, Options, RunReply } from '../engine/types';
import { parseWord } from '../kit/numbers';

const observesOutput = ({ observe }: SomeSpec): boolean =>
  (observe ?? ['output']).some((item) => item.trim() === 'output');

/** What a task says of what is observed. */
export type Observing = Pick<Options, 'strategy'> & { contract?: SomeSpec | undefined };

/** What is observed of a run; undefined of one that was cut off. By the paper's search, `$3` alone. */
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

/** The input words of a line, in the contract's order and as many as it has; or what is wrong. */
export type InputLine = { ok: true; inputs: Inputs } | { ok: false; line: number };

/** Inputs as somebody writes them: a line each, numbers with commas or spaces between. */
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
    // What is behind an array's end does not count.
    return [{ ok: true, inputs: [...inputs, ...new Array(length - inputs.length).fill(0)] }];
  });
}

export const writeInputs = (inputs: readonly Inputs[]): string =>
  inputs.map((words) => words.join(', ')).join('\n');
