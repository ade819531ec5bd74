import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { expectNoViolations } from './checks';
import { expect, openView, type Playground, test } from './playground';

async function show(playground: Playground): Promise<Page> {
  const { page } = playground;
  await playground.open('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await openView(page, 'Compiler');
  await expect(page.getByRole('table', { name: 'Words of the left program' })).toBeVisible();
  return page;
}

test('programs are listed with addresses, words, labels, lines and expansions', async ({
  playground,
}) => {
  const page = await show(playground);
  const left = page.getByRole('table', { name: 'Words of the left program' });
  const cells = async (row: number) =>
    (await left.getByRole('row').nth(row).getByRole('cell').allTextContents()).map((cell) =>
      cell.trim(),
    );
  // bne with a number is three words.
  expect(await cells(1)).toEqual([
    ...['0x00', '0x0000e014', '', 'lis $28 +(put in by the assembler)', '2', 'bne $1, 42, end'],
  ]);
  expect((await cells(2))[3]).toContain('.word 42');
  expect(await cells(3)).toEqual(['0x08', '0x143c0001', '', 'bne $1, $28, end', '', '']);
  expect((await cells(5))[2]).toBe('end');

  await left.getByRole('button', { name: 'Go to line 2 of the left program' }).click();
  await expect(playground.editor('left')).toBeFocused();
  await expect(playground.editor('left').locator('.cm-activeLine')).toContainText('bne $1, 42');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save CSV' }).first().click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\r\n').slice(0, 2)).toEqual([
    'address,word,labels,instruction,expanded,line,source',
    '0x00,0x0000e014,,lis $28,yes,2,"bne $1, 42, end"',
  ]);
});

test('a pass is shown by what it changed, line by line', async ({ playground }) => {
  const page = await show(playground);
  await page.getByRole('tab', { name: 'Trace, pass by pass' }).click();
  const table = page.getByRole('table', { name: 'The trace before and after the pass' });
  const changed = (row: string) => table.getByRole('row').filter({ hasText: row });
  // lis becomes an addition.
  await expect(changed('changed').first().locator('del').first()).toHaveText('lis');
  await expect(changed('changed').first().locator('ins').first()).toHaveText('add');

  await page.getByLabel('Pass', { exact: true }).selectOption('desugar → simplify');
  await expect(changed('removed')).toContainText('$31 == 0x8123456c');
  await expect(changed('changed').locator('ins')).toHaveText(['42']);
  await expect(page.getByRole('tabpanel').last()).toContainText('1 line is changed');

  await page.getByLabel('Pass', { exact: true }).selectOption('all passes');
  await expect(table.getByRole('columnheader').first()).toContainText('Before: raw');
  await page.getByLabel('Run', { exact: true }).fill('4');
  await page.getByLabel('Run', { exact: true }).press('Enter');
  await page.getByLabel('Program', { exact: true }).selectOption({ index: 1 });
  await expect(table).toContainText('$2_1');
});

test('the text of a query can be copied and saved', async ({ playground }) => {
  const page = await show(playground);
  await page.getByRole('tab', { name: 'Query text' }).click();
  const panel = page.getByRole('tabpanel', { name: 'Query text' });
  await expect(panel.locator('pre')).toContainText('(check-sat)');
  await expect(panel.getByText('Copy', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^q1\..*\.smt2$/);
  expect(await readFile(await file.path(), 'utf8')).toBe(await panel.locator('pre').textContent());

  await panel.getByLabel('Query', { exact: true }).fill('2');
  await panel.getByLabel('Query', { exact: true }).press('Enter');
  await expect(panel).toContainText('q2.');
  await panel.getByLabel('Query', { exact: true }).fill('99');
  await panel.getByLabel('Query', { exact: true }).press('Enter');
  await expect(panel.getByLabel('Query', { exact: true })).toHaveValue('2');
});

test('the views are loaded when they are first shown', async ({ playground }) => {
  const { page } = playground;
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/\/(compiler|paths)-/.test(request.url())) scripts.push(request.url());
  });
  await playground.open();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  expect(scripts).toEqual([]);
  await openView(page, 'Paths');
  await expect(page.getByRole('tree')).toBeVisible();
  expect(scripts.some((url) => url.includes('/paths-'))).toBe(true);
  expect(scripts.some((url) => url.includes('/compiler-'))).toBe(false);
});

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'light' ? { tag: '@long' } : {};
  test.describe(`in the ${colorScheme} theme`, tag, () => {
    test.use({ colorScheme });

    test('axe finds nothing to complain of in what the compiler saw', async ({ playground }) => {
      const page = await show(playground);
      await expectNoViolations(page);
      await page.getByRole('tab', { name: 'Trace, pass by pass' }).click();
      await expect(page.getByRole('table', { name: /^The trace before/ })).toBeVisible();
      await page.getByLabel('Pass', { exact: true }).selectOption('all passes');
      await expectNoViolations(page);
      await page.getByRole('tab', { name: 'Query text' }).click();
      await expect(page.locator('pre')).toContainText('(check-sat)');
      await expectNoViolations(page);
    });
  });
}
