/** The report that `tamarin grade` writes: a page whose links lead to this one. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expectNoViolations, overflow } from './checks';
import { commandLine } from './command-line';
import { expect, test } from './playground';

const max =
  'slt $4, $2, $1\nbeq $4, $0, 2\nadd $3, $1, $0\njr $31\nadd $3, $2, $0\njr $31\n; größer\n';
const product = (order: string) =>
  `mult ${order}\nmflo $3\ndiv $3, $2\nmfhi $3\nmult $3, $3\nmflo $3\njr $31\n`;
const submissions: Record<string, string> = {
  'alice.asm': max.replaceAll('$4', '$9'),
  'bob.asm': max.replace('slt', 'sltu'),
  'carol with <a> long name & more of it, so that it needs two lines.asm': max
    .replace('slt', 'sltu')
    .replaceAll('$4', '$9'),
  'dave.wlp4': 'int wain(int a, int b) {\n  println(a);\n  return a;\n}\n',
  'erin.asm': 'add $3, $1\n',
  'fay.asm': product('$1, $2'),
};

/** Grades the submissions; the folder contains the output. */
function graded(folder: string, playground: string, more: string[] = []): string {
  const from = join(folder, 'in');
  const out = join(folder, 'out');
  mkdirSync(from, { recursive: true });
  for (const [name, text] of Object.entries(submissions)) writeFileSync(join(from, name), text);
  const reference = join(folder, 'max.asm');
  writeFileSync(reference, max);
  const args = ['grade', from, '--reference', reference, '--causes', '--quiet', '--out', out];
  commandLine(...args, '--playground', playground, ...more);
  return join(out, 'report.html');
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 320]) {
    const isUsual = (colorScheme === 'dark') === (width === 320);
    const tag = isUsual ? {} : { tag: '@long' };
    test(`the report stands axe, ${colorScheme}, ${width} wide`, tag, async ({ page }, info) => {
      const report = graded(info.outputPath('graded'), 'https://example.org/tamarin/');
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(pathToFileURL(report).href);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('max.asm');
      await expect(page.getByRole('img', { name: /A circle for each class/ })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Causes' })).toContainText(
        'sltu should be slt',
      );
      await expectNoViolations(page);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    });
  }
}

test('a class is opened in the page, with its receipt', async ({ page, baseURL }, info) => {
  const report = graded(info.outputPath('graded'), baseURL ?? '');
  await page.goto(pathToFileURL(report).href);
  const links = page.getByRole('link', { name: /^Open class/ });
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  // The reference's, that of `sltu`, dave's and fay's.
  expect(addresses).toHaveLength(4);
  const states: (string | null)[] = [];
  for (const address of addresses) {
    await page.goto('about:blank');
    await page.goto(address ?? '');
    const card = page.locator('[data-receipt]');
    await expect(card).not.toHaveAttribute('data-receipt', 'running');
    states.push(await card.getAttribute('data-receipt'));
  }
  expect(states).toEqual(['not-checked', 'confirmed', 'confirmed', 'confirmed']);
});
