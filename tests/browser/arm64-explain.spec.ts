import { readFileSync } from 'node:fs';

import type { Locator, Page } from '@playwright/test';

import { back, open, plus } from './arm64';
import { expectNoViolations, overflow } from './checks';
import { DifferenceMap } from './map';
import { expect, type Playground, test, VERDICT } from './playground';

/** The tab, as a user finds its parts. */
class Explanation {
  readonly panel: Locator;
  readonly parting: Locator;
  readonly cause: Locator;
  readonly mend: Locator;
  readonly regions: Locator;

  constructor(readonly page: Page) {
    this.panel = page.locator('tm-arm64-explain');
    this.parting = this.panel.getByRole('region', { name: 'Where the runs part' });
    this.cause = this.panel.getByRole('region', { name: 'Cause' });
    this.mend = this.panel.getByRole('region', { name: 'Suggested fix' });
    this.regions = this.panel.getByRole('region', { name: 'Regions' });
  }

  async expectEnded(): Promise<void> {
    for (const part of [this.parting, this.cause, this.mend, this.regions]) {
      await expect(part).toHaveAttribute('data-state', 'ended', { timeout: VERDICT });
    }
  }
}

/** Compares an example whose programs differ, and asks why. */
async function explain(playground: Playground, example: string): Promise<Explanation> {
  const { page } = playground;
  await open(playground);
  await playground.choose(example);
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await playground.verdict.getByRole('button', { name: 'Explain' }).click();
  const explanation = new Explanation(page);
  await explanation.expectEnded();
  return explanation;
}

const lit = (playground: Playground, side: 'left' | 'right') =>
  playground.editor(side).locator('.cm-cause');

test('why ARM64 programs differ: where the runs part, and a cause that is lit in both editors', {
  tag: '@smoke',
}, async ({ playground }) => {
  const { page, parting, cause } = await explain(playground, 'loop-off-by-one');
  await expect(page.getByRole('tab', { name: 'Why' })).toHaveAttribute('aria-selected', 'true');
  await expect(parting).toContainText(
    'The runs first branch differently at line 14 (b.ge end) on the left: taken, and line 14 (b.gt end) on the right: not taken.',
  );
  await expect(cause).toContainText(
    'Line 14 (b.gt end) on the right should branch where line 14 (b.ge end) on the left does',
  );
  await expect(cause).toContainText(/the programs agree on \d+ inputs tried/);
  await expect(cause).toContainText('This was run, it is not proved for other inputs.');
  const values = cause.getByRole('table', { name: 'On this input' });
  const row = (name: string) =>
    values.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(row('Left, line 14')).toContainText('branches');
  await expect(row('Right, line 14')).toContainText('does not branch');
  await expect(lit(playground, 'left')).toHaveText(/b\.ge/);
  await expect(lit(playground, 'right')).toHaveText(/b\.gt/);
  await expectNoViolations(page);

  await parting
    .getByRole('button', { name: 'Step through both runs from where they part' })
    .click();
  await expect(page.locator('tm-arm64-steps').getByText('They part at position')).toBeVisible();
  // They are lit while the explanation is looked at.
  await expect(lit(playground, 'left')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Why' }).click();
  await expect(lit(playground, 'left')).toHaveText(/b\.ge/);
});

test('a fix is written into an ARM64 program, and undo takes it back', async ({ playground }) => {
  const { page, panel, mend } = await explain(playground, 'loop-off-by-one');
  const before = await playground.text('right');
  await expect(mend).toContainText('Did you mean b.ge in line 14? With it they agree on every');
  await expect(mend).toContainText('The kernel accepted evidence for it.');
  await expect(mend.locator('del')).toHaveText(/^b\.gt /);
  await expect(mend.locator('ins')).toHaveText(/^b\.ge /);
  const write = mend.getByRole('button', { name: 'Write it into the right program' });
  await write.press('Enter');
  await expect(mend.getByRole('status').first()).toContainText('It is in the right program now');
  await expect(panel.getByText('The programs have changed')).toBeVisible();
  expect(await playground.text('right')).toBe(before.replace('b.gt', 'b.ge'));
  await expect(lit(playground, 'right')).toHaveCount(0);

  await playground.editor('right').click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => playground.text('right')).toBe(before);
  await expect(panel.getByText('The programs have changed')).toBeHidden();
  await write.click();
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
  await page.getByRole('tab', { name: 'Why' }).click();
  await expect(panel).toHaveText(/^\s*Show why they agree\s*$/);
  await panel.getByRole('button', { name: 'Show why they agree' }).click();
  await expect(page.getByRole('tab', { name: 'Proof' })).toHaveAttribute('aria-selected', 'true');
});

