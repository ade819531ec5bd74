/** Links of ARM64 programs with the result: what they claim is checked by the page that opens them. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { read, type Shared, write } from '../../www/src/links/schema';
import { assemblySource } from '../../www/src/programs/source';
import { back, open, plus, sums } from './arm64';
import { expectNoViolations } from './checks';
import { commandLine } from './command-line';
import { expect, type Playground, test, VERDICT, valueIn } from './playground';

/** The link of the dialog, with the result. */
async function shared(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).first().click();
  await expect(page.getByRole('checkbox', { name: 'With the result' })).toBeChecked();
  await expectNoViolations(page);
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await page.getByRole('button', { name: 'Close' }).click();
  return link;
}

/** A link with a part replaced. */
function changed(link: string, change: (shared: Shared) => Partial<Shared>): string {
  const [page, fragment = ''] = link.split('#');
  const reading = read(fragment);
  if (!reading.ok) throw new Error(reading.problem);
  return `${page}#${write({ ...reading.shared, ...change(reading.shared) })}`;
}

const card = (page: Page) => page.locator('[data-receipt]');

async function goTo(page: Page, link: string, state: string): Promise<void> {
  // Another fragment of the same page is a link that is pasted over its address.
  await page.goto('about:blank');
  await page.goto(link);
  await expect(card(page)).toHaveAttribute('data-receipt', state, { timeout: VERDICT });
}

async function compared(playground: Playground, left: string, right: string): Promise<Page> {
  const page = await open(playground);
  await playground.type('left', left);
  await playground.type('right', right);
  await playground.compare.click();
  return page;
}

test('a link has the difference, and its input is run by whoever opens it', {
  tag: '@smoke',
}, async ({ playground }) => {
  const page = await compared(playground, plus(1), plus(-2));
  await playground.expectVerdict('disequivalent');
  const link = await shared(page);

  await goTo(page, link, 'confirmed');
  await expect(page.locator('tm-arm64-app')).toBeVisible();
  await expect(card(page)).toContainText('The programs differ: confirmed here');
  await expect(valueIn(card(page), 'Right x0')).toHaveText('-2');
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeHidden();
  await expectNoViolations(page);
  await card(page)
    .getByRole('button', { name: /^Step through/ })
    .click();
  const steps = page.locator('tm-arm64-steps');
  await steps.getByRole('button', { name: 'End', exact: true }).click();
  await expect(steps.getByText('done: x0 = -2', { exact: true })).toBeVisible();

  // Another result than that of the link, and none.
  const of = (text: string) => ({
    programs: { left: assemblySource(plus(1)), right: assemblySource(text) },
  });
  await goTo(
    page,
    changed(link, () => of(plus(3))),
    'ends-otherwise',
  );
  await expect(card(page)).toContainText('The programs differ here too, but not as the link says');
  await expect(card(page)).toContainText(
    'On x0 = 0, x1 = 0 the left program gives x0 = 1 and the right program gives x0 = -2.',
  );
  await goTo(
    page,
    changed(link, () => of(plus(1))),
    'refuted',
  );
  await expect(card(page)).toContainText('This version disagrees with the link');
  await goTo(
    page,
    changed(link, () => of('    add x0, x1\n')),
    'failed',
  );
});

test('a proof is in the link, and the kernel checks it', async ({ playground }) => {
  const page = await open(playground);
  await playground.type('left', sums.left);
  await playground.type('right', sums.right);
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
  const link = await shared(page);
  await goTo(page, link, 'proved');
  await expect(card(page)).toContainText('has just checked its proof');
  await expect(card(page)).toContainText('They stop on the same inputs.');

  // The proof is about these programs only.
  const other = changed(link, ({ programs }) => ({
    programs: { ...programs, right: assemblySource(plus(1)) },
  }));
  await goTo(page, other, 'unproved');
  await expect(card(page)).toContainText('The proof in the link does not hold here');
  // Without a proof a claim is proved anew, or not checked.
  const bare = (verdict: 'equivalent' | 'possibly-equivalent') => ({
    receipt: { engine: '0.1.0', verdict, witness: undefined },
  });
  await goTo(
    page,
    changed(link, () => bare('equivalent')),
    'proved',
  );
  await expect(card(page)).toContainText('This was proved anew just now.');
  await goTo(
    page,
    changed(other, () => bare('equivalent')),
    'not-checked',
  );
  await goTo(
    page,
    changed(link, () => bare('possibly-equivalent')),
    'not-checked',
  );
});

