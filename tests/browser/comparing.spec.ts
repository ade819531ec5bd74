import { expect, factoring, nothing, test } from './playground';

test('the table of runs is the paper’s Fig. 5, with every run in detail', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  const rows = page.getByRole('table', { name: 'Runs of both programs' }).getByRole('row');
  const cells = async (row: number) =>
    (await rows.nth(row).getByRole('cell').allTextContents()).map((cell) =>
      cell.replace(/\s+/g, ' ').trim(),
    );
  await expect(rows).toHaveCount(5);
  expect((await cells(1)).slice(0, 4)).toEqual(['P₁', 'P₂', '1', '1']);
  expect((await cells(1)).slice(5)).toEqual(['2', '2']);
  expect((await cells(2)).slice(0, 4)).toEqual(['P₂', 'P₁', '1', '1']);
  expect((await cells(3)).slice(5)).toEqual(['43', '43']);
  expect((await cells(4)).slice(0, 4)).toEqual(['P₂', 'P₁', '1', '100']);
  expect((await cells(4)).slice(5)).toEqual(['201', '101 (differ)']);

  await page.getByRole('button', { name: 'Details of run 4' }).click();
  const details = page.getByRole('region', { name: 'Details of run 4' });
  await details.getByRole('tab', { name: 'raw' }).click();
  await expect(details.getByRole('tabpanel').locator('pre')).toContainText('add $3, $1, $2');
  await details.getByRole('tab', { name: 'ssa' }).click();
  await expect(details.getByRole('tabpanel').locator('pre')).not.toBeEmpty();
  await details.getByRole('tab', { name: 'Query' }).click();
  await expect(details.getByRole('tabpanel').locator('pre')).toContainText('(check-sat)');
  await details.getByLabel('Program').selectOption({ index: 0 });
  await details.getByRole('tab', { name: 'raw' }).click();
  await expect(details.getByRole('tabpanel').locator('pre')).toContainText('lis $28, 42');
});

test('queries are shown with their answers and their text', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await page.getByRole('tab', { name: /^Queries/ }).click();
  const table = page.getByRole('table', { name: 'Questions to the solver' });
  await expect(table).toContainText('yes: $1 = 1, $2 = 100');
  await page.getByRole('button', { name: 'Details of query 1' }).click();
  await expect(table.locator('pre')).toContainText('(check-sat)');
});

test('a fault is told in words', async ({ playground }) => {
  await playground.open();
  await playground.type('left', '    div $1, $2\n    mflo $3\n    jr $31\n');
  await playground.type('right', '    lis $3\n    .word 1\n    jr $31\n');
  await playground.page.getByLabel('$1').fill('1');
  await playground.page.getByLabel('$2').fill('1');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(playground.verdict).toContainText('fault');
});

test('a run that does not stop is told in words', async ({ playground }) => {
  await playground.open();
  await playground.type('left', 'again:\n    beq $0, $0, again\n');
  await playground.type('right', nothing);
  await playground.compare.click();
  await expect(playground.verdict).toBeVisible();
  await expect(playground.page.getByRole('table', { name: 'Runs of both programs' })).toContainText(
    'out of fuel',
  );
});

test('Stop stops while z3 is at work, and the page goes on', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', factoring);
  await playground.type('right', nothing);
  await page.getByText('More options').click();
  await page.getByLabel('Limit of a query').fill('4294967295');
  await playground.compare.click();
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText(/Query \d+/);
  await playground.stop.click();
  await expect(playground.verdict).toContainText(/stopped/i);

  await playground.choose('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
});

test('Stop stops while the engine itself is at work, and the page goes on', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', 'again:\n    beq $1, $0, again\n    beq $0, $0, again\n');
  await playground.type('right', nothing);
  await page.getByLabel('Fuel').fill('1000000');
  await page.getByLabel('Depth').fill('1000');
  await playground.compare.click();
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
  await playground.stop.click();
  await expect(playground.verdict).toContainText(/stopped/i);

  await playground.choose('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
});

test('a verdict is told to be of other programs once they have changed', async ({ playground }) => {
  await playground.open();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(playground.verdict).not.toContainText('have changed');
  await playground.type('left', nothing);
  await expect(playground.verdict).toContainText('have changed');
});
