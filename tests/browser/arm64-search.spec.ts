/** What a comparison of ARM64 programs has done: its runs, paths and queries. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { back, open } from './arm64';
import { expectNoViolations, overflow } from './checks';
import { commandLine } from './command-line';
import { expect, openView, type Playground, test, VERDICT } from './playground';

/** A number, which a branch that is not taken steps over. */
const constant = (register: string, value: number) =>
  `    ldr ${register}, 8\n    b 12\n    .8byte ${value}\n`;

/** Gives 0 instead of x0 if three times x0 is 37035, which no sample is. */
const hidden = `${constant('x3', 3)}${constant('x5', 37035)}    mul x4, x0, x3
    cmp x4, x5
    b.ne end
    sub x0, x0, x0
end:
${back}`;

async function compared(playground: Playground): Promise<Page> {
  const page = await open(playground);
  await compare(playground);
  return page;
}

async function compare(playground: Playground): Promise<void> {
  await playground.type('left', back);
  await playground.type('right', hidden);
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
}

test('runs have their inputs, results and conditions, and can be stepped through', {
  tag: '@smoke',
}, async ({ playground }) => {
  const page = await open(playground);
  await openView(page, 'Runs');
  await expect(page.getByText('Compare the programs first. This tab lists')).toBeVisible();
  await compare(playground);
  await openView(page, 'Runs');
  const table = page.getByRole('table', { name: /^Runs of both programs/ });
  const rows = table.locator('tbody tr');
  await expect(rows.first()).toContainText('a sample');
  const last = rows.last();
  await expect(last).toHaveClass(/differ/);
  await expect(last.getByRole('cell')).toContainText([
    '12345',
    '0',
    '',
    'x0 == 12345',
    '12345',
    '0',
  ]);
  await last.getByRole('button').click();
  const details = page.getByRole('region', { name: /^Details of run/ });
  await expect(details).toContainText('The path of the left program: 0 conditions');
  await details.getByLabel('Program').selectOption('right');
  await expect(details.locator('pre')).toHaveText('x0 == 12345');
  await expectNoViolations(page);
  await details.getByRole('button', { name: /^Step through both runs on x0 = 12345/ }).click();
  const steps = page.locator('tm-arm64-steps');
  await expect(steps.getByLabel('x0', { exact: true })).toHaveValue('12345');
});

