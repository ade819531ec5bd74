/** Exercises about ARM64 programs: the reader's page and the author's form. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { usualQuestion } from '../../www/src/comparison/arm64-question';
import { fromFields } from '../../www/src/comparison/options';
import type { Task } from '../../www/src/exercise/exercise';
import { read, write } from '../../www/src/exercise/schema';
import { usual } from '../../www/src/links/fields';
import { assemblySource } from '../../www/src/programs/source';
import { inFrame, open } from './arm64';
import { expectNoViolations, overflow } from './checks';
import { commandLine } from './command-line';
import { expect, type Playground, test, VERDICT, valueIn } from './playground';

const larger = 'cmp x0, x1\nb.ge end\nadd x0, x1, xzr\nend: br x30\n';
const unsigned = larger.replace('b.ge', 'b.hs');

function task(change: Partial<Task> = {}): Task {
  const reading = fromFields(usual);
  if (!reading.ok) throw new Error('there are no usual options');
  return {
    title: 'The larger one',
    text: 'Put the larger one of `x0` and `x1` into `x0`.',
    start: assemblySource(unsigned),
    options: reading.options,
    arm64: usualQuestion,
    reference: { mode: 'open', program: assemblySource(larger) },
    hints: [],
    tokens: undefined,
    ...change,
  };
}

function linkTo(...tasks: Task[]): string {
  const sheet = { title: '', tasks };
  const fragment = write(sheet);
  if (fragment === undefined) throw new Error('it is too long for a link');
  expect(read(fragment)).toEqual({ ok: true, sheet });
  return fragment;
}

const outcome = (page: Page) => page.locator('tm-outcome');
const compare = (page: Page) => page.getByRole('button', { name: 'Compare with the reference' });

async function work(page: Page, fragment: string): Promise<void> {
  await page.goto(`./exercise.html#${fragment}`);
  await expect(page.getByText('Not checked yet')).toHaveCount(0);
  await expect(page.locator('tm-editor .cm-content').first()).toBeVisible();
}

async function receiptOf(page: Page) {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the receipt' }).click();
  return JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
}

test('an exercise about an ARM64 program is solved: an input of 64 bits, steps, a proof', {
  tag: '@smoke',
}, async ({ playground }) => {
  const { page } = playground;
  await work(page, linkTo(task({ tokens: 3 })));
  await expect(page.locator('tm-statement')).toContainText(
    'Do both give the same for all x0 and x1? 64-bit inputs in x0 and x1, within 10,000 steps.',
  );
  await compare(page).click();
  const card = outcome(page).locator('[data-verdict]');
  await expect(card).toHaveAttribute('data-verdict', 'disequivalent', { timeout: VERDICT });
  await expect(card).toContainText('your program');
  await expect(page.getByText('2 verdicts left')).toBeVisible();
  for (const name of ['Explain', 'Share', 'Search on']) {
    await expect(outcome(page).getByRole('button', { name })).toHaveCount(0);
  }
  const words = ['x0', 'x1'].map((name) => valueIn(outcome(page), name));
  const [a = 0n, b = 0n] = (await Promise.all(words.map((word) => word.textContent()))).map(
    (text) => BigInt(/-?\d+/.exec(text ?? '')?.[0] ?? '0'),
  );
  const higher = BigInt.asUintN(64, a) >= BigInt.asUintN(64, b) ? a : b;
  expect(higher).not.toBe(a >= b ? a : b);
  const wrong = await receiptOf(page);
  expect(wrong).toMatchObject({ machine: 'arm64', claim: { verdict: 'disequivalent' } });
  expect(wrong.claim.inputs.map((word: string) => BigInt.asIntN(64, BigInt(word)))).toEqual([a, b]);
  expect(Object.keys(wrong.claim.witness)).toEqual(['x0', 'x1']);

  await outcome(page).getByRole('button', { name: 'Step through' }).click();
  const steps = page.getByRole('region', { name: 'Your program, step by step' });
  await expect(steps.getByText(/0 of \d+ steps/)).toBeVisible();
  await steps.getByRole('button', { name: 'End' }).click();
  const row = steps
    .getByRole('table', { name: 'Registers' })
    .locator('tr')
    .filter({ has: page.getByRole('rowheader', { name: 'x0', exact: true }) });
  // One column: the reference has none.
  await expect(row.getByRole('cell')).toHaveCount(1);
  await expect(page.locator('body')).not.toContainText('b.ge');
  await expectNoViolations(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await steps.getByRole('button', { name: 'Close' }).click();
  await expect(steps).toHaveCount(0);

  await playground.type('right', larger);
  await expect(outcome(page)).toContainText('have changed since');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(card).toHaveAttribute('data-verdict', 'equivalent', { timeout: VERDICT });
  expect((await receiptOf(page)).claim).toMatchObject({ verdict: 'equivalent' });
});

test('the command line finds the claims of receipts to hold', async ({ playground }) => {
  const { page } = playground;
  const folder = mkdtempSync(join(tmpdir(), 'tamarin-receipts-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  await work(page, linkTo(task()));
  const card = outcome(page).locator('[data-verdict]');
  for (const [name, verdict] of [
    ['wrong.json', 'disequivalent'],
    ['right.json', 'equivalent'],
  ] as const) {
    if (verdict === 'equivalent') await playground.type('right', larger);
    await compare(page).click();
    await expect(card).toHaveAttribute('data-verdict', verdict, { timeout: VERDICT });
    write(name, JSON.stringify(await receiptOf(page)));
  }
  write('reference.s', larger);
  const reference = join(folder, 'reference.s');
  const report = JSON.parse(
    commandLine('grade', folder, '--reference', reference, '--receipts', '--json', '--quiet'),
  );
  const graded = report.submissions.map(
    ({ name, grade, claim }: { name: string; grade: string; claim: { holds: boolean } }) =>
      [name, grade, claim.holds].join(' '),
  );
  expect(graded).toEqual(['right.json proved-equal true', 'wrong.json differs true']);
  rmSync(folder, { recursive: true });
});

test('an exercise about an ARM64 program is solved in a frame of another page', async ({
  page,
  baseURL,
}) => {
  await inFrame(page, `${baseURL}exercise.html#${linkTo(task())}`, async (inner) => {
    await inner.getByRole('button', { name: 'Work on it' }).click();
    await inner.getByRole('button', { name: 'Compare with the reference' }).click();
    await expect(inner.locator('[data-verdict=disequivalent]')).toBeVisible({ timeout: VERDICT });
  });
});

test('hints about an ARM64 program are about the difference, and do not show the reference', async ({
  playground,
}) => {
  const { page } = playground;
  const hints = [{ kind: 'regions' }, { kind: 'cause' }, { kind: 'mend' }] as const;
  await work(page, linkTo(task({ hints })));
  const shown = page.locator('tm-hints');
  await shown.getByRole('button', { name: 'Open hint 1 of 3' }).click();
  await expect(shown).toContainText('Compare first');
  await compare(page).click();
  await expect(outcome(page).locator('[data-verdict=disequivalent]')).toBeVisible({
    timeout: VERDICT,
  });
  await shown.getByRole('button', { name: 'Look for it' }).click();
  await expect(shown.locator('code').first()).toContainText('x0', { timeout: VERDICT });
  await shown.getByRole('button', { name: 'Open hint 2 of 3' }).click();
  await expect(shown).toContainText(
    'Line 2 (b.hs end) of your program should branch where line 2 of the reference',
    {
      timeout: VERDICT,
    },
  );
  await expect(shown).not.toContainText('b.ge');
  await shown.getByRole('button', { name: 'Open hint 3 of 3' }).click();
  await expect(shown.locator('ins')).toHaveText(/\bb\.ge\b/, { timeout: VERDICT });
});

/** The form, with a pair from the page for ARM64. */
async function form(playground: Playground): Promise<Page> {
  const page = await open(playground);
  await playground.type('left', larger);
  await playground.type('right', unsigned);
  const opened = page.waitForEvent('popup');
  const menu = page.locator('tm-page-menu');
  await menu.locator('summary').click();
  await menu.getByRole('button', { name: 'Make an exercise of this pair' }).click();
  const author = await opened;
  await expect(author.getByRole('heading', { name: 'Make an exercise' })).toBeVisible();
  return author;
}

