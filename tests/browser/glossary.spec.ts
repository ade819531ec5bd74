import { glossary } from '../../scripts/lib/documents.mjs';
import { expectNoViolations, overflow } from './checks';
import { expect, test } from './playground';

const textOf = (term: string) => {
  const entry = glossary().find((one) => one.term === term);
  if (!entry) throw new Error(`docs/glossary.md has no ${term}`);
  return entry.text.replaceAll('`', '');
};

test('a term of the verdict opens what docs/glossary.md says of it, by the keyboard and offline', async ({
  playground,
}) => {
  const { page, verdict } = playground;
  await playground.open('loop-same');
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  const invariant = verdict.getByRole('button', { name: 'invariant', exact: true });
  await expect(invariant).toBeVisible();
  // Nothing more is loaded for the verdict.
  await expect(verdict.locator('[data-checked], [data-checking="none"]')).toBeVisible({
    timeout: 30_000,
  });
  // The whole glossary came with the first term.
  await page.route('**/*', (route) => route.abort());

  await invariant.focus();
  await page.keyboard.press('Enter');
  const shown = page.getByRole('dialog', { name: `Invariant: ${textOf('Invariant')}` });
  await expect(shown).toBeFocused();
  await expect(shown).toContainText(textOf('Invariant').split(',')[0] ?? '');
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(shown).toHaveCount(0);
  await expect(invariant).toBeFocused();

  // A click elsewhere closes it, too.
  await invariant.click();
  await expect(shown).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(shown).toHaveCount(0);
});

test('on a narrow page a term fits into the window, in a dialog as well', async ({
  playground,
}) => {
  const { page } = playground;
  await page.setViewportSize({ width: 320, height: 640 });
  await playground.open();
  await playground.inPanel(async (panel) => {
    const solver = panel.getByRole('button', { name: 'solver', exact: true }).first();
    await solver.click();
    const shown = page.getByRole('dialog', { name: /^Solver:/ });
    await expect(shown).toBeFocused();
    const box = await shown.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 320).toBe(true);
    await page.keyboard.press('Escape');
    await expect(solver).toBeFocused();
  });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test('the menu and each term lead to the list of all terms', async ({ playground }) => {
  const { page, verdict } = playground;
  await playground.open();
  await playground.menu('Glossary');
  const list = page.getByRole('dialog', { name: 'Glossary' });
  await expect(list.getByRole('term')).toHaveText(glossary().map(({ term }) => term));
  await expectNoViolations(page);
  await page.keyboard.press('Escape');

  await playground.choose('rare-pair-same');
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await verdict.getByRole('button', { name: 'solver', exact: true }).click();
  await page.getByRole('button', { name: 'All terms' }).click();
  await expect(list.getByRole('definition').filter({ hasText: textOf('Witness') })).toHaveCount(1);
});
