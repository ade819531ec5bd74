/** Programs of several files, and in WLP4. */

import { read } from '../../www/src/links/schema';
import { expectNoViolations } from './checks';
import { expect, nothing, openView, type Playground, test } from './playground';

type Side = 'left' | 'right';

const panel = ({ page }: Playground, side: Side) => page.locator(`tm-editor[data-side="${side}"]`);

const tabs = (playground: Playground, side: Side) => panel(playground, side).getByRole('tab');

/** A program of one file has no tabs. */
async function expectOneFile(playground: Playground, side: Side, name: string): Promise<void> {
  await expect(panel(playground, side).getByLabel(`Language of ${name}`)).toBeVisible();
  await expect(tabs(playground, side)).toHaveCount(0);
}

/** Chooses from the menu of a program's files. */
async function file(playground: Playground, side: Side, item: string): Promise<void> {
  const files = panel(playground, side).locator('tm-files');
  await files.locator('summary').click();
  await files.getByRole('button', { name: item, exact: true }).click();
}

async function rename(playground: Playground, side: Side, name: string): Promise<void> {
  await file(playground, side, 'Rename …');
  const field = panel(playground, side).getByRole('textbox', { name: /^New name of/ });
  await expect(field).toBeFocused();
  await field.fill(name);
  await field.press('Enter');
}

const setLanguage = (playground: Playground, side: Side, language: string) =>
  panel(playground, side)
    .getByLabel(/^Language of/)
    .selectOption(language);

const calling = `    sw $31, -4($30)
    lis $4
    .word 4
    sub $30, $30, $4
    lis $5
    .word twice
    jalr $5
    lis $4
    .word 4
    add $30, $30, $4
    lw $31, -4($30)
    jr $31
`;

const twice = 'twice:\n    add $3, $1, $1\n    jr $31\n';

test('a program of two files is put together, and what is missing is said', {
  tag: '@smoke',
}, async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('right', '    add $3, $1, $1\n    jr $31\n');
  await playground.type('left', calling);
  const left = panel(playground, 'left');
  await expect(left).toContainText('if another file has it, add that file');

  await file(playground, 'left', 'New file');
  await expect(tabs(playground, 'left')).toHaveText(['main.asm', 'file.asm']);
  await rename(playground, 'left', 'twice.asm');
  await playground.type('left', twice);
  // An error in the other file is reported here too, with a link to it.
  const problem = left.getByRole('button', { name: /main\.asm, line 6/ });
  await expect(problem).toContainText('`twice.asm` has it'.replaceAll('`', ''));
  await playground.compare.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not compared' })).toContainText(
    'line 6 of main.asm',
  );
  await expect(tabs(playground, 'left').first()).toHaveAttribute('aria-selected', 'true');
  await left.getByRole('button', { name: /^Fix/ }).click();
  await expect.poll(() => playground.text('left')).toContain('.import twice\n');
  await expect(left).toContainText('write .export twice there');
  await tabs(playground, 'left').nth(1).click();
  await playground.type('left', `.export twice\n${twice}`);
  await expect(left.locator('tm-problems')).toContainText('no problems');
  await expectNoViolations(page);
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');

  // The words of both files stand in the listing, in the order of the files.
  await left.getByText('Machine code').click();
  await expect(left.getByRole('row')).toHaveCount(1 + 12 + 2);
  await file(playground, 'left', 'Link earlier');
  await expect(tabs(playground, 'left')).toHaveText(['twice.asm', 'main.asm']);
  await expect(left.getByRole('row').nth(1)).toContainText('twice: add $3, $1, $1');
  // So the program begins with another file, and does what that does.
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
  await file(playground, 'left', 'Remove');
  await expectOneFile(playground, 'left', 'main.asm');
  await expect(left.locator('tm-problems')).toContainText('no file exports twice');
});

test('the card says that only the libraries of two programs differ', async ({ playground }) => {
  const main = `.import print\n${calling.replace('.word twice', '.word print')}`;
  const print = (then: string) =>
    `.export print\nprint:\n    lis $7\n    .word 0xffff000c\n${then}    sw $1, 0($7)\n    jr $31\n`;
  await playground.open();
  for (const [side, then] of [
    ['left', ''],
    ['right', '    sw $0, 0($7)\n'],
  ] as const) {
    await playground.type(side, main);
    await file(playground, side, 'New file');
    await rename(playground, side, 'print.asm');
    await playground.type(side, print(then));
  }
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(playground.verdict.locator('[data-libraries]')).toHaveText(
    'Their libraries differ in print. With print.asm of the left program in both, they agree on all inputs.',
  );
});

