import { readFile } from 'node:fs/promises';

import type { Locator, Page } from '@playwright/test';

import { expectNoViolations, overflow } from './checks';
import { expect, factorial, openView, type Playground, test } from './playground';

/** Compares an example and shows the tree of its paths. */
async function show(playground: Playground, example: string): Promise<Locator> {
  const { page } = playground;
  await playground.open();
  await playground.choose(example);
  await playground.compare.click();
  await expect(playground.verdict).toBeVisible();
  // A phone shows one place at a time.
  const places = page.getByRole('navigation', { name: 'Parts of the page' });
  if (await places.isVisible()) await places.getByRole('button', { name: 'Result' }).click();
  await openView(page, 'Paths');
  const tree = page.getByRole('tree', { name: 'Path tree' });
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  return tree;
}

async function saved(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFile(await (await download).path(), 'utf8');
}

const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.getAttribute('aria-label');
  });

test('a node is shown with its condition, an input, its runs and its query', {
  tag: '@smoke',
}, async ({ playground }) => {
  const { page } = playground;
  const tree = await show(playground, 'fig05');
  await expect(tree.getByRole('treeitem')).toHaveCount(7);
  await tree.getByRole('treeitem', { name: /\$2 == 100, differ, 101 ≠ 201/ }).click();
  const details = page.getByRole('region', { name: 'The chosen node' });
  await expect(details).toContainText('The programs differ');
  await expect(details).toContainText('bne $2, $28, end at 0x0c');
  await expect(details).toContainText('(not taken)');
  await expect(details).toContainText('$1 = 1, $2 = 100');

  await details.getByText('Query 2 asked for this way').click();
  await expect(details.locator('pre')).toContainText('(check-sat)');

  await details.getByRole('button', { name: 'Run 4' }).click();
  await expect(page.getByRole('region', { name: 'Details of run 4' })).toBeVisible();

  await details.getByRole('button', { name: 'Go to line 3 of the right program' }).click();
  await expect(playground.editor('right')).toBeFocused();
  await expect(playground.editor('right').locator('.cm-activeLine')).toContainText('bne $2, 100');
});

test('a run that is opened after another one shows its own traces', async ({ playground }) => {
  const { page } = playground;
  const tree = await show(playground, 'fig05');
  await tree.getByRole('treeitem').first().click();
  const details = page.getByRole('region', { name: 'The chosen node' });
  /** The recorded trace, once it is available. */
  const trace = async (run: number) => {
    const region = page.getByRole('region', { name: `Details of run ${run}` });
    await region.getByRole('tab', { name: 'raw', exact: true }).click();
    await expect(region.locator('pre')).not.toBeEmpty();
    return region.locator('pre').textContent();
  };
  const traces: Record<number, string | null> = {};
  for (const run of [1, 4]) {
    await details.getByRole('button', { name: `Run ${run}`, exact: true }).click();
    traces[run] = await trace(run);
  }
  expect(traces[4]).not.toBe(traces[1]);

  // The list of runs agrees with the tree about each run.
  await openView(page, 'Runs');
  for (const run of [1, 4]) {
    const opener = page.getByRole('button', { name: `Details of run ${run}` });
    await opener.click();
    expect(await trace(run)).toBe(traces[run]);
    await opener.click();
  }
});

test('the tree is gone about with the arrow keys, and the keyboard stays with it', async ({
  playground,
}) => {
  const { page } = playground;
  const tree = await show(playground, 'nested-same');
  await tree.getByRole('treeitem').first().focus();
  expect(await focused(page)).toBe('start');
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toMatch(/^P₁, \$1 == 12/);
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toMatch(/\$2 == 25/);
  await page.keyboard.press('ArrowLeft');
  expect(await focused(page)).toMatch(/^P₁, \$1 == 12/);

  // Left closes an open item, right opens it again.
  const items = await tree.getByRole('treeitem').count();
  await page.keyboard.press('ArrowLeft');
  const item = tree.getByRole('treeitem', { name: /^P₁, \$1 == 12/ });
  await expect(item).toHaveAttribute('aria-expanded', 'false');
  await expect(item).toContainText('+4');
  await expect(tree.getByRole('treeitem')).toHaveCount(items - 4);
  await expect(item).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByRole('treeitem')).toHaveCount(items);

  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'The chosen node' })).toContainText(
    'Both programs do the same',
  );
  await page.keyboard.press('Home');
  expect(await focused(page)).toBe('start');
});

