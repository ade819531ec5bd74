import { expect, factorial, factoring, nothing, openView, test } from './playground';

test('the table of runs is the Tamarin paper’s Fig. 5, with every run in detail', {
  tag: '@smoke',
}, async ({ playground }) => {
  const { page } = playground;
  await playground.open('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await openView(page, 'Runs');
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
  await playground.open('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await openView(page, 'Queries');
  const table = page.getByRole('table', { name: 'Questions to the solver' });
  await expect(table).toContainText('yes: $1 = 1, $2 = 100');
  await expect(table).toContainText('by bitblast');
  await page.getByRole('button', { name: 'Details of query 1' }).click();
  await expect(table.locator('pre')).toContainText('(check-sat)');
});

test('a fault is told in words', async ({ playground }) => {
  await playground.open();
  await playground.type('left', '    div $1, $2\n    mflo $3\n    jr $31\n');
  await playground.type('right', '    lis $3\n    .word 1\n    jr $31\n');
  await playground.set('$1', '1');
  await playground.set('$2', '1');
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
  const { page } = playground;
  await openView(page, 'Runs');
  await expect(page.getByRole('table', { name: 'Runs of both programs' })).toContainText(
    'runs for ever',
  );
  await playground.toVerdict();
  await expect(playground.value('Left ends')).toHaveText('runs for ever');
});

test('programs that run for ever on the same inputs are told so', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', 'again:\n    beq $1, $0, again\n    add $3, $2, $0\n    jr $31\n');
  const other =
    '    lis $4\n    .word 0\nspin:\n    beq $1, $4, spin\n    sub $3, $2, $4\n    jr $31\n';
  await playground.type('right', other);
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await playground.verdict.getByText('How this was found').click();
  const bar = page.getByRole('list', { name: 'How the pairs of paths came out' });
  await expect(bar).toContainText('1 pair of paths on which both programs run for ever');
  await expect(playground.verdict).toContainText('both fault, or neither ever stops.');
  await playground.type('right', 'spin:\n    beq $0, $0, spin\n');
  await playground.type('left', 'turn:\n    add $3, $3, $1\n    beq $0, $0, turn\n');
  await playground.compare.click();
  await expect(playground.verdict).toContainText('Both programs run for ever');
});

test('Stop stops while z3 is at work, and the page goes on', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', factoring);
  await playground.type('right', nothing);
  await playground.select('Solver', 'z3');
  await playground.set('Effort for a query', '4294967295');
  await playground.compare.click();
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText(/Query \d+/);
  await playground.stop.click();
  await expect(playground.verdict).toContainText(/stopped/i);

  await playground.choose('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
});

test('Stop stops while the built-in solver is at work, and the page goes on', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', factoring);
  await playground.type('right', nothing);
  await playground.select('Solver', 'bitblast');
  await playground.set('Effort for a query', '4294967295');
  await playground.compare.click();
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText(/Query \d+/);
  await playground.stop.click();
  await expect(playground.verdict).toContainText(/stopped/i);

  // During a query the engine handles no messages, so it is terminated. The open places are those reported until then,
  // with the query that was running.
  const summary = playground.verdict.getByText(
    /^Open so far: \d+ places?, and all that was not reached yet$/,
  );
  await playground.verdict.getByText('How this was found').click();
  const [, number] = ((await summary.textContent()) ?? '').match(/: (\d+)/) ?? [];
  await summary.click();
  const places = playground.verdict.locator('.open-places li');
  await expect(places).toHaveCount(Number(number));
  for (const place of await places.allTextContents()) {
    expect(place.trim()).toMatch(
      /^(Not tried|Undecided by the solver): .*from the run on \$1 = [^,]+, \$2 = [^,]+\)\.$/,
    );
  }
  await expect(playground.verdict).toContainText('Under way: ');

  await playground.choose('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
});

test('Stop stops while the engine itself is at work, and the page goes on', {
  tag: '@long',
}, async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  // As many paths as numbers of iterations, each of them long.
  await playground.type('left', factorial('up'));
  await playground.type('right', factorial('down'));
  await playground.set('Fuel', '1000000');
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

test('pairs of paths are shown with both paths, and what a proof rests on', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.choose('rare-pair-same');
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict).toContainText('Proved for every input.');
  await expect(playground.verdict).toContainText('model of the machine');
  await expect(playground.verdict).toContainText('3 pairs of paths');
  await openView(page, 'Runs');
  const table = page.getByRole('table', { name: 'Runs of both programs' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Run',
    '$1',
    '$2',
    'Path of P₁',
    'Path of P₂',
    'P₁ $3',
    'P₂ $3',
  ]);
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table).toContainText('$1 != 42');
  await page.getByRole('button', { name: 'Details of run 1' }).click();
  const details = page.getByRole('region', { name: 'Details of run 1' });
  await details.getByLabel('Program').selectOption({ index: 1 });
  await expect(details).toContainText('The path of the right program');
});

test('a question about results says so, with who answered', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.select('Search', 'product');
  // A square modulo 4 equals its root modulo 2.
  await playground.type(
    'left',
    '    lis $4\n    .word 4\n    mult $1, $1\n    mflo $3\n    divu $3, $4\n    mfhi $3\n    jr $31\n',
  );
  await playground.type(
    'right',
    '    lis $4\n    .word 2\n    divu $1, $4\n    mfhi $3\n    jr $31\n',
  );
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict).toContainText('1 by bitblast');
  await openView(page, 'Queries');
  const table = page.getByRole('table', { name: 'Questions to the solver' });
  await expect(table).toContainText('results that differ');
  await expect(table).toContainText('by bitblast');
  await page.getByRole('button', { name: 'Details of query 1' }).click();
  await expect(table.locator('pre')).toContainText('(check-sat)');
});

test('a claim within the fuel names the fuel, and a difference of the first inputs is told', {
  tag: '@long',
}, async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', factorial('up'));
  await playground.type('right', factorial('down'));
  await playground.set('Fuel', '100');
  await playground.compare.click();
  await playground.expectVerdict('equivalent-up-to');
  await expect(playground.verdict).toContainText('within 100 steps');
  await expect(playground.verdict).toContainText(/\d+ out of fuel/);

  await playground.choose('call');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  // The input from the fixed list has a run that can be shown.
  await openView(page, 'Runs');
  await page.getByRole('button', { name: 'Details of run 1' }).click();
  await expect(page.getByRole('tab', { name: 'raw' })).toBeVisible();
});
