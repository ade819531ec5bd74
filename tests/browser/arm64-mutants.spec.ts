/** What the tests of an ARM64 program miss. */

import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { open } from './arm64';
import { expectNoViolations, overflow } from './checks';
import { expect, openView, type Playground, test, VERDICT } from './playground';

/** The larger one of x0 and x1; a second comparison changes nothing. */
const larger = [
  ...['cmp x1, x0', 'cmp x0, x1', 'b.ge end', 'add x0, x1, xzr', 'add x5, x0, x1'],
  ...['end:', 'br x30', ''],
].join('\n');

const field = (page: Page) => page.getByLabel(/^Tests: an input in each line/);
const look = (page: Page) => page.getByRole('button', { name: 'Look for what they miss' });

async function begin(playground: Playground): Promise<Page> {
  const page = await open(playground);
  await playground.type('left', larger);
  await openView(page, 'Mutants');
  await expect(field(page)).toBeVisible();
  return page;
}

/** What the program gives. */
const larger64 = (a: bigint, b: bigint) => (a >= b ? a : b);

test('a missed mutant of an ARM64 program comes with a test that kills it', {
  tag: '@smoke',
}, async ({ playground }) => {
  const page = await begin(playground);
  await expect(field(page)).toHaveAccessibleName(/x0 and x1/);
  await field(page).fill('1, 2\n');
  await look(page).click();
  const found = page.locator('tm-found');
  await expect(found.locator('.score')).toContainText(/mutants/, { timeout: VERDICT });
  await expect(found.getByRole('row', { name: 'another register' })).toBeVisible();
  await expectNoViolations(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  // A condition without a sign is one that a test with signs kills.
  const unsigned = found.getByRole('listitem').filter({ hasText: 'b.hs' });
  const add = unsigned.getByRole('button', { name: /^Add .* as a test$/ });
  const [a = 0n, b = 0n] =
    ((await add.getAttribute('aria-label')) ?? '').match(/-?\d+/g)?.map(BigInt) ?? [];
  const higher = BigInt.asUintN(64, a) >= BigInt.asUintN(64, b) ? a : b;
  expect(higher).not.toBe(larger64(a, b));
  await add.click();
  await expect(field(page)).toHaveValue(`1, 2\n${a},${b}\n`);
  await expect(page.getByText('The tests have changed since')).toBeVisible();

  await found.getByRole('button', { name: 'Add all of them as tests' }).click();
  await look(page).click();
  await expect(found.locator('.score')).toContainText(/killed/, { timeout: VERDICT });
  const saved = page.waitForEvent('download');
  await found.getByRole('button', { name: 'Save as JSON' }).click();
  const report = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  expect(report).toMatchObject({ machine: 'arm64', missed: 0, complete: true });
  expect(report.killed).toBeGreaterThan(10);
  expect(report.equivalent).toBeGreaterThan(0);
});

test('lines that are no inputs of 64 bits are named, and tests are kept for these programs', async ({
  playground,
}) => {
  const page = await begin(playground);
  const typed = '# mine\n-9223372036854775808, 0x10\n1\n18446744073709551616, 0\n';
  await field(page).fill(typed);
  await look(page).click();
  await expect(page.getByText('Line 3: expected two numbers, x0 and x1, not 1')).toBeVisible();
  await expect(page.getByText(/Line 4: .* does not fit in 64 bits/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Not checked yet')).toHaveCount(0);
  await openView(page, 'Mutants');
  await expect(field(page)).toHaveValue(typed);
});

test('a program of somebody else is one more mutant', async ({ playground }) => {
  const page = await begin(playground);
  await field(page).fill('1, 2\n2, 1\n');
  const wrong = {
    name: 'anna.s',
    mimeType: 'text/plain',
    buffer: Buffer.from(larger.replace('b.ge', 'b.hs').replace('x5, x0', 'x5, x1')),
  };
  const none = { name: 'bert.s', mimeType: 'text/plain', buffer: Buffer.from('br x99\n') };
  await page.locator('tm-others input[type=file]').setInputFiles([wrong, none]);
  await expect(page.getByText('Programs of others (2)')).toBeVisible();
  await look(page).click();
  const found = page.locator('tm-found');
  await expect(found.getByText(/^anna\.s: a program of others/)).toBeVisible({ timeout: VERDICT });
  await expect(found.getByText(/bert\.s: line 1/)).toBeVisible({ timeout: VERDICT });
});
