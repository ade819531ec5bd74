import type { Page } from '@playwright/test';

import { back, choose, open, plus, sums } from './arm64';
import { expectNoViolations, overflow } from './checks';
import { expect, openView, test, valueIn } from './playground';

/** Sets parts of the question, by their labels. */
async function ask(page: Page, act: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>) {
  await page.getByRole('button', { name: 'Change the inputs and the machine' }).click();
  const dialog = page.getByRole('dialog', { name: 'What is compared' });
  await act(dialog);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

test('programs for ARM64 are tried, compared and stepped through', { tag: '@smoke' }, async ({
  playground,
}) => {
  const page = await open(playground);
  await expect(page.getByText('the same', { exact: true })).toBeVisible();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(valueIn(playground.verdict, 'x1')).toContainText('9223372036854775807');
  await expect(valueIn(playground.verdict, 'Left x0')).toHaveText('1');
  await expect(valueIn(playground.verdict, 'Right x0')).toHaveText('2');
  await expectNoViolations(page);

  await playground.verdict.getByRole('button', { name: 'Step through' }).click();
  const steps = page.locator('tm-arm64-steps');
  await expect(steps.getByText('They part at position')).toBeVisible();
  const registers = steps.getByRole('table', { name: 'Registers' });
  await expect(registers.getByRole('row', { name: /^x1 / })).toContainText('9223372036854775807');
  await steps.getByRole('button', { name: 'End', exact: true }).click();
  await expect(steps.getByText('done: x0 = 1', { exact: true })).toBeVisible();
  await expect(steps.getByText('done: x0 = 2', { exact: true })).toBeVisible();
  await expectNoViolations(page);
});

test('the tabs of ARM64 programs are on one line, and the other views under More', async ({
  playground,
}) => {
  const page = await open(playground);
  const tabs = page.getByRole('tablist', { name: 'Result' }).getByRole('tab');
  await expect(tabs).toHaveText(['Answer', 'Why', 'Step', 'Map', 'Proof', 'More']);
  const tops = () =>
    tabs.evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().top)));
  const numbers = page.locator('tm-arm64-result').getByLabel('Numbers');
  for (const width of [1024, 1200, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(new Set(await tops()).size, `at ${width}`).toBe(1);
    const [tab, choice] = await Promise.all([tabs.first().boundingBox(), numbers.boundingBox()]);
    // The notation of numbers is beside them.
    expect(choice?.y ?? 0, `at ${width}`).toBeLessThan((tab?.y ?? 0) + (tab?.height ?? 0));
  }
  for (const name of [
    'Runs',
    'Paths',
    'Queries',
    'Compiler',
    'Versions',
    'Mutants',
    'Diff',
  ] as const) {
    await openView(page, name);
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  }
  await page.getByRole('tab', { name: 'Map' }).click();
  await page.getByRole('tab', { name: 'More' }).click();
  await expect(page.getByRole('tab', { name: 'Diff' })).toHaveAttribute('aria-selected', 'true');
});

test.describe('live', () => {
  test.use({ live: true });

  test('Live decides while one types, and leaves to Compare what takes longer', async ({
    playground,
  }) => {
    const page = await open(playground);
    await expect(page.getByRole('switch', { name: 'Live' })).toBeChecked();
    await playground.type('left', plus(1));
    await playground.type('right', plus(2));
    await playground.expectVerdict('disequivalent');
    await playground.type('right', plus(1));
    await playground.expectVerdict('equivalent');
    await expect(playground.verdict.getByRole('button', { name: 'Save the proof' })).toBeHidden();
    await page.getByRole('switch', { name: 'Live' }).click();
    await playground.type('right', plus(3));
    await expect(page.locator('[data-stale]')).toHaveCount(1);
    await page.getByRole('switch', { name: 'Live' }).click();
    await expect(page.locator('[data-stale]')).toHaveCount(0);
    await playground.expectVerdict('disequivalent');
  });
});

test('WLP4 with long is compared with the code that a compiler made of it', async ({
  playground,
}) => {
  const page = await open(playground);
  await playground.type('left', 'long wain(long a, long b) {\n  return a * 2 - b;\n}\n');
  await page.locator('tm-editor[data-side=left] tm-files select').selectOption('stack');
  await expect(page.locator('tm-editor[data-side=left] tm-problems')).toContainText('ok');
  await playground.type('right', `    add x0, x0, x0\n    sub x0, x0, x1\n${back}`);
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
});

