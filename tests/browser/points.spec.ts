/** Rules for every view of the page: one notation, one line of controls, one screen. */

import { readFileSync } from 'node:fs';

import type { Locator } from '@playwright/test';

import { expect, openView, test, VERDICT } from './playground';

/** The vertical positions of visible controls; positions a pixel or two apart count once. */
async function rows(controls: Locator): Promise<number[]> {
  const middles = await controls.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect())
      .map(({ top, height }) => top + height / 2),
  );
  const sorted = middles.toSorted((a, b) => a - b);
  return sorted.filter((middle, at) => at === 0 || middle - (sorted[at - 1] ?? 0) > 8);
}

test('one witness has one notation in every view', async ({ playground }) => {
  const { page } = playground;
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.open();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  const written = '-2147483598 (0x80000032)';
  await expect(playground.value('$2')).toHaveText(written);
  await expect(playground.verdict.locator('[data-why]')).toBeVisible({ timeout: VERDICT });
  const evidence = page.locator('tm-evidence');
  await openView(page, 'Step');
  await expect(evidence.locator('tm-debugger').getByLabel('$2')).toHaveValue(/^-2147483598$/);
  await openView(page, 'Map');
  await expect(
    evidence.locator('tm-map-legend').getByRole('row', { name: /the witness/ }),
  ).toContainText(written);
  await openView(page, 'Runs');
  await expect(evidence.locator('tm-runs')).toContainText('2147483647 (0x7fffffff)');
});

test('an open loop names its inputs, and the button leaves them out', async ({ playground }) => {
  const { page } = playground;
  const program = (side: string) =>
    readFileSync(
      new URL(`../corpus/oracle/sum_loop_vs_formula.${side}.asm`, import.meta.url),
      'utf8',
    ).replaceAll(/^;@.*\n/gm, '');
  await playground.open();
  await playground.type('left', program('left'));
  await playground.type('right', program('right'));
  await playground.set('Fuel', '60');
  await playground.compare.click();
  await playground.expectVerdict('possibly-equivalent');
  await expect(playground.verdict.locator('h2')).toHaveText(
    /No difference found; not decided for \$1 >= \d+\./,
  );
  await expect(playground.verdict).toContainText('On all other inputs they agree.');
  await playground.verdict.getByRole('button', { name: /^Only \$1 <= \d+$/ }).click();
  await playground.expectVerdict('equivalent');
  await expect(page.locator('tm-contract .given')).toContainText(/\$1 <= \d+/);
});

test('the examples begin with tasks, then contracts, then the papers', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await page.getByRole('button', { name: /^Example/ }).click();
  const groups = page.getByRole('dialog').getByRole('heading', { level: 3 });
  await expect(groups).toHaveText([
    'To begin with',
    'Tasks',
    'Arrays and contracts',
    'Figures of the Tamarin paper',
  ]);
});

test('a proof about a loop fits one screen, and begins with what a person would write', async ({
  playground,
}) => {
  const { page } = playground;
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.open('loop-same');
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await openView(page, 'Proof');
  const lead = page.locator('tm-proof .lead');
  await expect(lead).toHaveText(
    /^\s*After every round:\s+left \$3 = right \$3, right \$1 = input \$1 - left \$4\./,
    { timeout: VERDICT },
  );
  const view = page.getByRole('tabpanel').first();
  expect(await view.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
});

test('each view is a line of controls, and what it shows', async ({ playground }) => {
  const { page } = playground;
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.open();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await playground.verdict.getByRole('button', { name: /^Step through/ }).click();
  const debug = page.locator('tm-debugger');
  await expect(debug.getByRole('slider', { name: 'Position' })).toBeVisible();
  expect(await rows(debug.locator('.transport button'))).toHaveLength(1);

  await openView(page, 'Map');
  const map = page.locator('tm-map');
  await expect(map.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  expect(await rows(map.locator('.bar > :is(label, button)'))).toHaveLength(1);
});
