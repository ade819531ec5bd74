import type { EditorDiagnostic } from '../engine/types';

type Grouped = Pick<EditorDiagnostic, 'severity' | 'line' | 'message'> & { file: string };

/** The first of some problems that say the same, and the lines of the others. */
export type Group<Problem> = { first: Problem; more: number[] };

/** Problems of one file that say the same, put together, each where its first one stands. */
export function grouped<Problem extends Grouped>(
  problems: readonly Problem[],
): readonly Group<Problem>[] {
  const groups = new Map<string, Group<Problem>>();
  for (const problem of problems) {
    const key = JSON.stringify([problem.file, problem.severity, problem.message]);
    const group = groups.get(key);
    if (group) group.more.push(problem.line);
    else groups.set(key, { first: problem, more: [] });
  }
  return [...groups.values()];
}
