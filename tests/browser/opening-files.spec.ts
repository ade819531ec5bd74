import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';

import { expect, nothing, type Playground, test } from './playground';

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

async function open(
  { page }: Playground,
  side: 'left' | 'right',
  files: ReturnType<typeof file>[],
): Promise<void> {
  const editor = page.locator(`tm-editor[data-side="${side}"]`);
  await editor.locator('tm-files summary').click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    editor.getByRole('button', { name: 'Open …' }).click(),
  ]);
  await chooser.setFiles(files);
}

/** Drops files, as a user does, onto the element that the selector finds. */
async function drop(page: Page, selector: string, files: { name: string; text: string }[]) {
  const data = await page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const { name, text } of list) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  const target = page.locator(selector).first();
  await target.dispatchEvent('dragover', { dataTransfer: data });
  await target.dispatchEvent('drop', { dataTransfer: data });
}

async function saved(page: Page, item: string) {
  await page.locator('tm-page-menu summary').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('tm-page-menu').getByRole('button', { name: item }).click(),
  ]);
  const path = await download.path();
  return { name: download.suggestedFilename(), bytes: await readFile(path) };
}

test('a file is opened on its side, several are one program, and undo brings back what was there', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  const before = await playground.text('right');
  await open(playground, 'right', [file('mine.asm', '\ufeff; mine\r\njr $31\r\n')]);
  await expect.poll(() => playground.text('right')).toBe('; mine\njr $31\n');
  await playground.editor('right').click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => playground.text('right')).toBe(before);

  await open(playground, 'right', [file('a.asm', '; a\n'), file('b.asm', '; b\n')]);
  await expect.poll(() => playground.text('right')).toBe('; a\n');
  const tabs = page.getByRole('tablist', { name: 'Files of the right program' });
  await expect(tabs.getByRole('tab')).toHaveText(['a.asm', 'b.asm']);
  await tabs.getByRole('tab', { name: 'b.asm' }).click();
  await expect.poll(() => playground.text('right')).toBe('; b\n');
});

test('machine code and object files are opened as the text that gives them', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  const words = [0x00221820, 0x03e00008];
  const bytes = (list: number[]) => {
    const buffer = Buffer.alloc(list.length * 4);
    for (const [index, word] of list.entries()) buffer.writeUInt32BE(word, index * 4);
    return buffer;
  };
  await open(playground, 'left', [file('sum.mips', bytes(words))]);
  await expect.poll(() => playground.text('left')).toBe('    add $3, $1, $2\n    jr $31\n');
  // Cookie, length of the file, end of its code.
  const merl = bytes([0x10000002, 20, 20, ...words]);
  await open(playground, 'right', [file('sum.merl', merl)]);
  await expect.poll(() => playground.text('right')).toBe('    add $3, $1, $2\n    jr $31\n');
  await open(playground, 'right', [file('odd.mips', bytes(words).subarray(0, 7))]);
  await expect(page.getByRole('alert').filter({ hasText: 'Not opened' })).toContainText(
    'odd.mips: neither words of 8 hexadecimal digits nor a whole number of 4-byte words: 7 bytes',
  );
});

test('of thousands of problems those that say the same are one, and the first are listed', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await open(playground, 'left', [file('long.asm', 'what is this?\n'.repeat(20_000))]);
  const problems = page.locator('tm-problems').first().getByRole('listitem');
  await expect(problems).toHaveCount(1);
  await expect(problems).toContainText('The same in lines 2, 3, 4, 5, 6, 7 and 19,993 more.');
  const names = Array.from({ length: 1_000 }, (_, at) => `what${at} $3\n`);
  await open(playground, 'left', [file('names.asm', names.join(''))]);
  await expect(page.getByText(/more problems are not listed/)).toBeVisible();
  await expect(problems).toHaveCount(101);
  // Typed text appears before the assembler has processed it.
  await playground.editor('left').press('ControlOrMeta+Home');
  await page.keyboard.type('; quick');
  await expect(playground.editor('left').locator('.cm-line').first()).toContainText('; quick');
});

test('files that are no programs are refused by name, and nothing is lost', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  const before = [await playground.text('left'), await playground.text('right')];
  const alert = page.getByRole('alert').filter({ hasText: 'Not opened' });
  await open(playground, 'left', [file('utf16.asm', Buffer.from('jr $31\n', 'utf16le'))]);
  await expect(alert).toContainText('utf16.asm is not a text in UTF-8');
  await open(playground, 'left', [file('latin.asm', Buffer.from([0x3b, 0xe9, 0x0a]))]);
  await expect(alert).toContainText('latin.asm is not a text in UTF-8');
  await open(playground, 'left', [file('huge.asm', `;${'x'.repeat(1_500_000)}`)]);
  await expect(alert).toContainText('huge.asm has 1.5 MB, and a program may have 1.0 MB');
  const many = Array.from({ length: 33 }, (_, index) => file(`${index}.asm`, ''));
  await open(playground, 'left', many);
  await expect(alert).toContainText('33 files. A program may have 32.');
  expect([await playground.text('left'), await playground.text('right')]).toEqual(before);
});

test('files are dropped onto an editor, and beside the editors nothing happens', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await drop(page, 'tm-editor .cm-content', [{ name: 'x.asm', text: '; dropped\n' }]);
  await expect.poll(() => playground.text('left')).toBe('; dropped\n');
  await drop(page, 'tm-app footer', [{ name: 'y.asm', text: '; elsewhere\n' }]);
  expect(await playground.text('left')).toBe('; dropped\n');
  expect(page.url()).not.toContain('y.asm');
});

test('programs are saved as they stand', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('right', '; é\njr $31\n');
  const right = await saved(page, 'Right program');
  expect(right.name).toBe('right.asm');
  expect(right.bytes.toString()).toBe('; é\njr $31\n');

  const names: string[] = [];
  page.on('download', (download) => names.push(download.suggestedFilename()));
  await page.locator('tm-page-menu summary').click();
  await page.getByRole('button', { name: 'Both programs' }).click();
  await expect.poll(() => names.sort()).toEqual(['left.asm', 'right.asm']);
});

test('a bundle holds what was compared, the verdict and the queries', async ({ playground }) => {
  const { page } = playground;
  await playground.open('fig05');
  await page.locator('tm-page-menu summary').click();
  const item = page.getByRole('button', { name: /^Bundle/ });
  await expect(item).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  const [left, right] = [await playground.text('left'), await playground.text('right')];
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  // Text typed later is not covered by the verdict.
  await playground.type('left', nothing);
  const { name, bytes } = await saved(page, 'Bundle');
  expect(name).toBe('tamarin.zip');
  const entries = unzipSync(new Uint8Array(bytes));
  const text = (entry: string) => strFromU8(entries[entry] ?? new Uint8Array());
  expect(Object.keys(entries).sort()).toEqual([
    'README.txt',
    'left.asm',
    'queries/query-0001.smt2',
    'queries/query-0002.smt2',
    'right.asm',
    'verdict.json',
  ]);
  expect([text('left.asm'), text('right.asm')]).toEqual([left, right]);
  const verdict = JSON.parse(text('verdict.json'));
  expect(verdict.report.verdict).toBe('disequivalent');
  expect(verdict.report.witness.inputs).toEqual([1, 100]);
  expect(verdict.options.strategy).toBe('paper');
  expect(text('queries/query-0001.smt2')).toContain('(check-sat)');
  expect(text('README.txt')).toContain('tamarin compare left.asm right.asm');

  const again = await saved(page, 'Bundle');
  expect(again.bytes.equals(bytes)).toBe(true);
});