test('a loop is proved for all inputs of 64 bits', async ({ playground }) => {
  const page = await open(playground);
  await playground.type('left', sums.left);
  await playground.type('right', sums.right);
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict).toContainText('Proved for every input.');
  await playground.verdict.getByText('How this was found').click();
  await expect(playground.verdict).toContainText('the kernel accepted it');

  await page.getByRole('tab', { name: 'Proof' }).click();
  const proof = page.locator('tm-arm64-proof');
  await expect(proof).toContainText('After every round:');
  await expect(proof.getByRole('img', { name: /^Automaton with/ })).toBeVisible();
  await expect(proof).toContainText('tamarin check evidence.json left.s right.s');
  await expectNoViolations(page);
});

test('an array and a mode are part of the question, and a verdict names other modes', async ({
  playground,
}) => {
  const page = await open(playground);
  await playground.choose('array-max-start');
  await expect(page.getByText('for every array of up to 4 numbers')).toBeVisible();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(valueIn(playground.verdict, 'a')).toHaveText('[-1]');

  await playground.choose('div-by-zero-guard');
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await expect(playground.verdict).toContainText('With --arm they agree on this input.');
  await ask(page, (dialog) =>
    dialog.getByLabel('Where the sources of the machine differ').selectOption('arm'),
  );
  await expect(page.getByText('as a processor divides')).toBeVisible();
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
});

test('conditions leave out inputs, also in a link, and a wrong one is explained', async ({
  playground,
  context,
}) => {
  const page = await open(playground);
  const larger = (condition: string) =>
    `    cmp x0, x1\n    b.${condition} end\n    add x0, x1, xzr\nend:\n${back}`;
  await playground.type('left', larger('ge'));
  await playground.type('right', larger('hs'));
  const assume = (text: string) =>
    ask(page, (dialog) => dialog.getByLabel('Only inputs with').fill(text));
  await assume('x0 >= 0\nx1 >= -3');
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await expect(valueIn(playground.verdict, 'x1')).toContainText('-1');
  await assume('x0 >= 0\n\nx1 >= 0\n');
  await expect(page.getByText('only with x0 >= 0 and x1 >= 0')).toBeVisible();
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict).toContainText('every input with x0 >= 0 and x1 >= 0');
  await page.getByRole('banner').getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText('only with x0 >= 0 and x1 >= 0')).toBeVisible();
  await other.close();
  await page.keyboard.press('Escape');

  await assume('x0 <');
  await playground.compare.click();
  await expect(page.getByText('x0 <: the condition ends too early')).toBeVisible();
  await assume('x0 < 0 and x0 > 0');
  await playground.compare.click();
  await expect(page.getByText('no input was found that satisfies what is assumed')).toBeVisible();
});

test('other registers are compared, also in a link, and a wrong item is explained', async ({
  playground,
  context,
}) => {
  const page = await open(playground);
  await playground.type('left', `    add x19, x0, x1\n    add x0, x0, x1\n${back}`);
  await playground.type('right', `    add x0, x1, x0\n    sub x19, x0, x1\n${back}`);
  const observe = (text: string) =>
    ask(page, (dialog) => dialog.getByLabel('What is compared where both stop').fill(text));
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
  await observe('x0, x19');
  await expect(page.getByText('compared are x0, x19')).toBeVisible();
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await expect(valueIn(playground.verdict, 'Left x19')).not.toHaveText('0');
  await page.getByRole('banner').getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText('compared are x0, x19')).toBeVisible();
  await other.close();
  await page.keyboard.press('Escape');
  await observe('$3');
  await playground.compare.click();
  await expect(page.getByText('$3 is nothing that can be observed')).toBeVisible();
});

test('programs that read any bytes are compared on all of them', async ({
  playground,
  context,
}) => {
  const page = await open(playground);
  const read = 'ldr x9, 8\n    b 12\n    .8byte 0xc000000000010000\n    ldur x0, [x9, 0]\n';
  const mistake =
    'ldr x10, 8\n    b 12\n    .8byte 123\n    cmp x0, x10\n    b.ne 8\n    add x0, x1, xzr\n';
  await playground.type('left', `    ${read}${back}`);
  await playground.type('right', `    ${read}    ${mistake}${back}`);
  await ask(page, async (dialog) => {
    await dialog.getByLabel('any bytes', { exact: true }).check();
    await dialog.getByLabel('How many bytes').fill('70');
    await expect(dialog.getByText('A number from 0 to 64.')).toBeVisible();
    await dialog.getByLabel('How many bytes').fill('1');
  });
  await expect(page.getByText('any 1 byte to be read')).toBeVisible();
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await expect(playground.verdict).toContainText('in = "{"');
  await page.getByRole('banner').getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText('any 1 byte to be read')).toBeVisible();
  await expect(other.getByRole('cell', { name: '"{"' })).toBeVisible();
  await other.close();
});