test('queries have a condition, an answer, and the input that it led to', async ({
  playground,
}) => {
  const page = await compared(playground);
  await openView(page, 'Queries');
  const table = page.getByRole('table', { name: /^Questions to the solver/ });
  const met = table.locator('tr.sat', { hasText: 'yes: x0 = 12345' }).first();
  await expect(met).toContainText('x0 == 12345');
  await expect(met).toContainText('sat, by the SAT solver');
  await met.getByRole('button').click();
  const text = page.getByRole('region', { name: 'SMT-LIB text' });
  await expect(text).toContainText('(check-sat)');
  // Another solver gives the same answer.
  const smt = (await text.textContent()) ?? '';
  const z3 = spawnSync('z3', ['-in'], { input: smt, encoding: 'utf8' });
  expect(z3.stdout).toMatch(/^sat\n\(\(x0 #x0000000000003039\)\)/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^query-\d+\.smt2$/);
  expect(await readFile(await file.path(), 'utf8')).toBe(smt);
  await expectNoViolations(page);

  // Where both do the same, no input makes the results differ.
  await playground.type('right', `    add x0, x0, xzr\n${back}`);
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
  await openView(page, 'Queries');
  const none = table.locator('tr.unsat').first();
  await expect(none).toContainText('results that differ: the left result or output');
  await expect(none).toContainText('no');
});

test('the tree of paths has the branch that differs, its instruction and its query', async ({
  playground,
}) => {
  const page = await compared(playground);
  await openView(page, 'Paths');
  const tree = page.getByRole('tree', { name: 'Path tree' });
  await expect(tree.getByRole('treeitem')).toHaveCount(3);
  await tree.getByRole('treeitem', { name: /x0 != 12345, agree/ }).click();
  const details = page.getByRole('region', { name: 'The chosen node' });
  await expect(details).toContainText('Both programs do the same');
  await expect(details).toContainText('(taken)');
  await tree.getByRole('treeitem', { name: /x0 == 12345, differ, 12345 ≠ 0/ }).click();
  await expect(details).toContainText('b.ne end');
  await expect(details).toContainText('(not taken)');
  await expect(details).toContainText('x0 = 12345');
  await details.getByText(/^Query \d+ asked for this way/).click();
  await expect(details).toContainText('sat, by the SAT solver');
  await details.getByRole('button', { name: 'Go to line 9 of the right program' }).click();
  await expect(playground.editor('right')).toBeFocused();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  const table = page.getByRole('table', { name: 'The nodes of the path tree' });
  await expect(table.locator('tr.differ')).toContainText('x0 = 12345');
});

test('an array is one column, and each view fits a phone', async ({ playground }) => {
  const page = await open(playground);
  await playground.choose('array-max-start');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  for (const [view, seen] of [
    ['Runs', page.getByRole('cell', { name: /^a = \[/ }).first()],
    ['Paths', page.getByRole('tree', { name: 'Path tree' })],
    ['Queries', page.getByText('No query was needed so far.')],
  ] as const) {
    await openView(page, view);
    await expect(seen).toBeVisible({ timeout: VERDICT });
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflow(page), view).toBeLessThanOrEqual(0);
    await expectNoViolations(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
});

/** How far tables can be scrolled sideways. */
const sideways = (page: Page) =>
  page
    .locator('.scroll')
    .evaluateAll((all) => Math.max(...all.map((it) => it.scrollWidth - it.clientWidth)));

test('on a phone a row of runs and queries is a block, with the names of its columns', async ({
  playground,
}) => {
  const page = await compared(playground);
  await page.setViewportSize({ width: 390, height: 800 });
  for (const view of ['Runs', 'Queries'] as const) {
    await openView(page, view);
    const table = page.getByRole('table');
    await expect(table).toBeVisible();
    expect(await sideways(page), view).toBe(0);
    expect(await overflow(page), view).toBeLessThanOrEqual(0);
    await table
      .getByRole('button', { name: /^Details of/ })
      .last()
      .click();
    const detail = table.locator('tr.detail');
    // The bar at the foot of the page covers what is below it.
    await detail.evaluate((it) => it.scrollIntoView({ block: 'center' }));
    expect(await sideways(page), view).toBe(0);
    await expectNoViolations(page);
  }
  // It is a table for whoever does not see it.
  const row = page.getByRole('row', { name: /12345/ }).first();
  await expect(row.getByRole('cell').first()).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('columnheader').first()).toBeVisible();
});

test('the compiler’s view has the words of WLP4 beside its lines, and the text of queries', async ({
  playground,
}) => {
  const page = await open(playground);
  const source = 'long wain(long a, long b) {\n  return a + b;\n}\n';
  await playground.type('left', source);
  await page.locator('tm-editor[data-side=left] tm-files select').selectOption('stack');
  await playground.type('right', `    add x0, x0, x1\n${back}`);
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await openView(page, 'Compiler');
  const left = page.getByRole('table', { name: 'Words of the left program' });
  await expect(left.getByRole('row').nth(4)).toBeVisible();
  const rows = await left
    .getByRole('row')
    .evaluateAll((all) =>
      all
        .slice(1)
        .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
    );
  // The command line compiles the same words.
  const folder = test.info().outputPath('compiled');
  mkdirSync(folder, { recursive: true });
  const [from, to] = ['main.wlp4', 'main.s'].map((name) => join(folder, name)) as [string, string];
  writeFileSync(from, source);
  writeFileSync(to, commandLine('asm', '--emit', 'stack', from));
  const listing = commandLine('asm', to, '--machine', 'arm64');
  expect(rows.length).toBeGreaterThan(3);
  for (const [, word = ''] of rows) expect(listing).toContain(word.replace('0x', ''));
  expect(rows.map((cells) => cells[5])).toContain('return a + b;');
  await left.getByRole('button', { name: 'Go to line 2 of the left program' }).first().click();
  await expect(playground.editor('left')).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Trace, pass by pass' })).toBeHidden();
  await expectNoViolations(page);
  await page.getByRole('tab', { name: 'Query text' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Query text' })).toContainText('(check-sat)');
});
