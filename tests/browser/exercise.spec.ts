/** Exercises: the reader's page, in a frame too, and the author's form. */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';

import type { Task, Worksheet } from '../../www/src/exercise/exercise';
import { read, write } from '../../www/src/exercise/schema';
import { open as openSeal, seal } from '../../www/src/exercise/sealing';
import { write as writeComparison } from '../../www/src/links/schema';
import { assemblySource } from '../../www/src/programs/source';
import { engine } from '../wasm/engine';
import { expectNoViolations, overflow } from './checks';
import { commandLine } from './command-line';
import { expect, Playground, test, valueIn } from './playground';

const smaller = '    slt $3, $1, $2\n    jr $31\n';
const unsigned = '    sltu $3, $1, $2\n    jr $31\n';

const task = (change: Partial<Task> = {}): Task => ({
  title: 'The smaller one',
  text: 'Put **1** into `$3` where `$1` is smaller than `$2`, else 0.',
  start: assemblySource(unsigned),
  options: engine.default_options(),
  reference: { mode: 'open', program: assemblySource(smaller) },
  hints: [],
  tokens: undefined,
  ...change,
});

function linkTo(...tasks: Task[]): string {
  const sheet: Worksheet = { title: tasks.length > 1 ? 'Week 3' : '', tasks };
  const fragment = write(sheet);
  if (!fragment) throw new Error('too long for a link');
  return fragment;
}

const outcome = (page: Page) => page.locator('tm-outcome');
const compare = (page: Page) => page.getByRole('button', { name: 'Compare with the reference' });

async function open(page: Page, fragment: string): Promise<void> {
  await page.goto(`./exercise.html#${fragment}`);
  await expect(page.getByText('Not checked yet')).toHaveCount(0);
  await expect(page.locator('tm-editor .cm-content').first()).toBeVisible();
}

/** Saves the receipt, and reads it. */
async function receiptOf(page: Page) {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the receipt' }).click();
  return JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
}

const run = (text: string, inputs: number[]) =>
  engine.run({ files: [...assemblySource(text)], inputs, fuel: 1000, trace: false }).run;

test('an input is called the least only where no smaller one is out of fuel', async ({
  playground,
}) => {
  const { page } = playground;
  // On $1 = 1 it counts 2^32 steps.
  const counting = (result: string) =>
    `lis $4\n.word 1\nbeq $1, $4, spin\n${result}\njr $31\nspin: add $5, $5, $4\nbne $5, $0, spin\njr $31\n`;
  const reference = assemblySource(counting('add $3, $1, $0'));
  const start = assemblySource(counting('add $3, $1, $1'));
  await open(page, linkTo(task({ start, reference: { mode: 'open', program: reference } })));
  await compare(page).click();
  await expect(outcome(page).getByRole('table')).toContainText('Smallest');
  await expect(outcome(page)).toContainText(/that stops? within \d+ steps/);
});

