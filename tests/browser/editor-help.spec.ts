import { expect, test } from './playground';

const untidy = 'loop:\n ADD $3 ,$1,$2;sum\n\n\n  bne $3,$0 , loop # again\n jr $31';
const tidy = 'loop:\n    add $3, $1, $2    ;sum\n\n    bne $3, $0, loop    # again\n    jr $31\n';

test('a program is formatted by a key and from the menu, and undo brings it back', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', untidy);
  await page.keyboard.press('Shift+Alt+F');
  await expect.poll(() => playground.text('left')).toBe(tidy);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => playground.text('left')).toBe(untidy);

  await page.locator('tm-editor summary', { hasText: 'Edit the left program' }).click();
  await page.getByRole('button', { name: 'Format' }).click();
  await expect.poll(() => playground.text('left')).toBe(tidy);
  await expect(playground.editor('left')).toBeFocused();
});

test('formatting leaves the cursor in its place and broken lines alone', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', '\n\n addd  $3\n   jr   $31');
  // Before the 1 of $31.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+Alt+F');
  await expect.poll(() => playground.text('left')).toBe(' addd  $3\n    jr $31\n');
  await page.keyboard.insertText('0');
  expect(await playground.text('left')).toBe(' addd  $3\n    jr $301\n');
});

test('a label is renamed everywhere, and to what it can be called only', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', 'again: beq $1, $0, again ; again\n.word again\njr $31');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('F2');
  const name = page.getByLabel('New name of again');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('again');
  await name.fill('add');
  await page.keyboard.press('Enter');
  const second = page.getByLabel('add is an instruction');
  await expect(second).toBeFocused();
  await second.fill('loop');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => playground.text('left'))
    .toBe('loop: beq $1, $0, loop ; again\n.word loop\njr $31');
  await expect(playground.editor('left')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => playground.text('left')).toContain('.word again');

  // Escape changes nothing.
  await page.keyboard.press('F2');
  await page.getByLabel('New name of again').fill('other');
  await page.keyboard.press('Escape');
  await expect(playground.editor('left')).toBeFocused();
  expect(await playground.text('left')).toContain('.word again');
});

test('a label is gone to by a key and by a click, and where there is none it is told', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', '  beq $1, $0, end\n  add $3, $1, $2\nend:\n  jr $31');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('F12');
  await expect(page.getByText('Put the cursor on a label first.')).toBeVisible();
  await page.keyboard.press('Escape');

  const jump = playground.editor('left').getByText('end', { exact: true });
  await jump.click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('end');
  await page.keyboard.insertText('stop');
  await expect.poll(() => playground.text('left')).toContain('\nstop:\n');
  expect(await playground.text('left')).toContain('$0, end\n');
});

test('instructions, registers and labels are completed', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', 'target: jr $31\n    mul');
  const offered = page.getByRole('listbox').getByRole('option');
  // The list is loaded as a separate chunk: a key pressed before that waits for it.
  await page.keyboard.press('Control+Space');
  await expect(offered.filter({ hasText: 'multu' })).toBeVisible();
  // Nothing is selected at first, so that Enter inserts a new line. CodeMirror ignores keys for a moment after a list
  // has opened.
  await expect(page.locator('.cm-completionInfo')).toHaveCount(0);
  await expect(async () => {
    if ((await offered.count()) === 0) await page.keyboard.press('Control+Space');
    await expect(offered.filter({ hasText: 'multu' })).toBeVisible({ timeout: 1_000 });
    await page.keyboard.press('ArrowDown');
    const help = page.locator('.cm-completionInfo');
    await expect(help).toContainText('signed 64-bit product', { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Escape');

  await playground.type('left', 'target: jr $31\n    beq $3');
  await page.keyboard.press('Control+Space');
  await expect(offered.filter({ hasText: 'return address' })).toBeVisible();
  await page.keyboard.press('Escape');

  await playground.type('left', 'target: jr $31\n    beq $3, $0, ta');
  await page.keyboard.press('Control+Space');
  await expect(offered.filter({ hasText: 'target' })).toBeVisible();
  await offered.filter({ hasText: 'target' }).click();
  await expect.poll(() => playground.text('left')).toContain('$0, target');
});

test('a line says what it does with its own operands, and with its values on an input', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type(
    'right',
    'lis $5\n.word 50\nsub $6, $1, $5\nbeq $0, $0, end\nadd $6, $1, $1\nend: jr $31\n',
  );
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  const [one, two] = await Promise.all(
    ['$1', '$2'].map(async (name) => (await playground.value(name).textContent())?.trim() ?? ''),
  );
  const help = page.locator('.instruction-help');
  const ask = async (line: number) => {
    await playground.editor('right').focus();
    await page.keyboard.press('ControlOrMeta+Home');
    for (let at = 1; at < line; at += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+i');
  };
  await ask(3);
  await expect(help).toContainText('$6 := $1 - $5, modulo 2^32');
  const difference = (Number(one?.split(' ')[0]) - 50) | 0;
  await expect(help).toContainText(
    `On $1 = ${one}, $2 = ${two}: with $1 = ${one} and $5 = 50, it gives $6 = ${difference}`,
  );
  await ask(4);
  await expect(help).toContainText('if $0 = $0, go to end');
  await expect(help).toContainText('line 6 is next');
  await ask(5);
  await expect(help).toContainText('the program does not come here');
});

test('help and fixes are a key away', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', '    addd $3, $1, $2');
  await expect(page.getByText('1 error')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+.');
  await expect.poll(() => playground.text('left')).toBe('    add $3, $1, $2');
  await page.keyboard.press('ControlOrMeta+i');
  await expect(page.locator('.instruction-help')).toContainText('$d := $s + $t, modulo 2^32');
  await page.keyboard.press('ControlOrMeta+i');
  await expect(page.locator('.instruction-help')).toHaveCount(0);
  await playground.type('left', '    jr $31');
  await expect(page.getByText('no problems')).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+.');
  await expect(page.getByText('Nothing on this line has a fix.')).toBeVisible();
});
