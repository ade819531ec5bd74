import { expect, test } from 'vitest';

import { relationsOf } from '../../www/src/evidence/proof/relations';

test('what relates both programs comes first, results before counters, constants not at all', () => {
  expect(
    relationsOf([
      'right $1 = input $1 - left $4',
      'left $5 = 1',
      'both memories are the same behind the programs',
      'left $1 = input $1',
      'left $1 = right $1 = input $1',
      'left $31 = right $31 = (-2128394900)',
      'right $3 = left $3',
    ]),
  ).toEqual(['right $3 = left $3', 'right $1 = input $1 - left $4']);
  expect(relationsOf(['left $5 = 1'])).toEqual([]);
});

test('registers of ARM64 are read, not numbers in hexadecimal', () => {
  expect(
    relationsOf([
      'left x3 - right x0 <= 0 (unsigned)',
      'left x1 = right x2',
      'left x9 = right x9 = input x0',
      'left x0 + 0x10 = right x0',
      'left x1 = 0x10',
    ]),
  ).toEqual(['left x0 + 0x10 = right x0', 'left x1 = right x2']);
});

test('orders are shown where there are no equations', () => {
  const order = 'left x3 - right x0 <= 0 (unsigned)';
  expect(relationsOf([order, 'left x1 = 0x10'])).toEqual([order]);
});