test('an explanation of ARM64 programs about an array is saved as JSON', async ({ playground }) => {
  const { page, parting, cause, panel } = await explain(playground, 'array-max-start');
  await expect(parting).toContainText(/The runs first .+ at line \d+/);
  await expect(cause.getByRole('table', { name: 'On this input' }).first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save as JSON' }).click();
  const explanation = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  expect(explanation).toMatchObject({
    machine: 'arm64',
    mode: 'usual',
    verdict: 'disequivalent',
    witness: { elements: ['18446744073709551615'] },
    cause: { check: 'all-fix', reference: 'left', proved: null },
  });
  expect(explanation.cause.pairs[0].right.line).toBeGreaterThan(0);
  expect(explanation.parting.left.line).toBeGreaterThan(0);
});

test('the regions of ARM64 programs are listed, counted, stepped through, and drawn over the map', async ({
  playground,
}) => {
  const { page, regions, panel } = await explain(playground, 'signed-unsigned-branch');
  // They differ where exactly one of the numbers is negative: on half of all pairs.
  await expect(regions).toContainText('They differ on 1 of every 2 inputs');
  const rows = regions.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const conditions = await rows.locator('.condition').allTextContents();
  expect(conditions.sort()).toEqual(['x0 < x1 and x0 >=u x1', 'x0 > x1 and x0 <u x1']);
  await expect(regions.getByRole('button', { name: /Leave/ })).toHaveCount(0);
  const table = page.waitForEvent('download');
  await regions.getByRole('button', { name: 'Regions as CSV' }).click();
  const lines = readFileSync(await (await table).path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe('kind,condition,x0,x1,left,right,wraps');
  expect(lines).toHaveLength(3);
  const whole = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save as JSON' }).click();
  const saved = JSON.parse(readFileSync(await (await whole).path(), 'utf8'));
  expect(saved.regions).toMatchObject({ exact: true, count: String(2n ** 127n) });
  expect(saved.witness.unique).toBe(false);

  await rows
    .first()
    .getByRole('button', { name: /^Step through/ })
    .click();
  await expect(page.locator('tm-arm64-steps')).toContainText('They part at position');
  await page.getByRole('tab', { name: 'Why' }).click();
  await regions.getByRole('button', { name: 'See them on the map' }).click();
  const map = new DifferenceMap(page);
  await map.expectDone();
  const cells = (await map.counts())['results-differ'];
  await expect(map.panel).toContainText(
    `Outlined: ${cells} cells whose sample is in one of the 2 regions`,
  );
  const picture = () =>
    map.panel.locator('canvas').evaluate((it) => (it as HTMLCanvasElement).toDataURL());
  const outlined = await picture();
  await map.panel.getByLabel('Regions of the explanation').uncheck();
  await expect(map.panel.getByText('Outlined:')).toBeHidden();
  expect(await picture()).not.toBe(outlined);
});

test('before a comparison and after another one the tab says what it is about', async ({
  playground,
}) => {
  const page = await open(playground);
  const { panel, parting, mend, cause } = new Explanation(page);
  await page.getByRole('tab', { name: 'Why' }).click();
  await expect(panel).toContainText('Compare the programs first.');
  await playground.type('left', plus(1));
  await playground.type('right', plus(2));
  await playground.compareAnew();
  await page.getByRole('tab', { name: 'Why' }).click();
  await expect(mend).toContainText('.8byte 1');
  await expect(parting).toContainText('on the right: 2.');
  // Another difference has another explanation.
  await playground.type('right', `    sub x0, x0, x1\n${back}`);
  await expect(panel.getByText('The programs have changed')).toBeVisible();
  await playground.compareAnew();
  await page.getByRole('tab', { name: 'Why' }).click();
  await expect(parting).toContainText('sub x0, x0, x1');
  await expect(cause).toHaveAttribute('data-state', 'ended', { timeout: VERDICT });
});

test('on a phone, in the dark, an explanation is not cut', async ({ playground }) => {
  const { page } = playground;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await explain(playground, 'loop-off-by-one');
  expect(await overflow(page)).toBe(0);
  await expectNoViolations(page);
});