test(
  'a program that is wrong is told the least input, and one that is right is proved',
  {
    tag: '@smoke',
  },
  async ({ playground }, info) => {
    const { page } = playground;
    const fragment = linkTo(task());
    await open(page, fragment);
    await expect(page.getByRole('heading', { name: 'The smaller one', level: 1 })).toBeVisible();
    await expect(page.locator('tm-statement')).toContainText(
      'Open: the reference is in this link.',
    );
    await expect(page.locator('body')).not.toContainText('slt $3, $1, $2');
    await compare(page).click();
    await expect(outcome(page).locator('[data-verdict=disequivalent]')).toBeVisible();
    await expect(outcome(page)).toContainText('Your program $3');
    const words = ['$1', '$2', 'Left $3', 'Right $3'].map((name) => valueIn(outcome(page), name));
    const [one, two, reference, yours] = (
      await Promise.all(words.map((word) => word.textContent()))
    ).map((text) => Number.parseInt(text ?? '', 10) >>> 0) as [number, number, number, number];
    expect(run(smaller, [one, two]).result).toBe(reference);
    expect(run(unsigned, [one, two]).result).toBe(yours);
    expect(reference).not.toBe(yours);
    const wrong = await receiptOf(page);
    expect(wrong.claim).toMatchObject({ verdict: 'disequivalent', inputs: [one, two] });
    expect(wrong).not.toHaveProperty('student');
    await page.getByLabel('Your name').fill(' Ada Lovelace ');

    await playground.type('right', '    slt $3, $1, $2 ; so\n    jr $31\n');
    await expect(outcome(page)).toContainText('have changed since this comparison');
    expect((await receiptOf(page)).claim.verdict).toBe('not-compared');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(outcome(page).locator('[data-verdict=equivalent]')).toContainText('Proved');
    const right = await receiptOf(page);
    expect(right).toMatchObject({
      format: 'tamarin-exercise-receipt',
      student: 'Ada Lovelace',
      exercise: createHash('sha256').update(fragment).digest('hex'),
      task: 1,
      claim: { verdict: 'equivalent' },
    });
    expect(right.note).toContain('claim');
    expect(right.program[0].text).toContain('; so');

    // The grader recomputes them; one of them is false by now.
    const folder = info.outputPath('receipts');
    mkdirSync(folder, { recursive: true });
    const lie = { ...wrong, claim: right.claim };
    for (const [name, receipt] of Object.entries({ right, wrong, lie })) {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(receipt));
    }
    const file = info.outputPath('reference.asm');
    writeFileSync(file, smaller);
    const args = ['--reference', file, '--receipts', '--exercise', right.exercise];
    const graded = JSON.parse(commandLine('grade', folder, ...args, '--json', '--quiet'));
    expect(graded.submissions).toMatchObject([
      { name: 'lie.json', grade: 'differs', claim: { verdict: 'equivalent', holds: false } },
      { name: 'right.json', grade: 'proved-equal', claim: { verdict: 'equivalent', holds: true } },
      { name: 'wrong.json', grade: 'differs', claim: { verdict: 'disequivalent', holds: true } },
    ]);
  },
);

test('a wrong program is stepped through alone, and the next button is the one that stands out', async ({
  playground,
}) => {
  const { page } = playground;
  await open(page, linkTo(task()));
  const primary = page.locator('button.primary:visible');
  await expect(primary).toHaveText('Compare with the reference');
  await compare(page).click();
  const step = outcome(page).getByRole('button', { name: /^Step through/ });
  await expect(step).toBeVisible();
  await expect(primary).toHaveCount(1);
  await step.click();
  const steps = page.getByRole('region', { name: 'Your program, step by step' });
  await expect(steps.getByText('0 of 2 steps')).toBeVisible();
  const words = ['$1', '$2', 'Right $3'].map((name) => valueIn(outcome(page), name));
  const [one, two, yours] = (await Promise.all(words.map((word) => word.textContent()))).map(
    Number,
  );
  await steps.getByRole('button', { name: 'End' }).click();
  const registers = steps.getByRole('table', { name: 'Registers' });
  for (const [name, value] of [
    ['$1', one],
    ['$2', two],
    ['$3', yours],
  ] as const) {
    const row = registers
      .locator('tr')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    // One column: the reference has none.
    await expect(row.getByRole('cell')).toHaveCount(1);
    await expect(row.getByRole('cell')).toContainText(String(value));
  }
  await expect(page.locator('body')).not.toContainText('slt $3, $1, $2');
  await expectNoViolations(page);
  await steps.getByRole('button', { name: 'Close' }).click();
  await expect(steps).toHaveCount(0);
});

test('each verdict costs a token, the same program none, and without tokens there is no verdict', async ({
  playground,
}) => {
  const { page } = playground;
  const fragment = linkTo(task({ tokens: 2 }));
  await open(page, fragment);
  await expect(page.getByText('2 verdicts left')).toBeVisible();
  await compare(page).click();
  await expect(page.getByText('1 verdict left')).toBeVisible();
  await compare(page).click();
  await expect(outcome(page).locator('[data-verdict=disequivalent]')).toBeVisible();
  await expect(page.getByText('1 verdict left')).toBeVisible();
  await playground.type('right', '    sltu $3, $2, $1\n    jr $31\n');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('0 verdicts left')).toBeVisible();
  await playground.type('right', smaller);
  // The editor's own key knows of no tokens.
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(outcome(page)).toContainText('No verdicts are left.');
  await compare(page).click();
  await expect(outcome(page).locator('[data-verdict=equivalent]')).toHaveCount(0);
  expect((await receiptOf(page)).tokens).toBe(2);
  // A reload does not restore them.
  await page.reload();
  await expect(page.getByText('0 verdicts left')).toBeVisible();
  await expect.poll(() => playground.text('right')).toBe(smaller);
});

