import { readFileSync } from 'node:fs';

import { open } from './arm64';
import { expectNoViolations, overflow } from './checks';
import { expect, openView, type Playground, test, VERDICT } from './playground';

const text = (name: string, side: string) =>
  readFileSync(new URL(`../corpus/arm64/versions/${name}.${side}.s`, import.meta.url), 'utf8');

/** Compares two versions of the corpus, and opens the view. */
async function compare(playground: Playground, name: string, verdict: string) {
  const page = await open(playground);
  await playground.type('left', text(name, 'left'));
  await playground.type('right', text(name, 'right'));
  await playground.compare.click();
  await playground.expectVerdict(verdict);
  await openView(page, 'Versions');
  const panel = page.getByRole('group', { name: 'Versions' });
  await expect(panel).toHaveAttribute('data-state', 'ended', { timeout: VERDICT });
  return { page, panel };
}

test('versions of an ARM64 program: which procedures changed, and what that does', {
  tag: '@smoke',
}, async ({ playground }) => {
  const { page, panel } = await compare(playground, 'difference-not-reached', 'equivalent');
  await expect(panel.locator('.verdict')).toHaveText('equal');
  const procedures = panel.getByRole('table', { name: 'Procedures' });
  const row = (name: string) => procedures.getByRole('row').filter({ hasText: name });
  await expect(row('main code').first()).toContainText('the same 15 instructions');
  await expect(row('larger').last()).toContainText(
    'On x1 = -1 the old one leaves x0 = 0 and the new one leaves x0 = -1. Called by main code.',
  );
  // Both texts side by side, and what has not changed folded.
  const lines = panel.getByRole('region', { name: 'Lines of larger' });
  const changed = lines.locator('tr[data-mark=changed]');
  await expect(changed).toHaveCount(1);
  await expect(changed.locator('td.old')).toHaveText(/25\s*b\.ge/);
  await expect(changed.locator('td.recent')).toHaveText(/25\s*b\.hs/);
  await expect(panel.locator('details').first()).toContainText('What the marks mean');
  await procedures.getByRole('button', { name: 'Go to the lines of larger' }).click();
  await expect(panel.getByRole('heading', { name: 'larger' })).toBeFocused();
  await expectNoViolations(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  const saved = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save as JSON' }).click();
  const report = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  expect(report.verdict).toBe('equal');
  expect(report.procedures[1]).toMatchObject({ old: 'larger', by: 'contract' });
  expect(report.comparison.machine).toBe('arm64');
});

test('a difference between versions is stepped through', async ({ playground }) => {
  const { page, panel } = await compare(playground, 'changed-constant', 'disequivalent');
  await expect(panel.locator('.verdict')).toHaveText('different');
  await panel.getByRole('button', { name: 'Step through' }).click();
  await expect(page.locator('tm-arm64-steps')).toContainText('They part at position');
  await playground.type('left', text('inlined', 'left'));
  await openView(page, 'Versions');
  await expect(panel).toContainText('The programs have changed since they were compared');
});