const linkOf = async (page: Page) =>
  new URL(await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).hash.slice(
    1,
  );

test('an exercise is made of the pair on the page, about an array, too', async ({ playground }) => {
  const page = await form(playground);
  await page.getByLabel('Title of the task').fill('Larger');
  await expect(page.locator('tm-statement')).toContainText('64-bit inputs in x0 and x1');
  const reading = read(await linkOf(page));
  expect(reading).toMatchObject({
    ok: true,
    sheet: {
      tasks: [
        {
          title: 'Larger',
          arm64: usualQuestion,
          start: assemblySource(unsigned),
          reference: { mode: 'open', program: assemblySource(larger) },
        },
      ],
    },
  });
  await page.getByRole('button', { name: 'Change the inputs and the machine' }).click();
  const dialog = page.getByRole('dialog', { name: 'What is compared' });
  await dialog.getByLabel('an array: its address in x0').check();
  await dialog.getByLabel('Numbers at most').fill('3');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('tm-statement')).toContainText('every array of up to 3 numbers');
  const again = read(await linkOf(page));
  expect(again).toMatchObject({ ok: true, sheet: { tasks: [{ arm64: { array: '3' } }] } });
  await expectNoViolations(page);
});

test('a sealed ARM64 reference says whether all of the author’s inputs agree', async ({
  playground,
}) => {
  const page = await form(playground);
  await page.getByLabel('Sealed').check();
  const inputs = page.getByLabel('Inputs that a program is run on');
  await expect(inputs).toHaveValue(/18446744073709551615/);
  await inputs.fill('1, 2\n-1, 1\n0x8000000000000000, 3\n');
  await page.getByRole('button', { name: 'Seal the reference' }).click();
  await expect(page.getByText('Sealed, with what it does on 3 inputs.')).toBeVisible();
  const key = await page.getByLabel('Key of the reference').inputValue();
  const fragment = await linkOf(page);
  const reading = read(fragment);
  expect(JSON.stringify(reading)).not.toContain('b.ge');
  expect(reading).toMatchObject({
    ok: true,
    sheet: {
      tasks: [
        {
          reference: {
            seal: {
              inputs: [
                ['1', '2'],
                ['18446744073709551615', '1'],
                ['9223372036854775808', '3'],
              ],
            },
          },
        },
      ],
    },
  });
  const reader = playground.page;
  await work(reader, fragment);
  const check = reader.getByRole('button', { name: 'Run on the author’s inputs' });
  await check.click();
  await expect(outcome(reader).locator('[data-seal=differs]')).toBeVisible();
  await playground.type('right', larger);
  await check.click();
  await expect(outcome(reader).locator('[data-seal=agrees]')).toBeVisible();
  await reader.getByLabel('Key of the reference').fill(key);
  await reader.getByRole('button', { name: 'Open the reference' }).click();
  await compare(reader).click();
  await expect(outcome(reader).locator('[data-verdict=equivalent]')).toBeVisible({
    timeout: VERDICT,
  });
});