test('hints are opened one by one, and those of the engine are about the difference', async ({
  playground,
}) => {
  const { page } = playground;
  await open(
    page,
    linkTo(
      task({
        hints: [
          { kind: 'text', text: 'Think of *signs*.' },
          { kind: 'regions' },
          { kind: 'cause' },
          { kind: 'mend' },
        ],
      }),
    ),
  );
  const hints = page.locator('tm-hints');
  await expect(hints).not.toContainText('signs');
  await hints.getByRole('button', { name: 'Open hint 1 of 4' }).click();
  await expect(hints.locator('em')).toHaveText('signs');
  await hints.getByRole('button', { name: 'Open hint 2 of 4' }).click();
  await expect(hints).toContainText('Compare first');
  await compare(page).click();
  await expect(outcome(page).locator('[data-verdict=disequivalent]')).toBeVisible();
  await hints.getByRole('button', { name: 'Look for it' }).click();
  // Half of all pairs of signs.
  await expect(hints.locator('code').first()).toContainText('$1');
  await expect(hints.locator('ins')).toHaveCount(0);
  await hints.getByRole('button', { name: 'Open hint 3 of 4' }).click();
  await hints.getByRole('button', { name: 'Open hint 4 of 4' }).click();
  await expect(hints.locator('ins')).toHaveText(/\bslt\b/);
  await expect(hints.getByRole('button')).toHaveCount(0);
  expect((await receiptOf(page)).hints).toBe(4);
});

test('a sealed reference says of the author’s inputs whether all agree, and is proved once it is opened', async ({
  playground,
}) => {
  const { page } = playground;
  const inputs = [
    [1, 2],
    [2, 1],
    [2 ** 32 - 1, 0],
  ];
  const observed = inputs.map((words) => ['done', run(smaller, words).result, '', []]);
  const made = await seal(assemblySource(smaller), inputs, observed);
  expect(await openSeal(made.seal, made.key)).toEqual(assemblySource(smaller));
  const fragment = linkTo(task({ reference: { mode: 'sealed', seal: made.seal } }));
  const back = read(fragment);
  expect(JSON.stringify(back)).not.toContain('slt $3');
  await open(page, fragment);
  const check = page.getByRole('button', { name: 'Run on the author’s inputs' });
  await check.click();
  await expect(outcome(page).locator('[data-seal=differs]')).toContainText(
    'At least'.toLowerCase(),
  );
  expect((await receiptOf(page)).claim.verdict).toBe('differs-on-inputs');
  // Right on two of three inputs: the hash is of all.
  await playground.type('right', smaller);
  await check.click();
  await expect(outcome(page).locator('[data-seal=agrees]')).toContainText('all 3 inputs');
  expect((await receiptOf(page)).claim.verdict).toBe('agrees-on-inputs');
  await playground.type('right', 'loop: beq $0, $0, loop\n');
  await check.click();
  await expect(outcome(page).locator('[data-seal]')).not.toHaveAttribute('data-seal', 'agrees');

  const key = page.getByRole('textbox', { name: 'Key of the reference' });
  await key.fill(`${made.key.slice(0, -2)}AA`);
  await page.getByRole('button', { name: 'Open the reference' }).click();
  await expect(outcome(page)).toContainText('This key does not open the reference.');
  await playground.type('right', smaller);
  await key.fill(made.key);
  await page.getByRole('button', { name: 'Open the reference' }).click();
  await compare(page).click();
  await expect(outcome(page).locator('[data-verdict=equivalent]')).toBeVisible();
});

test('a reference elsewhere leaves nothing to compare, and the program is handed in', {
  tag: '@long',
}, async ({ playground }) => {
  const { page } = playground;
  await open(page, linkTo(task({ reference: { mode: 'elsewhere' } })));
  await expect(page.locator('tm-statement')).toContainText('Elsewhere');
  await expect(compare(page)).toHaveCount(0);
  await playground.editor('right').click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(outcome(page).locator('[data-verdict]')).toHaveCount(0);
  expect(await receiptOf(page)).toMatchObject({
    claim: { verdict: 'not-compared' },
    program: [{ name: 'main.asm', text: unsigned }],
  });
});