test('each file keeps its cursor, its history and its name', async ({ playground }) => {
  await playground.open();
  await playground.type('left', '; one\n    jr $31\n');
  await file(playground, 'left', 'New file');
  await playground.type('left', '; two\n');
  await tabs(playground, 'left').first().click();
  await expect.poll(() => playground.text('left')).toBe('; one\n    jr $31\n');
  await playground.editor('left').click();
  await playground.page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => playground.text('left')).not.toContain('; one');
  await tabs(playground, 'left').nth(1).click();
  await expect.poll(() => playground.text('left')).toBe('; two\n');
  // A name that is taken or empty is rejected.
  await rename(playground, 'left', 'main.asm');
  await expect(panel(playground, 'left')).toContainText('Another file has this name');
  await playground.page.keyboard.press('Escape');
  await expect(tabs(playground, 'left')).toHaveText(['main.asm', 'file.asm']);
});

test('several files, and WLP4, come back after a reload and behind a link', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await setLanguage(playground, 'right', 'WLP4, folded');
  await playground.type('right', 'int wain(int a, int b) { return a + b; }\n');
  await file(playground, 'left', 'New file');
  await playground.type('left', '; more\n');
  // The address follows the typed text.
  await expect
    .poll(() => {
      const reading = read(new URL(page.url()).hash.slice(1));
      const { left = [], right = [] } = reading.ok ? reading.shared.programs : {};
      return [left.length, right[0]?.style, right[0]?.text];
    })
    .toEqual([2, 'folded', 'int wain(int a, int b) { return a + b; }\n']);
  const check = async () => {
    await expect(tabs(playground, 'left')).toHaveText(['main.asm', 'file.asm']);
    await expectOneFile(playground, 'right', 'main.wlp4');
    await expect(panel(playground, 'right').getByLabel(/^Language of/)).toHaveValue('folded');
    await expect.poll(() => playground.text('right')).toContain('return a + b;');
  };
  const link = page.url();
  await page.reload();
  await check();
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await page.goto('about:blank');
  await page.goto(link);
  await check();
});

const source = `int wain(int a, int b) {
  int sum = 0;
  while (a > 0) {
    sum = sum + b;
    a = a - 1;
  }
  println(sum);
  return sum;
}
`;

test('a student’s compiler is compared with the source itself', { tag: '@smoke' }, async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  const left = panel(playground, 'left');
  // The language of pasted text is detected.
  await playground.type('left', 'int wain(int a, int b) { return c; }\n');
  await left.getByRole('button', { name: 'Read it as WLP4' }).click();
  await expectOneFile(playground, 'left', 'main.wlp4');
  await expect(left.getByRole('button', { name: /Error Line 1/ })).toContainText('c');
  await expect(left.locator('.cm-lintRange-error')).toHaveText('c');
  await playground.compare.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not compared' })).toBeVisible();

  const add = 'int wain(int a, int b) {\n  return a + b;\n}\n';
  await playground.type('left', add);
  await expect(left.locator('.cm-line').first().locator('span').first()).toHaveText('int');
  await playground.type('right', '    add $3, $1, $2\n    jr $31\n');
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
  // The output of the course's compilers, with swapped operands.
  await playground.type('right', '    sub $3, $1, $2\n    jr $31\n');
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await expectNoViolations(page);
});

test('styles of a compiler do the same, and the debugger lights lines of WLP4', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  for (const [side, style] of [
    ['left', 'WLP4'],
    ['right', 'WLP4, registers'],
  ] as const) {
    await setLanguage(playground, side, style);
    await playground.type(side, source);
    await expect(panel(playground, side).locator('tm-problems')).toContainText('no problems');
  }
  const words = panel(playground, 'left').getByText(/^Machine code \(/);
  const folded = panel(playground, 'left').getByText(/^Routines linked to it/);
  await expect(folded).toBeVisible();
  await expect(words).toBeVisible();
  await openView(page, 'Step');
  await page.getByRole('form', { name: 'Inputs' }).getByLabel('$1').fill('2');
  await page.getByRole('form', { name: 'Inputs' }).getByLabel('$2').fill('5');
  await page.getByRole('button', { name: 'Run both' }).click();
  await expect(page.getByText('The runs agree on')).toBeVisible();
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.locator('tm-debug-frame samp').first()).toHaveText('10↵');
  for (const side of ['left', 'right'] as const) {
    const lit = panel(playground, side).locator('.cm-executed, .cm-waiting');
    await expect(lit).toHaveText('int wain(int a, int b) {');
  }
  // A breakpoint on a line of the source stops there.
  await playground.editor('left').getByText('sum = sum + b;').click();
  await page.keyboard.press('F9');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Run to breakpoint' }).click();
  await expect(panel(playground, 'left').locator('.cm-executed')).toHaveText('    sum = sum + b;');
});

