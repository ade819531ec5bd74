import { expect, test } from 'vitest';

import { verdict as messages } from '../../www/src/comparison/messages';

test('a claim about short runs that the kernel has checked names their steps', () => {
  const { all, only, least } = messages.checking.accepted;
  expect(all()).toBe('Checked: the kernel accepted a proof of this.');
  expect(only(undefined)).toBe('Checked by the kernel: they agree on all other inputs.');
  expect(least(10_000)).toBe(
    'Checked by the kernel: they agree on all smaller inputs on which one of them stops within 10,000 steps.',
  );
});
