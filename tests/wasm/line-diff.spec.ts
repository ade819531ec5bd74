import { expect, test } from '@playwright/test';

import { lineDiff } from '../../www/src/evidence/diff/line-diff';
import { corpus } from './corpus';

/** Applies the changes; throws if they are out of order or leave out a difference. */
function apply(a: string, b: string): string {
  let made = '';
  let [atA, atB] = [0, 0];
  for (const { fromA, toA, fromB, toB } of lineDiff(a, b)) {
    if (fromA < atA || a.slice(atA, fromA) !== b.slice(atB, fromB)) throw new Error(`${a} | ${b}`);
    made += a.slice(atA, fromA) + b.slice(fromB, toB);
    [atA, atB] = [toA, toB];
  }
  if (a.slice(atA) !== b.slice(atB)) throw new Error(`${a} | ${b}`);
  return made + a.slice(atA);
}

test('the changes of each pair of the corpus make one text the other', () => {
  for (const { left, right } of corpus) {
    expect(apply(left, right)).toBe(right);
    expect(apply(right, left)).toBe(left);
    expect(lineDiff(left, left)).toEqual([]);
  }
});

test('so do those of all short texts, with and without a line break at the end', () => {
  const lines = ['', 'add', 'add $1', 'jr'];
  const texts = lines.flatMap((one) => [
    one,
    ...lines.flatMap((two) => [
      `${one}\n${two}`,
      ...lines.map((three) => `${one}\n${two}\n${three}`),
    ]),
  ]);
  const wrong = texts.flatMap((a) => texts.filter((b) => apply(a, b) !== b));
  expect(wrong).toEqual([]);
});

test('lines are matched whole', () => {
  const changes = lineDiff('add $3, $1, $2\njr $31\n', 'sub $3, $1, $2\nadd $3, $1, $2\njr $31\n');
  expect(changes.map(({ fromA, toA, fromB, toB }) => [fromA, toA, fromB, toB])).toEqual([
    [0, 0, 0, 15],
  ]);
});
