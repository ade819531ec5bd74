/**
 * What a pass did to a trace: the two texts side by side, line by line. Each line has its
 * instruction's address as a remark, and no pass reorders addresses. So lines are matched twice:
 * first those equal up to the versions of variables, then, among the rest, those of the same
 * instruction.
 */

import { diffArrays, diffWordsWithSpace } from 'diff';

export interface TraceLine {
  /** Its number in its trace, from 1. */
  readonly number: number;
  readonly text: string;
  /** The address, and the kind of a condition. */
  readonly remark: string;
}

export type Change = 'same' | 'changed' | 'removed' | 'added';

export interface DiffRow {
  readonly change: Change;
  readonly before: TraceLine | undefined;
  readonly after: TraceLine | undefined;
}

/** Maximum number of differences for matching by text, which takes quadratic time. */
const MOST = 3000;

/** The lines of a trace's text. */
export function traceLines(text: string): TraceLine[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => {
    const remark = line.lastIndexOf('; ');
    return remark < 0
      ? { number: index + 1, text: line, remark: '' }
      : {
          number: index + 1,
          text: line.slice(0, remark).trimEnd(),
          remark: line.slice(remark + 2),
        };
  });
}

export function diffTraces(before: string, after: string): DiffRow[] {
  return match(traceLines(before), traceLines(after), versionless, (old, now) =>
    match(old, now, addressOf, (removed, added) => [
      ...removed.map((line) => row(line, undefined)),
      ...added.map((line) => row(undefined, line)),
    ]),
  );
}

/** The parts of a changed line: those in both texts, and those in one. */
export function changedParts(row: DiffRow): {
  before: readonly Part[];
  after: readonly Part[];
} {
  const parts = diffWordsWithSpace(row.before?.text ?? '', row.after?.text ?? '');
  const of = (without: 'added' | 'removed') =>
    parts
      .filter((part) => !part[without])
      .map(({ value, added, removed }) => ({
        text: value,
        isChanged: added || removed,
      }));
  return { before: of('added'), after: of('removed') };
}

export interface Part {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Pairs lines with equal keys, and passes the stretches between them to `rest`. */
function match(
  before: readonly TraceLine[],
  after: readonly TraceLine[],
  key: (line: TraceLine) => string,
  rest: (before: readonly TraceLine[], after: readonly TraceLine[]) => DiffRow[],
): DiffRow[] {
  const parts = diffArrays(before.map(key), after.map(key), { maxEditLength: MOST });
  if (!parts) return rest(before, after);
  const rows: DiffRow[] = [];
  let [i, j] = [0, 0];
  let [oldFrom, newFrom] = [0, 0];
  const close = () => {
    if (i > oldFrom || j > newFrom) {
      rows.push(...rest(before.slice(oldFrom, i), after.slice(newFrom, j)));
    }
  };
  for (const { added, removed, count } of parts) {
    if (added) j += count;
    else if (removed) i += count;
    else {
      close();
      for (let n = 0; n < count; n += 1) rows.push(row(before[i + n], after[j + n]));
      i += count;
      j += count;
      [oldFrom, newFrom] = [i, j];
    }
  }
  close();
  return rows;
}

function row(before: TraceLine | undefined, after: TraceLine | undefined): DiffRow {
  if (!before) return { change: 'added', before, after };
  if (!after) return { change: 'removed', before, after };
  return { change: before.text === after.text ? 'same' : 'changed', before, after };
}

/** A line without the SSA versions of variables. */
const versionless = ({ text, remark }: TraceLine) => `${text.replace(/_\d+\b/g, '')};${remark}`;

const addressOf = ({ remark }: TraceLine) => remark.split(' ', 1)[0] ?? '';

/** How many rows there are of each kind. */
export function changes(rows: readonly DiffRow[]): Record<Change, number> {
  const counts = { same: 0, changed: 0, removed: 0, added: 0 };
  for (const { change } of rows) counts[change] += 1;
  return counts;
}

/** A stretch of unchanged rows far from any change. */
export interface Gap {
  readonly from: number;
  readonly rows: readonly DiffRow[];
}

/** The rows, with long unchanged stretches folded. */
export function folded(
  rows: readonly DiffRow[],
  context: number,
  least: number,
): (DiffRow | Gap)[] {
  const shown: (DiffRow | Gap)[] = [];
  let from = 0;
  while (from < rows.length) {
    let to = from;
    while (to < rows.length && rows[to]?.change === 'same') to += 1;
    const first = from === 0 ? 0 : from + context;
    const last = to === rows.length ? to : to - context;
    if (last - first >= least) {
      shown.push(...rows.slice(from, first), { from: first, rows: rows.slice(first, last) });
      shown.push(...rows.slice(last, to));
    } else {
      shown.push(...rows.slice(from, to));
    }
    from = to;
    while (from < rows.length && rows[from]?.change !== 'same') shown.push(rows[from++] as DiffRow);
  }
  return shown;
}
