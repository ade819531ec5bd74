import { expect, openView, test } from './playground';

test('an error is shown at its place, and keeps the programs from being compared', {
  tag: '@smoke',
}, async ({ playground }) => {
  await playground.open();
  await playground.type('right', '    add $3, $1, $2\n    addd $3, $3, $3\n    jr $31\n');
  const mark = playground.editor('right').locator('.cm-lintRange-error');
  await expect(mark).toHaveText('addd');
  await expect(playground.page.getByText('1 error')).toBeVisible();

  await playground.compare.click();
  await expect(playground.page.getByRole('alert').filter({ hasText: 'line 2' })).toBeVisible();
  await expect(playground.editor('right')).toBeFocused();
  await expect(playground.verdict).toHaveCount(0);

  // The cursor is at the error.
  await playground.page.keyboard.insertText('!');
  expect(await playground.text('right')).toContain('    !addd');
});

test('a fix can be applied', async ({ playground }) => {
  await playground.open();
  await playground.type('left', '    addd $3, $1, $2\n    jr $31\n');
  await playground.page.getByRole('button', { name: /^Fix: .*add/ }).click();
  await expect.poll(() => playground.text('left')).toContain('    add $3, $1, $2');
  await expect(playground.page.getByText('1 error')).toHaveCount(0);
});

test('all fixes can be applied at once, and undone at once', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const text = '    addd $3, $1, $2\n    subb $3, $3, $2\n    jr $31\n';
  await playground.type('left', text);
  await page.getByRole('button', { name: 'Fix all 2' }).click();
  const fixed = '    add $3, $1, $2\n    sub $3, $3, $2\n    jr $31\n';
  await expect.poll(() => playground.text('left')).toBe(fixed);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => playground.text('left')).toBe(text);
});

test('what was typed survives a reload, wrong options among it', async ({ playground }) => {
  await playground.open();
  await playground.type('left', '; kept\n    jr $31\n');
  await playground.set('Fuel', 'many');
  await playground.set('$1', '-0x10');
  await playground.page.reload();
  await expect.poll(() => playground.text('left')).toContain('; kept');
  await playground.expectOption('Fuel', 'many');
  await playground.expectOption('$1', '-0x10');
});

test('an option that is no value is named, and nothing is compared', async ({ playground }) => {
  await playground.open();
  await playground.set('Fuel', '0');
  await playground.inPanel((panel) =>
    expect(panel.getByLabel('Fuel')).toHaveAttribute('aria-invalid', 'true'),
  );
  await expect(playground.page.locator('tm-contract')).toContainText('An option is not a value');
  await playground.compare.click();
  await expect(playground.page.getByRole('alert').filter({ hasText: 'Fuel' })).toBeVisible();
  await expect(playground.verdict).toHaveCount(0);
});

test('first inputs may be negative or hexadecimal', async ({ playground }) => {
  await playground.open('fig05');
  await playground.set('$1', '-1');
  await playground.set('$2', '0xff');
  await playground.compare.click();
  await openView(playground.page, 'Runs');
  const runs = playground.page.getByRole('table', { name: 'Runs of both programs' });
  const first = runs.getByRole('row').filter({ hasText: '-1' }).first();
  await expect(first).toContainText('255');
  await playground.page.getByLabel('Numbers').selectOption('Unsigned');
  await expect(runs.getByRole('row').filter({ hasText: '4294967295' }).first()).toBeVisible();
});

test('the machine code of a program can be looked at', async ({ playground }) => {
  await playground.open();
  await playground.type('left', 'begin:\n    add $3, $1, $2\n    jr $31\n');
  await playground.page.getByText('Machine code (2 words)').click();
  const listing = playground.page.getByRole('region', { name: 'Machine code of the left program' });
  await expect(listing).toContainText('0x00221820');
  await expect(listing).toContainText('begin: add $3, $1, $2');
  await expect(playground.page.getByText('Routines linked to it')).toHaveCount(0);
});

test('what a program imports is linked, and listed apart from it', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const calls = '.import print\n    lis $4\n    .word print\n    jr $4\n';
  await playground.type('left', calls);
  await page.getByText('Machine code (3 words)').click();
  const own = page.getByRole('region', { name: 'Machine code of the left program' });
  await expect(own.getByRole('row')).toHaveCount(4);
  await page.getByText('Routines linked to it').click();
  const linked = page.getByRole('region', { name: 'Routines linked to the left program' });
  await expect(linked).toContainText('print: sw $2, -4($30)');
  // An undefined name is marked where it is used.
  await playground.type('left', calls.replaceAll('print', 'gone'));
  const problems = page.getByRole('button', { name: 'no file exports gone' }).first();
  await expect(problems).toBeVisible();
});