test('the tasks of a worksheet have each their own program, which a reload keeps', {
  tag: '@long',
}, async ({ playground }) => {
  const { page } = playground;
  const second = task({
    title: 'The sum',
    start: assemblySource('    jr $31\n'),
    reference: { mode: 'open', program: assemblySource('    add $3, $1, $2\n    jr $31\n') },
  });
  await open(page, linkTo(task(), second));
  await expect(page.getByRole('heading', { name: 'Week 3' })).toBeVisible();
  await playground.type('right', '; first\n    slt $3, $1, $2\n    jr $31\n');
  await page.getByRole('tab', { name: 'The sum' }).click();
  await expect.poll(() => playground.text('right')).toBe('    jr $31\n');
  // Undo does not reach into another task.
  await playground.editor('right').click();
  await page.keyboard.press('ControlOrMeta+z');
  expect(await playground.text('right')).toBe('    jr $31\n');
  await playground.type('right', '    add $3, $2, $1\n    jr $31\n');
  await compare(page).click();
  await expect(outcome(page).locator('[data-verdict=equivalent]')).toBeVisible();
  await page.getByRole('tab', { name: 'The smaller one' }).click();
  await expect(outcome(page).locator('[data-verdict]')).toHaveCount(0);
  await expect.poll(() => playground.text('right')).toContain('; first');
  await page.reload();
  await expect.poll(() => playground.text('right')).toContain('; first');
  await page.getByRole('tab', { name: 'The sum' }).click();
  await expect.poll(() => playground.text('right')).toContain('$2, $1');
});

