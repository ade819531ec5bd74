import type { Locator } from '@playwright/test';

import { tutorialPrograms } from '../../scripts/lib/documents.mjs';
import { open as openArm64 } from './arm64';
import { expectNoViolations, overflow } from './checks';
import { expect, openView, type Playground, test } from './playground';

const cardOf = ({ page }: Playground) => page.locator('tm-tutorial').getByRole('dialog');
const doneIn = (card: Locator) => card.locator('li[data-done]');
const step = (card: Locator, name: string) => card.locator(`li[data-step="${name}"]`);

async function expectDone(card: Locator, ...names: string[]): Promise<void> {
  for (const name of names) await expect(step(card, name)).toHaveAttribute('data-done');
  await expect(doneIn(card)).toHaveCount(names.length);
}

const { 'larger.asm': larger, 'subtract.asm': subtract, 'up.asm': up } = tutorialPrograms();

test('the tutorial ticks off what the reader did, and nothing else', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', '; mine\n    jr $31\n');
  await page.getByRole('button', { name: 'Take the tutorial' }).click();
  const card = cardOf(playground);
  await expect(card.getByRole('heading', { name: 'A difference that tests miss' })).toBeFocused();
  await expect.poll(() => playground.text('right')).toBe(subtract);
  await expectDone(card);
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Run both' }).click();
  await expectDone(card, 'overflow.try');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expectDone(card, 'overflow.try', 'overflow.compare');
  await page.getByRole('button', { name: /^Step through both runs on/ }).click();
  await expectDone(card, 'overflow.try', 'overflow.compare', 'overflow.step');
  // The step is completed by a comparison of the repaired program, not by its text.
  await playground.type('right', `    add $4, $0, $0\n${larger}`);
  await expectDone(card, 'overflow.try', 'overflow.compare', 'overflow.step');
  await playground.toVerdict();
  await playground.compareAnew();
  await expect(step(card, 'overflow.fix')).toHaveAttribute('data-done');
  await expect(card).toContainText('need not fit into 32 bits');
  await expect(card.getByRole('status')).toContainText('done: Repair the right program');

  await card.getByRole('button', { name: 'Next pair' }).click();
  await expect(card.getByRole('heading', { name: 'A loop that is proved' })).toBeFocused();
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
  await openView(page, 'Proof');
  await expectDone(card, 'loop.compare', 'loop.proof');
  await playground.type('right', (up ?? '').replace('$3, $3, $1', '$3, $3, $2'));
  await playground.toVerdict();
  await playground.compareAnew();
  await expectDone(card, 'loop.compare', 'loop.proof', 'loop.mistake');

  // The reader's own programs return for the last lesson.
  await card.getByRole('button', { name: 'Next pair' }).click();
  await expect.poll(() => playground.text('left')).toContain('; mine');
  await playground.type('right', '    add $3, $1, $2\n    jr $31\n');
  await playground.compareAnew();
  await expectDone(card, 'own.compare');
  await openView(page, 'Step');
  await expectDone(card, 'own.compare', 'own.look');
  await expect(card).toContainText('9 of 9 steps done');
  await card.getByRole('button', { name: 'Done' }).click();
  await expect(card).toHaveCount(0);
  await expect.poll(() => playground.text('left')).toContain('; mine');
});

test('the tutorial for ARM64 has its own pairs and its own progress', async ({ playground }) => {
  const { 'larger.s': larger, 'subtract.s': subtract, 'up.s': up } = tutorialPrograms();
  const page = await openArm64(playground);
  await playground.type('left', '// mine\n    br x30\n');
  await page.getByRole('button', { name: 'Take the tutorial' }).click();
  const card = cardOf(playground);
  await expect(card.getByRole('heading', { name: 'A difference that tests miss' })).toBeFocused();
  await expect(card).toContainText('the larger of x0 and x1');
  await expect.poll(() => playground.text('right')).toBe(subtract);
  await expectDone(card);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Run both' }).click();
  await expectDone(card, 'overflow.try');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expectDone(card, 'overflow.try', 'overflow.compare');
  await playground.verdict.getByRole('button', { name: 'Step through' }).click();
  await expectDone(card, 'overflow.try', 'overflow.compare', 'overflow.step');
  await playground.type('right', `    sub x4, x0, x1\n${larger}`);
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await expect(step(card, 'overflow.fix')).toHaveAttribute('data-done');
  await expect(card).toContainText('need not fit into 64 bits');

  await card.getByRole('button', { name: 'Next pair' }).click();
  await expect.poll(() => playground.text('right')).toBe(up);
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await expectDone(card, 'loop.compare');
  await openView(page, 'Proof');
  await expectDone(card, 'loop.compare', 'loop.proof');
  await playground.type('right', (up ?? '').replace('x2, x2, x0', 'x2, x2, x1'));
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expectDone(card, 'loop.compare', 'loop.proof', 'loop.mistake');

  await card.getByRole('button', { name: 'Next pair' }).click();
  await expect.poll(() => playground.text('left')).toContain('// mine');
  await playground.type('right', '    add x0, x0, x1\n    br x30\n');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await openView(page, 'Map');
  await expectDone(card, 'own.compare', 'own.look');
  await expect(card).toContainText('9 of 9 steps done');

  // The tutorial for MIPS has not begun.
  await card.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('combobox', { name: 'Machine' }).selectOption('MIPS');
  await expect(page.locator('tm-app')).toBeVisible();
  await playground.menu('Tutorial');
  await expect(cardOf(playground)).toContainText('0 of 9 steps done');
});

test('a reader who leaves the tutorial finds it as it was, and their work is not lost', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', '; mine\n    jr $31\n');
  await playground.menu('Tutorial');
  const card = cardOf(playground);
  await expect(card.getByRole('heading').first()).toBeVisible();
  await page.getByRole('button', { name: 'Run both' }).click();
  await expectDone(card, 'overflow.try');
  await card.getByRole('button', { name: 'Next pair' }).press('Enter');
  await expect(card.getByRole('heading', { name: 'A loop that is proved' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect.poll(() => playground.text('left')).toContain('; mine');

  await page.reload();
  await page.keyboard.press('F1');
  await page.getByRole('dialog').getByRole('button', { name: 'Tutorial' }).click();
  await expect(card.getByRole('heading', { name: 'A loop that is proved' })).toBeFocused();
  await expect(card).toContainText('1 of 9 steps done');
  await card.getByRole('button', { name: 'Back' }).click();
  await expectDone(card, 'overflow.try');

  // After a reload in the middle, the earlier work is offered.
  await page.reload();
  await expect.poll(() => playground.text('left')).not.toContain('; mine');
  await page.getByRole('button', { name: 'Back to your own work' }).click();
  await expect.poll(() => playground.text('left')).toContain('; mine');
});

test('on a narrow page the tutorial leaves Compare and the places in reach', async ({
  playground,
}) => {
  const { page } = playground;
  await page.setViewportSize({ width: 360, height: 740 });
  await playground.open();
  await playground.menu('Tutorial');
  const card = cardOf(playground);
  await expect(card.getByRole('heading', { name: 'A difference that tests miss' })).toBeFocused();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expectNoViolations(page);
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expectDone(card, 'overflow.compare');
  await card.locator('summary').click();
  await expect(card.getByRole('listitem')).toHaveCount(0);
});
