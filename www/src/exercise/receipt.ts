/**
 * A submission: the program, its exercise, and the page's verdict. It is a claim: the grader
 * computes the verdict again. `docs/exercises.md` describes its fields.
 */

import { asName } from '../links/name';
import type { SealedInput, Task } from './exercise';
import type { Progress } from './state';

const CLAIM =
  'This is a claim of whoever hands it in. Nothing in it is signed: compare the program anew.';

export interface HandedIn {
  engine: string;
  exercise: string;
  title: string;
  /** From 0. */
  at: number;
  task: Task;
  /** An input by name. */
  named(inputs: SealedInput): Readonly<Record<string, unknown>>;
  student: string;
  progress: Progress;
}

export function receipt({
  engine,
  exercise,
  title,
  at,
  task,
  named,
  student,
  progress,
}: HandedIn): string {
  const { program, judged, opened, spent } = progress;
  const record = {
    format: 'tamarin-exercise-receipt',
    version: 1,
    note: CLAIM,
    ...(task.arm64 ? { machine: 'arm64' } : {}),
    ...(asName(student) ? { student: asName(student) } : {}),
    exercise,
    ...(title ? { worksheet: title } : {}),
    task: at + 1,
    ...(task.title ? { title: task.title } : {}),
    program: program.map(({ name, text, style }) => ({
      name,
      ...(style === undefined ? {} : { style }),
      text,
    })),
    claim: {
      verdict: judged?.found ?? 'not-compared',
      ...(judged?.witness
        ? {
            inputs: judged.witness,
            witness: named(judged.witness),
          }
        : {}),
      engine,
    },
    hints: opened,
    ...(task.tokens === undefined ? {} : { tokens: spent }),
  };
  return `${JSON.stringify(record, undefined, 2)}\n`;
}