test('the table says what the picture shows, and both can be saved', async ({ playground }) => {
  const { page } = playground;
  await show(playground, 'fig08');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  const rows = page.getByRole('table', { name: 'The nodes of the path tree' }).getByRole('row');
  await expect(rows.filter({ hasText: 'infeasible' })).toHaveCount(4);
  await expect(rows.filter({ hasText: 'infeasible' }).first()).toContainText('jr $4');
  const nodes = (await rows.count()) - 1;
  await rows.nth(5).getByRole('button').click();
  await expect(page.getByRole('region', { name: 'The chosen node' })).toBeVisible();

  const svg = await saved(page, 'Save SVG');
  const problem = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    return parsed.querySelector('parsererror')?.textContent ?? '';
  }, svg);
  expect(problem).toBe('');
  expect(svg.match(/<text /g)).toHaveLength(nodes);
  expect(svg).toContain('0x8123456c');
  expect(svg).not.toContain('var(');

  const lines = (await saved(page, 'Save CSV')).trimEnd().split('\r\n');
  expect(lines[0]).toBe(
    'node,parent,kind,cut_by,program,address,line,instruction,condition,input_1,input_2,runs,query',
  );
  expect(lines).toHaveLength(nodes + 1);
  expect(lines.filter((line) => line.includes(',infeasible,'))).toHaveLength(4);
  expect(lines.some((line) => line.includes('"beq') || line.includes('jr $4'))).toBe(true);
});

test('the tree grows while a comparison runs, and is large and quick to use', {
  tag: '@long',
}, async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', factorial('up'));
  await playground.type('right', factorial('down'));
  await playground.set('Fuel', '12000');
  await playground.compare.click();
  await openView(page, 'Paths');
  const tree = page.getByRole('tree', { name: 'Path tree' });
  await expect(tree.getByRole('treeitem').nth(5)).toBeVisible();
  const agree = page.getByRole('group', { name: /^Kinds of nodes/ }).locator('.agree');
  const count = async () => Number((await agree.textContent())?.replace(/\D/g, ''));
  const early = await count();
  await expect.poll(count).toBeGreaterThan(early);
  await playground.stop.click();
  await expect(playground.verdict).toBeAttached();
  // Not all of it is drawn.
  const drawn = await tree.getByRole('treeitem').count();
  expect(drawn).toBeLessThan(400);
  await page.getByRole('button', { name: 'Fit' }).click();
  await expect.poll(() => tree.getByRole('treeitem').count()).toBeGreaterThan(drawn);
  await tree.getByRole('treeitem').first().focus();
  await page.keyboard.press('End');
  await expect(tree.locator(':focus')).toBeInViewport();
});

test('ways that no run took can be left out', async ({ playground }) => {
  const tree = await show(playground, 'fig08');
  // All of it is drawn then.
  await playground.page.getByRole('button', { name: 'Fit' }).click();
  await expect(tree.locator('.infeasible')).toHaveCount(4);
  const items = await tree.getByRole('treeitem').count();
  const toggle = playground.page.getByRole('button', { name: /4 infeasible/ });
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await expect(tree.getByRole('treeitem')).toHaveCount(items - 4);
});

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'light' ? { tag: '@long' } : {};
  test.describe(`in the ${colorScheme} theme`, tag, () => {
    test.use({ colorScheme });

    test('axe finds nothing to complain of in the tree', async ({ playground }) => {
      const { page } = playground;
      const tree = await show(playground, 'fig08');
      await tree.getByRole('treeitem').nth(3).click();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await expectNoViolations(page);
    });
  });
}

test('360 pixels are wide enough for the tree', { tag: '@long' }, async ({ playground }) => {
  const { page } = playground;
  await page.setViewportSize({ width: 360, height: 740 });
  const tree = await show(playground, 'fig05');
  await tree.getByRole('treeitem').nth(1).click();
  expect(await overflow(page)).toBe(0);
  await openView(page, 'Compiler');
  await page.getByRole('tab', { name: 'Trace, pass by pass' }).click();
  await expect(page.getByRole('table', { name: /^The trace before/ })).toBeVisible();
  expect(await overflow(page)).toBe(0);
});