test('that a program never ends is claimed and shown again', async ({ playground }) => {
  const two = '    ldr x9, 8\n    b 12\n    .8byte 2\n';
  const loop = `${two}top: cmp x0, xzr\n    b.eq end\n    sub x0, x0, x9\n    b top\nend:\n`;
  const page = await compared(playground, loop + back, `    sub x0, x0, x0\n${back}`);
  await playground.expectVerdict('disequivalent');
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(valueIn(answer, 'Left ends')).toHaveText('runs for ever');
  await expect(valueIn(answer, 'Right ends')).toHaveText('stops, x0 = 0');
  const link = await shared(page);
  await goTo(page, link, 'confirmed');
  await expect(card(page)).toContainText('it was proved that the left one never ends.');

  // With this program the run on the same input ends.
  const other = changed(link, ({ programs }) => ({
    programs: { ...programs, left: assemblySource(loop.replace('.8byte 2', '.8byte 1') + back) },
  }));
  await goTo(page, other, 'refuted');
});

test('a fault is claimed and confirmed', async ({ playground }) => {
  const divides = `    udiv x0, x0, x1\n${back}`;
  const page = await compared(playground, divides, `    sub x0, x0, x0\n${back}`);
  await playground.expectVerdict('disequivalent');
  const link = await shared(page);
  await goTo(page, link, 'confirmed');
  // Another fault is not the one of the link.
  const outside = assemblySource(
    `    ldr x2, 8\n    b 12\n    .8byte -8\n    ldur x0, [x2, 0]\n${back}`,
  );
  const other = changed(link, ({ programs }) => ({ programs: { ...programs, left: outside } }));
  await goTo(page, other, 'ends-otherwise');
  await expect(card(page)).toContainText('faults (division-by-zero)');
});

test('an array is claimed and confirmed', async ({ playground }) => {
  const page = await open(playground);
  await playground.choose('array-max-start');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  const link = await shared(page);
  await goTo(page, link, 'confirmed');
  await expect(valueIn(card(page), 'a')).toHaveText(/^\[-?\d+/);
  await goTo(
    page,
    changed(link, ({ programs }) => ({ programs: { ...programs, left: programs.right } })),
    'refuted',
  );
});

test('output is claimed and confirmed', async ({ playground }) => {
  const prints = (letter: number) =>
    `    ldr x2, 8\n    b 12\n    .8byte 0xc000000000010008\n    ldr x3, 8\n    b 12\n    .8byte ${letter}\n    stur x3, [x2, 0]\n${back}`;
  const page = await compared(playground, prints(65), prints(66));
  await playground.expectVerdict('disequivalent');
  const link = await shared(page);
  await goTo(page, link, 'confirmed');
  const other = { right: assemblySource(prints(67)) };
  await goTo(
    page,
    changed(link, ({ programs }) => ({ programs: { ...programs, ...other } })),
    'ends-otherwise',
  );
  await expect(card(page)).toContainText('and prints "A"');
});

test('a link of a grading opens a submission beside the reference, with its result', async ({
  page,
  baseURL,
}, info) => {
  const larger = 'cmp x0, x1\nb.ge 8\nadd x0, x1, xzr\nbr x30\n';
  const submissions = {
    'other.s': 'cmp x1, x0\nb.le end\nadd x0, x1, xzr\nend: br x30\n',
    'smaller.s': larger.replace('b.ge', 'b.le'),
  };
  const folder = info.outputPath('in');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(submissions)) writeFileSync(join(folder, name), text);
  const reference = info.outputPath('larger.s');
  writeFileSync(reference, larger);
  const args = ['grade', folder, '--reference', reference, '--machine', 'arm64', '--quiet'];
  const report = JSON.parse(commandLine(...args, '--playground', baseURL ?? '', '--json'));
  const states = { 'proved-equal': 'proved', differs: 'confirmed' } as const;
  for (const { grade, link, members } of report.classes) {
    await goTo(page, link, states[grade as keyof typeof states]);
    await expect(page.getByLabel('Name on the left')).toHaveValue('reference');
    await expect(page.getByLabel('Name on the right')).toHaveValue(members[0]);
  }
  expect(report.classes).toHaveLength(2);
});
