import type { EditorDiagnostic } from '../engine/types';

type Grouped = Pick<EditorDiagnostic, 'severity' | 'line' | 'message'> & { file: string };

/** The first of several equal problems, and the lines of the others. */
export type Group<Problem> = { first: Problem; more: number[] };

/** Groups equal problems of a file, each at the position of the first one. */
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