test('what somebody writes into a task is text, and loads and runs nothing', async ({
  playground,
}) => {
  const { page } = playground;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const text = [
    '<script>document.title = "bad"</script><img src="x:y" onerror="document.title=`bad`">',
    '<p style="position:fixed" onclick="alert()">styled</p>',
    '[a](javascript:document.title="bad") [b](https://example.org/) ![c](https://example.org/i.png)',
    '<iframe src="https://example.org"></iframe><form><input name="key"><button>go</button></form>',
    '# Heading\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  ].join('\n\n');
  await open(page, linkTo(task({ text, title: '<b>bold</b>' })));
  const prose = page.locator('tm-statement .prose');
  await expect(prose).toContainText('<script>');
  await expect(prose).toContainText('onerror');
  await expect(
    prose.locator('script, img, iframe, form, input, button, [style], [onclick]'),
  ).toHaveCount(0);
  await expect(prose.locator('a[href^=javascript]')).toHaveCount(0);
  await expect(prose.getByRole('link', { name: 'b', exact: true })).toHaveAttribute(
    'rel',
    /noreferrer/,
  );
  await expect(prose.getByRole('table')).toBeVisible();
  await expect(prose.getByRole('heading', { level: 3 })).toHaveText('Heading');
  await expect(page.getByRole('heading', { name: '<b>bold</b>' })).toBeVisible();
  await expect(page).toHaveTitle('<b>bold</b>');
  expect(asked.filter((url) => url.includes('example.org'))).toEqual([]);
});

test('a link that is damaged, or of a newer page, says so', { tag: '@long' }, async ({
  playground,
}) => {
  const { page } = playground;
  const fragment = linkTo(task());
  const middle = Math.floor(fragment.length / 2);
  const other = fragment[middle] === 'A' ? 'B' : 'A';
  for (const [damaged, words] of [
    [`${fragment.slice(0, middle)}${other}${fragment.slice(middle + 1)}`, 'damaged'],
    [fragment.slice(0, -5), 'damaged'],
    ['x2.AAAA', 'newer version'],
    ['x1.', 'damaged'],
  ] as const) {
    // Each is opened anew.
    await page.goto('about:blank');
    await page.goto(`./exercise.html#${damaged}`);
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(page.getByRole('heading', { name: 'Exercise', level: 1 })).toBeVisible();
    const remedy = words === 'damaged' ? 'Copy the whole link again' : 'Reload this page';
    await expect(page.getByText(remedy)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the playground' })).toHaveAttribute(
      'href',
      './',
    );
  }
});

test('in a frame nothing is loaded before a click, nothing is kept, and the frame grows', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const body = `<iframe src="${baseURL}exercise.html#${linkTo(task())}" title="Exercise" width="700" height="200"></iframe><script src="${baseURL}tamarin-compare.js" async></script>`;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Notes</title>${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`).catch(() => {});
  const inner = page.locator('iframe').contentFrame();
  await expect(inner.getByText('sltu $3')).toBeVisible();
  expect(page.workers()).toHaveLength(0);
  await inner.getByRole('button', { name: 'Work on it' }).click();
  await inner.getByRole('button', { name: 'Compare with the reference' }).click();
  await expect(inner.locator('[data-verdict=disequivalent]')).toBeVisible();
  await expect
    .poll(async () => (await page.locator('iframe').boundingBox())?.height ?? 0)
    .toBeGreaterThan(300);
  const kept = await inner.locator('main').evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key.startsWith('tamarin.exercise'))).toEqual([]);
  expect(errors).toEqual([]);
  server.close();
});

test.describe('the author’s form', () => {
  const fieldOf = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });

  async function openForm(page: Page, fragment = ''): Promise<void> {
    await page.goto(`./exercise.html${fragment ? `#${fragment}` : ''}`);
    await expect(page.getByRole('heading', { name: 'Make an exercise' })).toBeVisible();
    await expect(page.locator('tm-editor .cm-content').nth(1)).toBeVisible();
  }

  const linkOf = (page: Page) => page.getByRole('textbox', { name: 'Link', exact: true });

  const sheetOf = async (page: Page): Promise<Worksheet> => {
    const reading = read(new URL(await linkOf(page).inputValue()).hash.slice(1));
    if (!reading.ok) throw new Error(reading.problem);
    return reading.sheet;
  };

  test('what is typed is seen in the preview and is in the link, which opens as a task', async ({
    playground,
    context,
  }) => {
    const { page } = playground;
    await openForm(page);
    await fieldOf(page, 'Title of the task').fill('Signs');
    await fieldOf(page, 'Text, in Markdown').fill('Mind the **sign**.');
    await expect(page.locator('tm-statement strong')).toHaveText('sign');
    await expect(page.locator('tm-statement')).toContainText('Signs');
    await playground.type('left', smaller);
    await playground.type('right', unsigned);
    await page.getByRole('button', { name: 'Add a hint' }).click();
    await fieldOf(page, 'Text of hint 1, in Markdown').fill('Think.');
    await page.getByRole('button', { name: 'Add a hint' }).click();
    await fieldOf(page, 'Kind of hint 2').selectOption('mend');
    await fieldOf(page, 'Verdicts at most').fill('x');
    await expect(page.getByText('A number from 0 to 1,000.').first()).toBeVisible();
    await expect(linkOf(page)).toHaveCount(0);
    await fieldOf(page, 'Verdicts at most').fill('3');
    await expect(linkOf(page)).toBeVisible();
    const [made] = (await sheetOf(page)).tasks;
    expect(made).toMatchObject({
      title: 'Signs',
      text: 'Mind the **sign**.',
      start: assemblySource(unsigned),
      reference: { mode: 'open', program: assemblySource(smaller) },
      hints: [{ kind: 'text', text: 'Think.' }, { kind: 'mend' }],
      tokens: 3,
    });

    // A reload loses nothing, and a second task is another tab.
    await page.reload();
    await expect(fieldOf(page, 'Title of the task')).toHaveValue('Signs');
    await expect.poll(() => playground.text('left')).toBe(smaller);
    await page.getByRole('button', { name: 'Add a task' }).click();
    await fieldOf(page, 'Title of the task').fill('Other');
    await page.getByLabel('Elsewhere').check();
    await expect
      .poll(async () => (await sheetOf(page)).tasks.map(({ title }) => title))
      .toEqual(['Signs', 'Other']);
    await page.getByRole('tab', { name: 'Signs' }).click();
    await expect.poll(() => playground.text('left')).toBe(smaller);

    const other = new Playground(await context.newPage());
    await other.page.goto(await linkOf(page).inputValue());
    const tasks = other.page.getByRole('tablist', { name: 'Tasks' });
    await expect(tasks.getByRole('tab')).toHaveText(['Signs', 'Other']);
    await compare(other.page).click();
    await expect(outcome(other.page).locator('[data-verdict=disequivalent]')).toBeVisible();

    // And back into the form.
    await openForm(other.page, `${new URL(await linkOf(page).inputValue()).hash.slice(1)}&edit`);
    await expect(fieldOf(other.page, 'Title of the task')).toHaveValue('Signs');
    expect(await linkOf(other.page).inputValue()).toBe(await linkOf(page).inputValue());
  });

  test('a reference is sealed with its inputs, and a change of either asks for another seal', async ({
    playground,
    context,
  }) => {
    const { page } = playground;
    const programs = { left: assemblySource(smaller), right: assemblySource(unsigned) };
    const names = { left: '', right: '' };
    const options = engine.default_options();
    // From a comparison: its left program is the reference.
    await openForm(page, writeComparison({ programs, names, options, receipt: undefined }));
    await expect.poll(() => playground.text('left')).toBe(smaller);
    await page.getByLabel('Sealed').check();
    await expect(page.getByText('The reference is not sealed yet')).toBeVisible();
    const inputs = fieldOf(page, 'Inputs that a program is run on');
    const sealIt = page.getByRole('button', { name: 'Seal the reference' });
    // One step: inputs are there.
    await expect(inputs).toHaveValue(/\d/);
    await sealIt.click();
    await expect(page.getByText('Sealed, with what it does on 24 inputs.')).toBeVisible();
    await expect(linkOf(page)).toBeVisible();
    await inputs.fill('1, 2\nnone');
    await sealIt.click();
    await expect(page.getByText('Line 2 is no input.')).toBeVisible();
    await inputs.fill('1, 2\n-1, 0 # signs');
    await sealIt.click();
    await expect(page.getByText('Sealed, with what it does on 2 inputs.')).toBeVisible();
    const key = await fieldOf(page, 'Key of the reference').inputValue();
    const [made] = (await sheetOf(page)).tasks;
    if (made?.reference.mode !== 'sealed') throw new Error('it is not sealed');
    expect(made.reference.seal.inputs).toEqual([
      [1, 2],
      [2 ** 32 - 1, 0],
    ]);
    expect(await openSeal(made.reference.seal, key)).toEqual(assemblySource(smaller));
    const link = await linkOf(page).inputValue();
    expect(link).not.toContain(key);

    await inputs.fill('1, 2');
    await expect(page.getByText('seal it again')).toBeVisible();
    await expect(linkOf(page)).toHaveCount(0);

    const other = new Playground(await context.newPage());
    await other.page.goto(link);
    await other.page.getByRole('button', { name: 'Run on the author’s inputs' }).click();
    await expect(outcome(other.page).locator('[data-seal=differs]')).toBeVisible();
    await other.type('right', smaller);
    await other.page.getByRole('button', { name: 'Run on the author’s inputs' }).click();
    await expect(outcome(other.page).locator('[data-seal=agrees]')).toBeVisible();
  });

  test('axe finds nothing in the form, and nothing is too wide', async ({ playground }) => {
    const { page } = playground;
    await openForm(page);
    await page.getByLabel('Sealed').check();
    await page.getByRole('button', { name: 'Add a hint' }).click();
    await page.getByRole('button', { name: 'Add a task' }).click();
    await expectLooks(page);
  });
});

/** At the widths and in the colours of a phone and a desk. */
async function expectLooks(page: Page): Promise<void> {
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page), `at ${width} pixels`).toBeLessThanOrEqual(0);
    if (width > 320) await expectNoViolations(page, `${width} pixels`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
}

test('axe finds nothing in a task, and the keyboard does all of it', async ({ playground }) => {
  const { page } = playground;
  await open(page, linkTo(task({ tokens: 3, hints: [{ kind: 'text', text: 'Signs.' }] }), task()));
  const focused = () =>
    page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element?.getAttribute('aria-label') || element?.textContent?.trim() || '';
    });
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (name.test(await focused())) return;
    }
    throw new Error(`the Tab key does not get to ${name}`);
  };
  await tabTo(/^Open hint 1 of 1$/);
  await page.keyboard.press('Enter');
  await expect(page.locator('tm-hints')).toContainText('Signs.');
  await tabTo(/^Right program/);
  await page.keyboard.press('Escape');
  await tabTo(/^Compare with the reference$/);
  await page.keyboard.press('Enter');
  await expect(outcome(page).locator('[data-verdict=disequivalent]')).toBeVisible();
  await tabTo(/^Inputs, and what each program does with them$/);
  await tabTo(/^Save the receipt$/);
  await expectLooks(page);
});
