import { readFileSync } from 'node:fs';

import { DifferenceMap } from './map';
import { expect, openView, test, VERDICT } from './playground';

const guarded = `    beq $2, $0, end
    div $1, $2
    mflo $3
end:
    jr $31
`;
const bare = '    div $1, $2\n    mflo $3\n    jr $31\n';

test('the map shows where programs differ, with an input of each kind to step through', {
  tag: '@smoke',
}, async ({ playground }) => {
  const { page } = playground;
  const map = new DifferenceMap(page);
  await playground.open();
  await playground.type('left', guarded);
  await playground.type('right', bare);
  await map.draw();
  const counts = await map.counts();
  expect(Object.keys(counts).sort()).toEqual(['agree', 'right-faults']);
  const total = Object.values(counts).reduce((sum, n) => sum + Number(n.replace(',', '')), 0);
  expect(total).toBe(256 * 256);
  await map.legend
    .locator('[data-class="right-faults"]')
    .getByRole('button', { name: /^Step through/ })
    .click();
  const debug = page.getByRole('region', { name: 'Lockstep debugger' });
  await expect(debug).toContainText('P₂ faults, and P₁ does not');
  await expect(debug.getByRole('form', { name: 'Inputs' }).getByLabel('$2')).toHaveValue('0');
});

test('the witness is on the map however rare it is, and a click loads a cell', async ({
  playground,
}) => {
  const { page } = playground;
  const map = new DifferenceMap(page);
  await playground.open();
  await playground.choose('rare-pair');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await openView(page, 'Map');
  await map.expectDone();
  expect((await map.counts())['results-differ']).toBe('1');
  await expect(map.legend.locator('[data-class="witness"]')).toContainText('42, 103');

  // From the whole plane to the single input, by the keyboard alone.
  for (let zoom = 0; zoom < 12; zoom += 1) {
    // The bounds are read from a part that unfolds.
    if ((await map.ends()).join() === '42,42,103,103') break;
    await map.plane.focus();
    await page.keyboard.press('+');
    await map.expectDone();
    await expect(map.plane).toBeFocused();
  }
  expect(await map.ends()).toEqual(['42', '42', '103', '103']);
  await map.panel.getByRole('button', { name: 'Whole plane' }).click();
  await map.expectDone();
  await map.show('42', '42', '103', '103');
  await expect(map.panel).toContainText('Each cell is a single input.');
  expect(await map.counts()).toMatchObject({ 'results-differ': '1' });
  await map.plane.hover();
  const cell = map.panel.locator('.cell');
  await expect(cell).toContainText('a single input');
  await expect(cell).toContainText(/P₁\s*done: \$3 = 145/);
  await expect(cell).toContainText(/P₂\s*done: \$3 = 0/);
  await map.plane.click({ position: { x: 150, y: 100 } });
  const debug = page.getByRole('region', { name: 'Lockstep debugger' });
  await expect(debug.getByRole('form', { name: 'Inputs' }).getByLabel('$1')).toHaveValue('42');
  await expect(debug.getByRole('form', { name: 'Inputs' }).getByLabel('$2')).toHaveValue('103');
});

test('the map opens on the axes that show more of the difference', async ({ playground }) => {
  const { page } = playground;
  const map = new DifferenceMap(page);
  await playground.open();
  // The programs differ if $1 + $2 overflows: on a quarter of the plane, for large numbers only.
  await map.draw();
  await expect(map.panel.getByLabel('Axes')).toHaveValue('linear');
  const counts = await map.counts();
  expect(Number(counts['results-differ']?.replaceAll(',', ''))).toBeGreaterThan(10_000);
  // The other axes are a choice, which stays.
  await map.panel.getByLabel('Axes').selectOption('Logarithmic');
  await map.expectDone();
  await playground.type('left', guarded);
  await map.panel.getByRole('button', { name: 'Draw again' }).click();
  await map.expectDone();
  await expect(map.panel.getByLabel('Axes')).toHaveValue('logarithmic');
});

test('the verdict has the map as a small picture, which leads to it', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  const small = playground.verdict.getByRole('button', { name: /open the map$/ });
  await expect(small).toBeVisible({ timeout: VERDICT });
  // Two triangles, together a quarter of the plane: a part of it differs, a larger part does not.
  const colours = await small.locator('canvas').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const context = (canvas as HTMLCanvasElement).getContext('2d');
    const pixels = new Uint32Array(context?.getImageData(0, 0, width, height).data.buffer ?? []);
    const counts = new Map<number, number>();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    return [...counts.values()].map((count) => count / pixels.length).sort();
  });
  expect(colours).toHaveLength(2);
  expect(colours[0]).toBeGreaterThan(0.2);
  expect(colours[0]).toBeLessThan(0.3);
  await small.click();
  await expect(page.getByRole('tab', { name: 'Map' })).toHaveAttribute('aria-selected', 'true');
});

