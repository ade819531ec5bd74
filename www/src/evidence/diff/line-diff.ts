import { Change, presentableDiff } from '@codemirror/merge';
import { diffArrays } from 'diff';

/** Milliseconds after which two texts are compared less thoroughly. */
const PATIENCE = 300;

/**
 * The changes from one text to the other: whole lines are matched, then words inside of matching
 * lines. (A difference by characters alone would match fragments of unrelated instructions.)
 */
export function lineDiff(a: string, b: string): readonly Change[] {
  const [linesA, linesB] = [a.split('\n'), b.split('\n')];
  const parts = diffArrays(linesA, linesB, { timeout: PATIENCE });
  if (!parts) return presentableDiff(a, b, { scanLimit: 500, timeout: PATIENCE });
  const changes: Change[] = [];
  // The start of the first unprocessed line.
  const at = { fromA: 0, fromB: 0 };
  const length = (lines: readonly string[]) =>
    lines.reduce((sum, line) => sum + line.length + 1, 0);
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part) break;
    const next = parts[index + 1];
    const isPair = (part.removed && next?.added) || (part.added && next?.removed);
    const removed = part.removed ? part.value : isPair && next?.removed ? next.value : [];
    const added = part.added ? part.value : isPair && next?.added ? next.value : [];
    const [linesGone, linesNew] =
      part.removed || part.added ? [removed, added] : [part.value, part.value];
    const [toA, toB] = [at.fromA + length(linesGone), at.fromB + length(linesNew)];
    if (part.removed || part.added) {
      changes.push(...within(a, b, at.fromA, toA, at.fromB, toB));
      if (isPair) index += 1;
    }
    at.fromA = toA;
    at.fromB = toB;
  }
  return changes;
}

/** The changes between two stretches of whole lines, each of which may be empty. */
function within(
  a: string,
  b: string,
  fromA: number,
  toA: number,
  fromB: number,
  toB: number,
): Change[] {
  // The last line of a text has no line break: then include the one before it.
  const isOneSided = fromA === toA || fromB === toB;
  if (isOneSided) {
    const back = toA > a.length || toB > b.length ? 1 : 0;
    const clamp = (at: number) => Math.max(0, at - back);
    return [new Change(clamp(fromA), clamp(toA), clamp(fromB), clamp(toB))];
  }
  const [endA, endB] = [toA - 1, toB - 1];
  return presentableDiff(a.slice(fromA, endA), b.slice(fromB, endB)).map(
    (change) =>
      new Change(
        fromA + change.fromA,
        fromA + change.toA,
        fromB + change.fromB,
        fromB + change.toB,
      ),
  );
}
