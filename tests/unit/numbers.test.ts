import { expect, test } from 'vitest';

import {
  formatField,
  formatValue,
  formatWord,
  numberFormats,
  parseWord,
} from '../../www/src/kit/numbers';

const words = [0, 1, 50, 1_000_000, 1_000_001, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 50, 2 ** 32 - 1];

test('a sentence has a number in decimal, and a large one in hexadecimal, too', () => {
  expect(words.map(formatValue)).toEqual([
    '0',
    '1',
    '50',
    '1000000',
    '1000001 (0x000f4241)',
    '2147483647 (0x7fffffff)',
    '-2147483648 (0x80000000)',
    '-2147483598 (0x80000032)',
    '-1',
  ]);
  for (const word of words) expect(formatWord(word, 'plain')).toBe(formatValue(word));
});

test('what a field shows is read again as the same word', () => {
  for (const word of words) {
    for (const format of numberFormats) expect(parseWord(formatField(word, format))).toBe(word);
  }
});