test('a program in WLP4 is stepped through by its lines, there and back', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await openView(page, 'Step');
  await page.getByRole('button', { name: 'Run both' }).click();
  await expect(page.getByText(/^Position \d/).first()).toBeVisible();
  // Assembly has no lines but its instructions.
  await expect(page.getByRole('button', { name: 'Step a line' })).toHaveCount(0);
  await setLanguage(playground, 'left', 'WLP4');
  await playground.type('left', source);
  await playground.type('right', nothing);
  await expect(panel(playground, 'left').locator('tm-problems')).toContainText('no problems');
  await page.getByRole('form', { name: 'Inputs' }).getByLabel('$1').fill('2');
  await page.getByRole('form', { name: 'Inputs' }).getByLabel('$2').fill('5');
  await page.getByRole('button', { name: 'Run both' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const next = panel(playground, 'left').locator('.cm-next');
  const on = page.getByRole('button', { name: 'Step a line' });
  const back = page.getByRole('button', { name: 'Back a line' });
  const lines = source.split('\n');
  const visited = [1, 2, 3, 4, 2, 3, 4, 2, 6].map((index) => lines[index] ?? '');
  const round = [...visited, lines[7] ?? ''];
  for (const line of round) {
    await on.click();
    await expect(next).toHaveText(line);
  }
  await back.click();
  await expect(next).toHaveText(lines[6] ?? '');
  // By keys, at the scrubber.
  await page.getByRole('slider', { name: 'Position' }).press('Shift+ArrowLeft');
  await expect(next).toHaveText(lines[2] ?? '');
  await page.getByRole('slider', { name: 'Position' }).press('Shift+ArrowRight');
  await expect(next).toHaveText(lines[6] ?? '');
  await expectNoViolations(page);
});

test('a step into another file is seen there', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', `.import twice\n${calling}`);
  await file(playground, 'left', 'New file');
  await playground.type('left', `.export twice\n${twice}`);
  await playground.type('right', nothing);
  await expect(panel(playground, 'left').locator('tm-problems')).toContainText('no problems');
  await openView(page, 'Step');
  await page.getByRole('form', { name: 'Inputs' }).getByLabel('$1').fill('21');
  await page.getByRole('button', { name: 'Run both' }).click();
  const frame = page.locator('tm-debug-frame section[data-side="left"]');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(tabs(playground, 'left').first()).toHaveAttribute('aria-selected', 'true');
  for (let step = 0; step < 6; step += 1) {
    await page.getByRole('button', { name: 'Step', exact: true }).click();
  }
  await expect(frame).toContainText('file.asm, line 3');
  await expect(tabs(playground, 'left').nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(panel(playground, 'left').locator('.cm-executed')).toContainText('add $3, $1, $1');
});

const printing = (number: number) => `.import print
    add $6, $31, $0
    lis $1
    .word ${number}
    lis $5
    .word print
    jalr $5
    add $3, $0, $0
    jr $6
`;

test('where outputs part is said, and a link says what was printed', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', printing(120));
  await playground.type('right', printing(17));
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await page.getByRole('button', { name: /^Step through both runs on/ }).click();
  const debug = page.getByRole('region', { name: 'Lockstep debugger' });
  await expect(debug).toContainText(
    'they print different characters. P₁ prints “120↵”, P₂ prints “17↵”.',
  );
  // It opens where both have printed the second character, which is marked.
  await expect(debug.locator('samp').first()).toHaveText('120');
  await expect(debug.locator('samp').nth(1)).toHaveText('17');
  // The character is printed in a routine of ours; the line that calls it is highlighted.
  await expect(debug).toContainText('in print, at 0x');
  await expect(panel(playground, 'left').locator('.cm-waiting')).toHaveText('    jalr $5');
  await expect(debug.locator('samp').first().locator('mark')).toHaveText('2');
  await expect(debug.locator('samp').nth(1).locator('mark')).toHaveText('7');
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  await page.goto('about:blank');
  await page.goto(link);
  const card = page.locator('[data-receipt]');
  await expect(card).toHaveAttribute('data-receipt', 'confirmed');
  await expect(card.locator('[data-case=witness]')).toContainText('120↵');
  await expect(card.locator('[data-case=witness]')).toContainText('17↵');
});

const ofArray = `int wain(int* a, int n) {
  int s = 0;
  int i = 0;
  while (i < n) { s = s + *(a + i); i = i + 1; }
  return s;
}
`;

test('a program that is given an array asks for a contract with one, and gets it by a click', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await setLanguage(playground, 'left', 'WLP4');
  await playground.type('left', ofArray);
  await setLanguage(playground, 'right', 'WLP4');
  await playground.type('right', ofArray.replace('i < n', 'i + 1 < n'));
  const left = panel(playground, 'left');
  await expect(left).toContainText('This program is given an array');
  await expectNoViolations(page);
  await left.getByRole('button', { name: 'Compare arrays of up to 4 numbers' }).click();
  await expect(page.locator('tm-contract')).toContainText('for every array of up to 4 numbers?');
  await expect(left).not.toContainText('This program is given an array');
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await expect(page.locator('tm-verdict')).toContainText('On a = [1] the left program gives');
});

