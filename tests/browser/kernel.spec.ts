/** The verdict says whether the kernel accepted a proof of its claim. */

import { readFileSync } from 'node:fs';

import { expect, test } from './playground';

const checked = '[data-checked]';

test('an equivalence is checked by the kernel in front of the reader', {
  tag: '@smoke',
}, async ({ playground }) => {
  await playground.open();
  await playground.type('left', '    add $3, $1, $1\n    jr $31\n');
  await playground.type('right', '    add $5, $1, $0\n    add $3, $5, $1\n    jr $31\n');
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict.locator(checked)).toHaveText(
    '✓ Checked: the kernel accepted a proof of this.',
  );
});

test('so is a loop', async ({ playground }) => {
  await playground.open();
  const text = (side: string) =>
    readFileSync(new URL(`../corpus/loops/call-in-loop.${side}.asm`, import.meta.url), 'utf8');
  await playground.type('left', text('left'));
  await playground.type('right', text('right'));
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict.locator(checked)).toBeVisible({ timeout: 30_000 });
});

test('that a witness is the only one, or the least one, is checked', async ({ playground }) => {
  await playground.open();
  await playground.type('left', '    add $3, $1, $0\n    jr $31\n');
  const one =
    '    lis $4\n    .word 5\n    add $3, $1, $0\n    bne $1, $4, 2\n    bne $2, $4, 1\n' +
    '    add $3, $0, $0\n    jr $31\n';
  await playground.type('right', one);
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(playground.verdict.locator(checked)).toHaveText(
    '✓ Checked by the kernel: they agree on all other inputs.',
  );
  await playground.type('right', one.replace('    bne $2, $4, 1\n', '').replace(', 2\n', ', 1\n'));
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(playground.verdict.locator(checked)).toHaveText(
    '✓ Checked by the kernel: they agree on all smaller inputs.',
  );
});

test('where no proof is found, the verdict says so', async ({ playground }) => {
  const text = (side: string) =>
    readFileSync(new URL(`../corpus/pairs/sign-opposite.${side}.asm`, import.meta.url), 'utf8');
  await playground.open();
  await playground.type('left', text('left'));
  await playground.type('right', text('right'));
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict.locator('[data-checking="none"]')).toHaveText(
    'No proof for the kernel was found.',
    { timeout: 30_000 },
  );
});