test('one zooms by dragging, by button and back', async ({ playground }) => {
  const { page } = playground;
  const map = new DifferenceMap(page);
  await playground.open();
  await map.draw();
  const values = () => map.ends();
  const whole = ['-2147483648', '2147483647', '-2147483648', '2147483647'];
  expect(await values()).toEqual(whole);
  await map.plane.scrollIntoViewIfNeeded();
  const box = await map.plane.boundingBox();
  if (!box) throw new Error('no plane');
  await page.mouse.move(box.x + 250, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 130);
  await page.mouse.move(box.x + 350, box.y + 160);
  await page.mouse.up();
  await expect.poll(values).not.toEqual(whole);
  await map.expectDone();
  await map.panel.getByRole('button', { name: 'Zoom in' }).click();
  await map.panel.getByRole('button', { name: 'Zoom out' }).click();
  await map.panel.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(values).toEqual(whole);
  await map.panel.getByLabel('Axes').selectOption('Linear');
  await map.expectDone();
  await map.show('-8', '0x7', '-4', '3');
  expect(Object.values(await map.counts())).toContain('128');
  await map.panel.getByRole('button', { name: 'Whole plane' }).click();
  await expect.poll(values).toEqual(whole);
});

test('the tables of the map say what the emulator says', async ({ playground }) => {
  const { page } = playground;
  const map = new DifferenceMap(page);
  await playground.open();
  await playground.type('left', guarded);
  await playground.type('right', bare);
  await map.draw();
  await map.show('-20', '20', '-5', '5');
  expect(await map.counts()).toEqual({ agree: String(41 * 10), 'right-faults': '41' });
  const saved = page.waitForEvent('download');
  await map.panel.getByRole('button', { name: 'Cells as CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('map.csv');
  const [head, ...lines] = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(head).toBe('$1 from,$1 to,$2 from,$2 to,class,samples,sample $1,sample $2,left,right');
  expect(lines).toHaveLength(41 * 11);
  for (const line of lines) {
    const [a, , b, , name, samples, , , left, right] = line.split(',');
    expect(samples).toBe('1');
    const [x, y] = [Number(a), Number(b)];
    // If $2 is zero, the guarded program leaves $3 unchanged.
    const quotient = y === 0 ? '0' : String(Math.trunc(x / y) | 0);
    expect([name, left, right]).toEqual(
      y === 0 ? ['right-faults', '0', 'division-by-zero'] : ['agree', quotient, quotient],
    );
  }
  await map.panel.getByText('The map as a table').click();
  const regions = map.panel.getByRole('table', { name: 'Regions of the map' });
  await expect(regions.getByRole('row')).toHaveCount(9);
  const words = await regions.getByRole('cell').allTextContents();
  expect(words.filter((word) => word === 'P₂ faults')).toHaveLength(8);
  expect(words.filter((word) => word === 'agree')).toHaveLength(56);
});

test('the picture can be saved, and the map says when the programs have changed', async ({
  playground,
}) => {
  const { page } = playground;
  const map = new DifferenceMap(page);
  await playground.open();
  await map.draw();
  const saved = page.waitForEvent('download');
  await map.openMore();
  await map.panel.getByRole('button', { name: 'Picture as PNG' }).click();
  const bytes = readFileSync(await (await saved).path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.readUInt32BE(16)).toBe(1100);

  await playground.type('left', guarded);
  await expect(map.panel).toContainText('have changed since this map');
  await map.panel.getByRole('button', { name: 'Draw again' }).click();
  await map.expectDone();
  await expect(map.panel).not.toContainText('have changed since this map');
  await playground.type('left', '    addd $3\n');
  await map.panel.getByRole('button', { name: 'Draw again' }).click();
  await expect(map.panel).toContainText('the left program has errors');
});

test('a map of programs that do not stop can be stopped, and one steps meanwhile', {
  tag: '@long',
}, async ({ playground }) => {
  const { page } = playground;
  const map = new DifferenceMap(page);
  await playground.open();
  await playground.type('left', 'again:\n    beq $0, $0, again\n');
  await playground.type('right', guarded);
  await playground.set('Fuel', '1000000');
  await openView(page, 'Map');
  await map.panel.getByRole('button', { name: 'Draw the map' }).click();
  await expect(map.legend.locator('[data-class="out-of-fuel"]')).toBeVisible();
  await map.panel.getByRole('button', { name: 'Stop' }).click();
  await expect(map.panel).toContainText('Stopped.');
  await expect(map.legend.locator('[data-class="unseen"]')).toBeVisible();
});