test('a difference that depends on where variables are says so', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const distance =
    'int f(int x, int y) { return &x - &y; }\nint wain(int a, int b) { return f(a, b); }\n';
  for (const side of ['left', 'right'] as const) {
    await setLanguage(playground, side, 'WLP4');
    await playground.type(
      side,
      side === 'left' ? distance : distance.replace('&x - &y', '&y - &x'),
    );
  }
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await expect(page.locator('tm-verdict')).toContainText(
    'The difference depends on where things are in memory: on this input they agree with the variables of the WLP4 program in another order.',
  );
  await playground.type('right', distance.replace('&x - &y', '7'));
  await playground.compareAnew();
  await expect(page.locator('tm-verdict')).toContainText('does otherwise with the variables');
  await playground.type('left', distance.replace('&x - &y', '&x - &y - (&x - &y)'));
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await expect(page.locator('tm-verdict')).not.toContainText('depends on where');
});

test('files are pasted as they are dropped: assembly, WLP4, machine code and object files', async ({
  playground,
}) => {
  await playground.open();
  const paste = (side: Side, name: string, bytes: readonly number[]) =>
    panel(playground, side)
      .locator('.cm-content')
      .evaluate(
        (element, file) => {
          const clipboardData = new DataTransfer();
          clipboardData.items.add(new File([new Uint8Array(file.bytes)], file.name));
          const event = { clipboardData, bubbles: true, composed: true, cancelable: true };
          element.dispatchEvent(new ClipboardEvent('paste', event));
        },
        { name, bytes },
      );
  const text = (source: string) => [...new TextEncoder().encode(source)];
  const editor = (side: Side) => playground.editor(side);

  await paste('left', 'mine.asm', text('add $3, $1, $2\njr $31\n'));
  await expectOneFile(playground, 'left', 'mine.asm');
  await expect(editor('left')).toContainText('add $3, $1, $2');
  await paste('left', 'mine.wlp4', text(source));
  await expectOneFile(playground, 'left', 'mine.wlp4');
  await expect(editor('left')).toContainText('println(sum);');

  // jr $31 as machine code, and as an object file with an export.
  await paste('right', 'out.mips', [0x03, 0xe0, 0x00, 0x08]);
  await expectOneFile(playground, 'right', 'out.asm');
  await expect(editor('right')).toContainText('jr $31');
  const words = [0x10000002, 36, 16, 0x03e00008, 5, 12, 1, 0x67];
  words[1] = 4 * words.length;
  const merl = words.flatMap((word) => [24, 16, 8, 0].map((shift) => (word >>> shift) & 0xff));
  await paste('right', 'g.merl', merl);
  await expectOneFile(playground, 'right', 'g.asm');
  await expect(editor('right')).toContainText('.export g');
  await expect(editor('right')).toContainText('jr $31');
});

test('what a compiler printed is pasted as text and gets its verdict', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const pasted = (side: Side, code: string) =>
    panel(playground, side)
      .locator('.cm-content')
      .evaluate((element, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        const event = { clipboardData, bubbles: true, composed: true, cancelable: true };
        element.dispatchEvent(new ClipboardEvent('paste', event));
      }, code);
  for (const [side, number] of [
    ['left', 7],
    ['right', 8],
  ] as const) {
    await playground.editor(side).click();
    await page.keyboard.press('ControlOrMeta+a');
    await pasted(side, printing(number));
  }
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await expect(page.locator('tm-verdict')).toContainText('prints "7\\n"');
});

test('a file has completions as soon as it is shown, the first time and later', async ({
  playground,
}) => {
  const { page } = playground;
  const list = panel(playground, 'left').locator('.cm-tooltip-autocomplete');
  const mnemonics = list.getByRole('option');
  await playground.open();
  await playground.type('left', '    jr $31\n');
  await file(playground, 'left', 'New file');
  await playground.editor('left').click();
  // The tab is left while completions for the letter are searched for.
  for (const [letter, next] of [
    ['b', 'main.asm'],
    ['s', 'file.asm'],
    ['l', 'main.asm'],
  ] as const) {
    await page.keyboard.press(letter);
    await tabs(playground, 'left')
      .filter({ hasText: next })
      .evaluate((tab: HTMLElement) => tab.click());
    await expect.poll(() => playground.text('left')).not.toBe(letter);
    await playground.editor('left').press('Enter');
    await playground.editor('left').press('m');
    await expect(mnemonics.first()).toContainText('m');
    await playground.editor('left').press('Escape');
    await expect(list).toHaveCount(0);
  }
});