test('where only the result differs, a button compares what is printed alone', async ({
  playground,
}) => {
  const page = await open(playground);
  const print = 'ldr x9, 8\n    b 12\n    .8byte 0xc000000000010008\n    stur x0, [x9, 0]\n';
  await playground.type('left', `    ${print}${back}`);
  await playground.type('right', `    ${print}    add x0, x1, xzr\n${back}`);
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await expect(playground.verdict).toContainText('only x0 differs');
  await page.getByRole('button', { name: 'Compare only what is printed' }).click();
  await playground.expectVerdict('equivalent');
  await expect(page.getByText('compared are output')).toBeVisible();
});

test('the editors know the machine: colours, errors with a fix, formatting, labels', async ({
  playground,
}) => {
  const page = await open(playground);
  await playground.type('left', 'top: add x0, x0, x31\n  b.eq tpo\nbr x30\n');
  const problems = page.locator('tm-editor[data-side=left] tm-problems');
  await expect(problems).toContainText('2 errors');
  await playground.compare.click();
  await expect(page.getByRole('alert').filter({ hasText: 'line 1' })).toBeVisible();
  await playground.type('left', `top: add x0, x0, x1 // sum\n${back}`);
  await expect(problems).toContainText('1 warning');
  await page.keyboard.press('Shift+Alt+f');
  await expect
    .poll(() => playground.text('left'))
    .toBe('top:    add x0, x0, x1    // sum\n        br x30\n');
});

test('each machine keeps its own work, and a reload keeps it too', async ({ playground }) => {
  const page = await open(playground);
  const left = (text: string) => expect(playground.editor('left')).toContainText(text);
  await playground.type('left', `// mine\n${back}`);
  await left('// mine');
  await choose(page, 'MIPS');
  await left('Two players');
  await left('lis $5');
  await playground.type('left', '; of MIPS\n    jr $31\n');
  await choose(page, 'ARM64');
  await left('// mine');
  await page.reload();
  await left('// mine');
  await choose(page, 'MIPS');
  await left('; of MIPS');
});

test('a link has the machine and its question, and opens on the page of either', async ({
  playground,
  context,
}) => {
  const page = await open(playground);
  await playground.type('left', plus(1));
  await playground.type('right', plus(2));
  await ask(page, (dialog) => dialog.getByLabel('an array').check());
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();

  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('combobox', { name: 'Machine' })).toHaveValue('arm64');
  await expect(other.getByText('for every array of up to 4 numbers')).toBeVisible();
  await expect(other.getByText('.8byte 2').first()).toBeVisible();

  // Over the address of a page for MIPS, whose work comes back.
  const third = await context.newPage();
  await third.goto('./');
  await choose(third, 'MIPS');
  await expect(third.getByText('jr $31').first()).toBeVisible();
  await third.evaluate((hash) => {
    location.hash = hash;
  }, new URL(link).hash);
  await expect(third.getByText('.8byte 2').first()).toBeVisible();
});

test('a comparison is stopped', async ({ playground }) => {
  const page = await open(playground);
  // A product of two unknown numbers is hard to compare with the same product by rounds.
  const rounds = `    sub x2, x2, x2\n    ldr x3, 8\n    b 12\n    .8byte 1\ntop:\n    cmp x1, xzr\n    b.eq end\n    add x2, x2, x0\n    sub x1, x1, x3\n    b top\nend:\n    mul x0, x2, x2\n${back}`;
  const product = `    mul x0, x0, x1\n    mul x4, x0, x0\n    udiv x5, x4, x0\n    mul x0, x5, x0\n${back}`;
  await playground.type('left', rounds);
  await playground.type('right', product);
  await playground.compare.click();
  const stop = playground.stop;
  await expect(stop.or(playground.verdict)).toBeVisible();
  if (await stop.isVisible()) {
    await page.keyboard.press('Alt+s');
    await expect(playground.verdict).toBeVisible();
    await expect(stop).toHaveCount(0);
  }
  // Editors and comparisons go on.
  await playground.type('left', plus(3));
  await playground.type('right', plus(3));
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
});

test('on a phone, in the dark, nothing is cut', async ({ playground }) => {
  const { page } = playground;
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(playground);
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  expect(await overflow(page)).toBe(0);
  await expectNoViolations(page);
});
