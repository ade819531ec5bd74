import { readFileSync } from 'node:fs';

import { back, open } from './arm64';
import { expectNoViolations, overflow } from './checks';
import { DifferenceMap } from './map';
import { expect, openView, test } from './playground';

const bare = `    sdiv x0, x0, x1\n${back}`;
const guarded = `    cmp x1, xzr\n    b.eq end\n    sdiv x0, x0, x1\nend:\n${back}`;

/** The lines of the saved table of cells. */
async function cellsOf(map: DifferenceMap): Promise<string[][]> {
  await map.openMore();
  const saved = map.page.waitForEvent('download');
  await map.panel.getByRole('button', { name: 'Cells as CSV' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}

test('the map of ARM64 programs says what they do on words of 64 bits', {
  tag: '@smoke',
}, async ({ playground }) => {
  const page = await open(playground);
  const map = new DifferenceMap(page);
  await playground.type('left', guarded);
  await playground.type('right', bare);
  await map.draw();
  const most = 2n ** 63n;
  expect(await map.ends()).toEqual([-most, most - 1n, -most, most - 1n].map(String));
  expect(Object.keys(await map.counts()).sort()).toEqual(['agree', 'right-faults']);
  await expectNoViolations(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  // Near 2^63 neighbours are the same number in a double.
  const [from, to] = ['9223372036854775300', '9223372036854775807'];
  await map.show(from, to, '-1', '1');
  const [head, ...cells] = await cellsOf(map);
  expect(head?.slice(0, 4)).toEqual(['x0 from', 'x0 to', 'x1 from', 'x1 to']);
  expect(cells).toHaveLength(3 * 256);
  const seen = new Set<string>();
  for (const cell of cells) {
    const [low = '', high = '', , , name, , x = '', y = '', left, right] = cell;
    const [a, b] = [BigInt(x), BigInt(y)];
    expect(BigInt(low) <= a && a <= BigInt(high)).toBe(true);
    const quotient = b === 0n ? a : BigInt.asIntN(64, a / b);
    expect([name, left, right]).toEqual(
      b === 0n
        ? ['right-faults', String(quotient), 'division-by-zero']
        : ['agree', String(quotient), String(quotient)],
    );
    seen.add(x);
  }
  expect(seen.size).toBeGreaterThan(250);
});

test('the witness is on the map, and a cell is stepped through', async ({ playground }) => {
  const page = await open(playground);
  const map = new DifferenceMap(page);
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await openView(page, 'Map');
  await map.expectDone();
  await expect(map.legend.locator('[data-class="witness"]')).toContainText('9223372036854775807');
  const example = map.legend.locator('[data-class="results-differ"]');
  const button = example.getByRole('button', { name: /^Step through/ });
  const [, first, second] =
    /x0 = (-?\d+).*x1 = (-?\d+)/.exec((await button.getAttribute('aria-label')) ?? '') ?? [];
  await button.click();
  const steps = page.locator('tm-arm64-steps');
  await expect(steps.getByLabel('x0', { exact: true })).toHaveValue(first ?? '');
  await expect(steps.getByLabel('x1', { exact: true })).toHaveValue(second ?? '');
  await playground.type('left', bare);
  await openView(page, 'Map');
  await expect(map.panel).toContainText('have changed since this map');
});

test('the axes of a map are words of an array, too', async ({ playground }) => {
  const page = await open(playground);
  const map = new DifferenceMap(page);
  await playground.type('left', `    ldur x0, [x0, 0]\n${back}`);
  await playground.type('right', `    ldur x2, [x0, 0]\n    add x0, x2, x1\n${back}`);
  await page.getByRole('button', { name: 'Change the inputs and the machine' }).click();
  const dialog = page.getByRole('dialog', { name: 'What is compared' });
  await dialog.getByLabel('an array: its address in x0').check();
  await dialog.getByLabel('Numbers at most').fill('2');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await map.draw();
  await expect(map.panel).toContainText('On all of it a[1] = 0.');
  await map.show('-1', '3', '7', '7');
  expect(await map.counts()).toEqual({ excluded: '2', agree: '1', 'results-differ': '2' });
  await map.panel.getByLabel('Upwards').selectOption('a[1]');
  await expect(map.panel).toContainText('On all of it a[0] = 0.');
});

test('inputs that break a condition are not on a map', async ({ playground }) => {
  const page = await open(playground);
  const map = new DifferenceMap(page);
  await playground.type('left', bare);
  await playground.type('right', bare);
  await page.getByRole('button', { name: 'Change the inputs and the machine' }).click();
  const dialog = page.getByRole('dialog', { name: 'What is compared' });
  await dialog.getByLabel('Only inputs with').fill('x0 < x1');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await map.draw();
  await map.show('0', '2', '0', '2');
  expect(await map.counts()).toEqual({ excluded: '6', agree: '3' });
});
