import { expect, test } from 'vitest';

import { lineValues } from '../../www/src/evidence/debugger/messages';
import { effectOf } from '../../www/src/programs/editor/help';

const info = (mnemonic: string, operands: string, effect: string) => ({
  mnemonic,
  operands,
  effect,
});

test('an instruction says what it does with the operands of its line', () => {
  const sub = info('sub', '$d, $s, $t', '$d := $s - $t, modulo 2^32');
  expect(effectOf(sub, ' $6, $1, $5    ; how far off')).toBe('$6 := $1 - $5, modulo 2^32');
  expect(effectOf(sub, ' $6,$1 , $5')).toBe('$6 := $1 - $5, modulo 2^32');
  // A line that is not whole yet.
  expect(effectOf(sub, ' $6, $1')).toBe('');
  const load = info('lw', '$t, i($s)', '$t := the word of memory at $s + i; a fault');
  expect(effectOf(load, ' $3, -4($30)')).toBe('$3 := the word of memory at $30 + -4; a fault');
  const branch = info('beq', '$s, $t, i', 'if $s = $t, skip i words (back when negative)');
  expect(effectOf(branch, ' $4, $0, second')).toBe('if $4 = $0, go to second');
  expect(effectOf(branch, ' $4, $0, -3')).toBe('if $4 = $0, skip -3 words (back when negative)');
});

test('what a line does on an input is one sentence', () => {
  const on = '$1 = 1, $2 = 2';
  expect(lineValues.did(on, ['$1 = 1', '$5 = 50'], ['$6 = -49'], 6)).toBe(
    'On $1 = 1, $2 = 2: with $1 = 1 and $5 = 50, it gives $6 = -49.',
  );
  expect(lineValues.did(on, ['$4 = 0'], [], 9)).toBe(
    'On $1 = 1, $2 = 2: with $4 = 0, line 9 is next.',
  );
  expect(lineValues.did(on, [], [], undefined)).toBe('On $1 = 1, $2 = 2: the program ends.');
});
