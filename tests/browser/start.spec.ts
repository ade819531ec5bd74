import { readFileSync } from 'node:fs';
import { corpus } from '../wasm/corpus';
import { expectNoViolations } from './checks';
import { expect, factorial, factoring, nothing, openView, test } from './playground';

const first = corpus.find(({ order }) => order === 0);
if (!first) throw new Error('tests/corpus has no example to begin with');

test('the page opens with a question that is not answered yet, and a search that can prove', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  expect(await playground.text('left')).toBe(first.left);
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('Tamarin Playground');
  await expect(page.locator('tm-about-example')).toContainText('Find out whether');
  // One question, and a first answer to it that proves nothing.
  await expect(page.locator('tm-contract')).toContainText(
    'Do these two programs give the same $3 and output for every $1, $2?',
  );
  const trial = page.locator('tm-try');
  await expect(trial.getByRole('status')).toContainText(/P₁: \$3 = 2\s*P₂: \$3 = 2\s*the same/);
  await expect(trial.getByRole('status')).toContainText('1 of 2⁶⁴ inputs tried.');
  await expect(page.locator('tm-contract .badge')).toHaveCount(0);
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(playground.verdict.locator('.badge')).toHaveCount(0);
  await expect(playground.value('$2')).toHaveText('-2147483598 (0x80000032)');
  await expect(playground.verdict).toContainText('$2 = -2147483598 (0x80000032) the left program');
  // Without a click: on how many inputs, why, and an example of the largest region.
  await expect(playground.verdict.locator('h2')).toContainText('They differ on about 1 of every 4');
  await expect(playground.verdict.locator('[data-why]')).toContainText(
    /Line 7 on the right, \$1 \+ \$2, overflows 32 bits on all but about 1 of every 2³⁰ inputs on which they differ/,
  );
  await expect(playground.verdict.locator('tbody tr')).toHaveCount(2);
  await expect(playground.verdict.getByText('How this was found')).toBeVisible();
});

test('both programs are there before their editors, which come where they are wanted', async ({
  playground,
}) => {
  const { page } = playground;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const editors = () => asked.filter((url) => /codemirror|text-editor/.test(url));
  // The test decides when the engine has loaded.
  let letEngineCome = () => {};
  const comes = new Promise<void>((resolve) => {
    letEngineCome = resolve;
  });
  await page.route('**/tamarin_bg*.wasm', async (route) => {
    await comes;
    await route.continue();
  });
  await page.goto('./');
  const plain = page.getByRole('group', { name: /^Left program/ });
  await expect(plain).toContainText(first.left.trim().split('\n').at(-1) ?? '');
  await expect(plain.locator('pre').last()).toHaveText(first.left, { useInnerText: true });
  await expectNoViolations(page);
  expect(editors()).toEqual([]);

  // A click into the second line, and one types there.
  const text = plain.locator('pre').last();
  const height = (await text.boundingBox())?.height ?? 0;
  const lines = first.left.replace(/\n$/, '').split('\n').length;
  await text.click({ position: { x: 60, y: (1.5 * height) / lines } });
  await expect(playground.editor('left')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.insertText(' ; here');
  const typed = first.left.split('\n');
  typed[1] += ' ; here';
  expect(await playground.text('left')).toBe(typed.join('\n'));
  await expect(playground.editor('right')).toHaveCount(0);

  // The keyboard finds the other one.
  await page.getByRole('group', { name: /^Right program/ }).focus();
  await expect(playground.editor('right')).toBeFocused();
  letEngineCome();
  await expect(page.getByText('Not checked yet')).toHaveCount(0);
  expect(await playground.text('left')).toBe(typed.join('\n'));
});

test('the Tamarin paper’s search bears a badge, and its answer leads to one for all inputs', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.select('Search', 'the Tamarin paper’s search');
  await expect(page.locator('tm-contract .badge')).toHaveText(
    'The Tamarin paper’s search: no proof',
  );
  await playground.compare.click();
  await playground.expectVerdict('possibly-equivalent');
  await expect(playground.verdict.locator('.badge')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Decide for all inputs' }).click();
  await playground.expectVerdict('disequivalent');
  await expect(page.locator('.badge')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Decide for all inputs' })).toHaveCount(0);

  // An input on which they differ is a proof, whatever found it.
  await playground.choose('fig05');
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await expect(page.locator('tm-contract .badge')).toHaveCount(1);
  await expect(playground.verdict.locator('.badge')).toHaveCount(0);
});

test('options that an example set go back when its text is replaced', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.choose('fig05');
  await playground.expectOption('$1', '1');
  await playground.set('Fuel', '777');
  // A change to an example's text keeps its options.
  await playground.editor('left').click();
  await page.keyboard.insertText(' ');
  await expect(page.locator('tm-contract .badge')).toHaveCount(1);
  await playground.type('left', '    add $3, $1, $1\n    jr $31\n');
  await playground.type('right', '    add $3, $1, $2\n    jr $31\n');
  await playground.expectOption('$1', '42');
  await expect(page.locator('tm-contract .badge')).toHaveCount(0);
  // The reader's own options are kept.
  await playground.expectOption('Fuel', '777');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
});

test('a search that the reader chose is not taken back', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.select('Search', 'the Tamarin paper’s search');
  await playground.type('left', nothing);
  await playground.type('right', nothing);
  await expect(page.locator('tm-contract .badge')).toHaveCount(1);
});

