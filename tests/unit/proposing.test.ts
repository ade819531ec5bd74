import { expect, test } from 'vitest';

import { describe } from '../../www/src/comparison/contract';
import { proposed } from '../../www/src/exercise/author/proposing';

test('as many different inputs are proposed as are asked for, with the corners among them', () => {
  const inputs = proposed({}, 24);
  expect(new Set(inputs.map((words) => describe({}, words))).size).toBe(24);
  for (const corner of [0, 1, 0xffffffff, 0x7fffffff, 0x80000000]) {
    for (const at of [0, 1]) expect(inputs.map((words) => words[at])).toContain(corner);
  }
  // Neither the larger one first nor always the same pair.
  expect(inputs.some(([a = 0, b = 0]) => a < b)).toBe(true);
  expect(inputs.some(([a = 0, b = 0]) => a > b)).toBe(true);
});

test('arrays of all lengths and bytes are proposed where the contract has them', () => {
  const array = { array: 3 };
  const lengths = proposed(array, 24).map(([length]) => length);
  expect(new Set(lengths)).toEqual(new Set([0, 1, 2, 3]));
  const bytes = proposed({ stdin_bytes: 2 }, 24).flatMap((words) => words.slice(2));
  expect(Math.max(...bytes)).toBeLessThan(256);
});

test('a contract with few inputs has no more than it has', () => {
  expect(proposed({ array: 0 }, 24)).toHaveLength(1);
});
