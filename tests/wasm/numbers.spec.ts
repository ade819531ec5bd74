import { expect, test } from '@playwright/test';

import { formatBoth } from '../../www/src/kit/numbers';

test('a word reads as on the axes, and beside it as it is written elsewhere', () => {
  expect(formatBoth(5, 'unsigned')).toBe('5');
  expect(formatBoth(5, 'signed')).toBe('5');
  expect(formatBoth(5, 'hex')).toBe('5 (0x00000005)');
  expect(formatBoth(0xffffffff, 'unsigned')).toBe('-1 (4294967295)');
  expect(formatBoth(0xffffffff, 'signed')).toBe('-1 (4294967295)');
  expect(formatBoth(0x80000000, 'hex')).toBe('-2147483648 (0x80000000)');
});