const headline = 'h2';

test('that both always fault is no agreement', async ({ playground }) => {
  await playground.open();
  await playground.type('left', '    add $3, $1, $2\n    div $1, $0\n    jr $31\n');
  await playground.type('right', '    add $3, $2, $1\n    div $1, $0\n    jr $31\n');
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict.locator(headline)).toContainText('fault on every input.');
  await expect(playground.verdict.locator(headline)).not.toContainText('agree');
  await expect(playground.verdict).toHaveClass(/open/);
  await expect(playground.verdict).toContainText('with a fault on both sides');
  await expectNoViolations(playground.page);
});

test('that no program writes $3, or that no run ended, is said first', async ({ playground }) => {
  await playground.open();
  await playground.type('left', '    add $4, $1, $2\n    jr $31\n');
  await playground.type('right', '    sub $4, $1, $2\n    sw $3, -4($30)\n    jr $31\n');
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict.locator(headline)).toContainText('Neither program writes $3');

  await playground.type('left', 'again:\n    beq $0, $0, again\n');
  await playground.type('right', 'again:\n    bne $1, $0, again\n    beq $0, $0, again\n');
  await playground.compare.click();
  await expect(playground.verdict.locator(headline)).toContainText(
    'Both programs run for ever on every input',
  );
  await expect(playground.verdict).toHaveClass(/open/);

  // They stop, but after more steps than are run.
  const counting = (counter: string) =>
    `    lis $5\n    .word 1\nagain:\n    add ${counter}, ${counter}, $5\n    bne ${counter}, $0, again\n    add $3, $1, $2\n    jr $31\n`;
  await playground.type('left', counting('$4'));
  await playground.type('right', counting('$6'));
  await playground.compare.click();
  await expect(playground.verdict.locator(headline)).toContainText(
    'No input is known on which both programs stop',
  );
  await expect(playground.verdict).toHaveClass(/open/);

  // Green is for programs that stop on at least one input.
  await playground.type('left', '    add $3, $1, $2\n    jr $31\n');
  await playground.type('right', '    add $3, $2, $1\n    jr $31\n');
  await playground.compare.click();
  await expect(playground.verdict.locator(headline)).toContainText('Proved for every input.');
  await expect(playground.verdict).toHaveClass(/same/);
});

test('an answer of other programs is dimmed, also beside “not compared”', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  await playground.type('left', '    addd $3, $1, $2\n');
  await playground.compare.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not compared' })).toBeVisible();
  await expect(page.locator('[data-stale]')).toHaveCount(1);
  await expect(playground.verdict.locator(headline)).toContainText('Before the change:');
  await expectNoViolations(page);
});

test('going on runs nothing twice, and nothing is said to have changed', { tag: '@long' }, async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', factorial('up'));
  await playground.type('right', factorial('down'));
  await playground.set('Fuel', '100');
  await playground.compare.click();
  await playground.expectVerdict('equivalent-up-to');
  await page.getByRole('button', { name: 'Go on with higher limits' }).click();
  await playground.expectOption('Fuel', '800');
  await playground.expectVerdict('equivalent-up-to');
  await expect(playground.verdict).toContainText('within 800 steps');
  await expect(playground.verdict).not.toContainText('have changed');
  await openView(page, 'Runs');
  const rows = page.getByRole('table', { name: 'Runs of both programs' }).getByRole('row');
  const inputs = await rows.evaluateAll((all) =>
    all.flatMap((row) => {
      const cells = [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim());
      return cells.length > 2 ? [cells.slice(0, 2).join(' ')] : [];
    }),
  );
  expect(inputs.length).toBeGreaterThan(20);
  expect(new Set(inputs).size).toBe(inputs.length);
});

test('a loop whose proof takes long has an answer meanwhile, and can be narrowed', async ({
  playground,
}) => {
  const { page } = playground;
  const text = (side: string) =>
    readFileSync(new URL(`../corpus/families/steps-1-stack.${side}.asm`, import.meta.url), 'utf8');
  await playground.open();
  await playground.type('left', text('left'));
  await playground.type('right', text('right'));
  await playground.compare.click();
  const soFar = page.locator('tm-verdict');
  await expect(soFar.locator(headline)).toContainText(
    'No difference found so far; not decided for $1 >= 2.',
  );
  await expect(soFar).toContainText('On all other inputs they agree.');
  await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Only $1 <= 1' }).click();
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict).toContainText('Proved for every input with $1 <= 1.');
});

test('a comparison that Stop cut off tells what it did, and goes on', async ({ playground }) => {
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
  await expect(playground.verdict).toContainText(/\d+ runs?, \d+ quer/);
  await expect(playground.verdict).not.toContainText('have changed');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText(/Query \d+/);
  await playground.stop.click();
  await expect(playground.verdict).toContainText(/stopped/i);
});
