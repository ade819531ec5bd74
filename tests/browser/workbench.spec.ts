import type { Locator, Page } from '@playwright/test';

import { overflow } from './checks';
import { expect, nothing, openView, type Playground, test, VERDICT } from './playground';

/** Twenty lines; with `last` 1 it gives $1 + 17, else something else. */
const twenty = (last: number) =>
  [
    '    add $3, $1, $0',
    '    lis $4',
    '    .word 1',
    ...Array.from({ length: 13 }, () => '    add $3, $3, $4'),
    '    lis $5',
    `    .word ${last}`,
    '    add $3, $3, $5',
    '    jr $31',
  ].join('\n');

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not drawn`);
  return box;
}

/** Expects the whole element to be in the window, and not covered by the bar. */
async function expectInView(page: Page, locator: Locator): Promise<void> {
  const { x, y, width, height } = await boxOf(locator);
  const bar = await boxOf(page.locator('header').first());
  const window = page.viewportSize() ?? { width: 0, height: 0 };
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(window.width);
  expect(y).toBeGreaterThanOrEqual(bar.y + bar.height);
  expect(y + height).toBeLessThanOrEqual(window.height);
}

const line = (playground: Playground, side: 'left' | 'right', n: number) =>
  playground
    .editor(side)
    .locator('.cm-line')
    .nth(n - 1);

test('code, verdict and stepper are seen together, and the editors show the step', async ({
  playground,
}) => {
  const { page } = playground;
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.open();
  await playground.type('left', twenty(1));
  await playground.type('right', twenty(2));
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await page.getByRole('button', { name: /^Step through both runs on/ }).click();
  const debug = page.locator('tm-debugger');
  const scrubber = debug.getByRole('slider', { name: 'Position' });
  await expect(scrubber).toBeFocused();
  const seen = [
    line(playground, 'left', 1),
    line(playground, 'left', 20),
    line(playground, 'right', 1),
    line(playground, 'right', 20),
    page.getByRole('button', { name: /They differ/ }),
    scrubber,
    debug.getByRole('button', { name: 'Step', exact: true }),
  ];
  for (const part of seen) await expectInView(page, part);

  // It opens where the values first differ, and highlights the editors' own lines: there is no copy of them.
  const lit = (side: 'left' | 'right') => playground.editor(side).locator('.cm-executed');
  await expect(lit('left')).toHaveText(/add \$3, \$3, \$5/);
  await expect(lit('right')).toHaveText(/add \$3, \$3, \$5/);
  await expect(debug.getByRole('list')).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expect(lit('left')).toHaveText(/lis \$5/);
  for (const part of seen) await expectInView(page, part);
});

test('a fault is lit in the editor', async ({ playground }) => {
  const { page } = playground;
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.open();
  await playground.type('left', '    div $1, $0\n    jr $31\n');
  await playground.type('right', nothing);
  await playground.compare.click();
  await page.getByRole('button', { name: /^Step through both runs on/ }).click();
  await expect(playground.editor('left').locator('.cm-faulted')).toHaveText(/div \$1, \$0/);
});

test('the question says what is compared, and the answer is a click away', async ({
  playground,
}) => {
  const { page } = playground;
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.open();
  await expect(page.locator('tm-contract')).toContainText('same $3 and output for every $1, $2?');
  // Only the output differs, as the summary states.
  const print = (character: number) =>
    `    lis $4\n    .word 0xffff000c\n    lis $5\n    .word ${character}\n    sw $5, 0($4)\n    add $3, $1, $2\n    jr $31\n`;
  await playground.type('left', print(65));
  await playground.type('right', print(66));
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  const smallest = playground.verdict.getByRole('row', { name: 'Smallest' });
  await expect(smallest.locator('td.output')).toHaveCount(2);
  await expect(smallest.locator('mark')).toHaveText(['A', 'B']);

  // Under another tab the verdict is a line with a link to it.
  await openView(page, 'Map');
  await expect(playground.verdict).toBeHidden();
  await playground.type('left', nothing);
  await expect(page.getByRole('button', { name: /^Before the change/ })).toBeVisible();
  await page.getByRole('button', { name: /^Before the change/ }).click();
  await expect(playground.verdict.getByRole('heading')).toBeInViewport();
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`what comes after the verdict moves no button, ${width} pixels wide`, async ({
    playground,
  }) => {
    const { page } = playground;
    await page.setViewportSize({ width, height });
    // Explanations wait until the test lets them begin.
    await page.addInitScript(() => {
      const waiting: (() => void)[] = [];
      Object.assign(window, {
        requestIdleCallback: (run: () => void) => waiting.push(run),
        goOn: () => {
          for (const run of waiting.splice(0)) run();
        },
      });
    });
    await playground.open();
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    await expect(playground.verdict.getByRole('row')).toHaveCount(2);
    const buttons = playground.verdict.locator('.next button:visible, summary');
    const before = await Promise.all((await buttons.all()).map(boxOf));
    expect(before.length).toBeGreaterThan(3);
    await page.evaluate(() => (window as unknown as { goOn(): void }).goOn());
    await expect(playground.verdict.locator('[data-why]')).toBeVisible({ timeout: VERDICT });
    // An example from the largest region, the share of inputs, and a button: all are there.
    await expect(playground.verdict.getByRole('row', { name: 'Example' })).toBeVisible();
    await expect(playground.verdict.getByRole('heading')).toContainText('of every');
    const leaveOut = playground.verdict.getByRole('button', { name: 'Leave these inputs out' });
    await expect(leaveOut).toBeVisible();
    // Nor does the map, which a phone has under its tab only.
    const map = playground.verdict.getByRole('button', { name: /open the map$/ });
    if (width > 480) await expect(map).toBeVisible({ timeout: VERDICT });
    const after = await Promise.all((await buttons.all()).map(boxOf));
    for (const box of before) expect(after).toContainEqual(box);
  });
}

test('nothing is below the fold at 1440 x 900, and nothing moves while the page loads', async ({
  playground,
}) => {
  const { page } = playground;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push((entry as PerformanceEntry & { value: number }).value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await playground.open();
  await expect(page.locator('.cm-editor')).toHaveCount(2);
  await expect(page.locator('tm-try').getByRole('status')).toContainText('1 of 2⁶⁴');
  const size = await page.evaluate(() => [
    document.documentElement.scrollHeight - window.innerHeight,
    document.documentElement.scrollWidth - window.innerWidth,
  ]);
  expect(size).toEqual([0, 0]);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01);

  // The answer moves no tab.
  const tabs = page.getByRole('tablist', { name: 'Evidence', exact: true });
  const before = await boxOf(tabs);
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  expect(await boxOf(tabs)).toEqual(before);
});

test('the divider is dragged or moved by keys, and stays where it is put', async ({
  playground,
}) => {
  const { page } = playground;
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.open();
  const divider = page.getByRole('separator', { name: 'Resize' });
  const result = page.locator('tm-evidence');
  const width = async () => (await boxOf(result)).width;
  const first = await width();
  const { x, y } = await boxOf(divider);
  await page.mouse.move(x + 5, y + 200);
  await page.mouse.down();
  await page.mouse.move(x - 150, y + 200, { steps: 5 });
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(first + 100);
  await divider.focus();
  await page.keyboard.press('Shift+ArrowRight');
  const put = await width();
  expect(put).toBeLessThan(first + 100);
  await page.reload();
  await expect.poll(width).toBeCloseTo(put, 0);
});

test('the programs change places, with their names', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const names = ['left', 'right'].map((side) => page.getByLabel(`Name on the ${side}`));
  const [left, right] = [names[0] as Locator, names[1] as Locator];
  await expect(left).toHaveAttribute('placeholder', 'reference');
  await expect(right).toHaveAttribute('placeholder', 'yours');
  await left.fill('Anna');
  const before = [await playground.text('left'), await playground.text('right')];
  await page.getByRole('button', { name: 'Swap the programs' }).click();
  await expect(right).toHaveValue('Anna');
  await expect(left).toHaveValue('');
  expect([await playground.text('right'), await playground.text('left')]).toEqual(before);
});

test('WLP4 that is pasted as assembly is recognised, by Compare too', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('right', 'int wain(int a, int b) {\n  return a + b;\n}\n');
  await expect(page.locator('tm-problems').getByText('This looks like WLP4.')).toBeVisible();
  await playground.compare.click();
  const alert = page.getByRole('alert').filter({ hasText: 'the right program looks like WLP4' });
  await alert.getByRole('button', { name: 'Read it as WLP4' }).click();
  await playground.expectVerdict('disequivalent');
  await expect(alert).toHaveCount(0);
});

test('a link of more than 8,000 characters comes with a warning', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const share = async () => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Link', exact: true })).toBeVisible();
  };
  await share();
  await expect(page.getByText('cut links of more than')).toHaveCount(0);
  await page.keyboard.press('Escape');
  // Comments that do not compress well, in few lines: a browser takes long to insert many.
  const digits = (n: number) => ((n * 2654435761) >>> 0).toString(16).padStart(8, '0');
  const words = Array.from(
    { length: 300 },
    (_, line) => `; ${Array.from({ length: 8 }, (_, n) => digits(8 * line + n)).join('')}`,
  );
  await playground.type('left', `${words.join('\n')}\n    jr $31\n`);
  await share();
  await expect(page.getByText('cut links of more than 8,000 characters')).toBeVisible();
});

test('on a phone there are two places, and they are at the bottom', async ({ playground }) => {
  const { page } = playground;
  await page.setViewportSize({ width: 390, height: 844 });
  await playground.open();
  const [head, foot] = [
    await boxOf(page.locator('header').first()),
    await boxOf(page.locator('tm-places')),
  ];
  expect(foot.y + foot.height).toBeGreaterThan(830);
  // Bars take less than a fifth of the height.
  expect(head.height + foot.height).toBeLessThan(844 / 5);
  const places = page.getByRole('navigation', { name: 'Parts of the page' });
  const place = (name: string) => places.getByRole('button', { name });
  await expect(place('Programs')).toHaveAttribute('aria-current', 'location');
  await expect(page.getByRole('region', { name: 'Evidence' })).toBeHidden();
  await place('Result').click();
  await expect(page.locator('tm-try')).toBeInViewport();

  await place('Programs').click();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(place('Result')).toHaveAttribute('aria-current', 'location');
  await expect(playground.verdict.getByRole('heading')).toBeInViewport();
  await expect(playground.editor('left')).toBeHidden();

  await page.getByRole('button', { name: /^Step through both runs on/ }).click();
  const scrubber = page.getByRole('slider', { name: 'Position' });
  await expect(scrubber).toBeFocused();
  await expect(scrubber).toBeInViewport();
  // The editors are elsewhere, so the lines are here.
  await expect(page.getByRole('list', { name: /Text of the left program/ })).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  // An error in a program is shown at the program.
  await place('Programs').click();
  await playground.type('left', '    addd $3, $1, $2\n');
  await place('Result').click();
  await playground.compare.click();
  await expect(playground.editor('left')).toBeFocused();
});

// 1280 x 1024 at 400 %, as WCAG 2.2 requires (1.4.10).
test('where the page is magnified fourfold, the bars leave room for what they are about', async ({
  playground,
}) => {
  const { page } = playground;
  await page.setViewportSize({ width: 320, height: 256 });
  await playground.open();
  const foot = page.locator('tm-places');
  expect((await boxOf(foot)).height).toBeLessThanOrEqual(64);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await expect(page.getByRole('button', { name: 'Change the contract' })).toBeAttached();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  const heading = playground.verdict.getByRole('heading');
  await heading.scrollIntoViewIfNeeded();
  const [{ y, height }, { y: top }] = await Promise.all([boxOf(heading), boxOf(foot)]);
  expect(y + height).toBeLessThanOrEqual(top);
});

test('the diff matches the lines of both texts as they are now', async ({ playground }) => {
  const { page } = playground;
  await page.setViewportSize({ width: 1440, height: 900 });
  await playground.open();
  await playground.type('left', twenty(1));
  await playground.type('right', twenty(1));
  await openView(page, 'Diff');
  const diff = page.getByRole('region', { name: 'The texts, line by line' });
  await expect(diff.getByRole('status')).toHaveText('Both texts are the same.');
  await playground.type('right', `    sub $6, $0, $0\n${twenty(2)}`);
  await expect(diff.getByRole('status')).toContainText('differ in 2 places; 19 lines are the same');
  const left = diff.getByRole('textbox', { name: 'P₁, line by line' });
  const right = diff.getByRole('textbox', { name: 'P₂, line by line' });
  await expect(left.locator('.cm-changedLine')).toHaveText([/\.word 1/]);
  await expect(right.locator('.cm-changedLine')).toHaveText([/sub \$6/, /\.word 2/]);
  await expect(right.locator('.cm-changedText').last()).toHaveText('2');
  // Equal lines are at the same height.
  const last = (text: Locator) => boxOf(text.locator('.cm-line').last());
  expect((await last(left)).y).toBeCloseTo((await last(right)).y, 0);

  // Without room for two columns the texts are in one.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Result' }).click();
  const both = diff.getByRole('textbox', { name: /^Both texts in one/ });
  await expect(both).toContainText('.word 1');
  await expect(both).toContainText('.word 2');
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test('the keyboard goes through the parts in the order in which they stand', async ({
  playground,
}) => {
  const { page } = playground;
  for (const [width, order] of [
    [1440, ['tm-contract', 'tm-editor', 'tm-evidence', 'tm-answer']],
    [1024, ['tm-contract', 'tm-editor', 'tm-evidence', 'tm-answer']],
    [390, ['tm-contract', 'tm-editor', 'tm-places', 'tm-commands']],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await playground.open();
    if (width !== 390) {
      await playground.compare.click();
      await playground.expectVerdict('disequivalent');
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.evaluate(() => window.scrollTo(0, 0));
    }
    const met: string[] = [];
    for (let presses = 0; presses < 70 && met.length < order.length; presses += 1) {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      const part = await page.evaluate(() => {
        const inside = document.querySelector('tm-app')?.shadowRoot?.activeElement;
        return inside?.localName ?? '';
      });
      if ((order as readonly string[]).includes(part) && !met.includes(part)) met.push(part);
    }
    expect(met, `at ${width} pixels`).toEqual([...order]);
  }
});

test('five tabs of evidence stay where they are, whatever is chosen or compared', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open('fig05');
  const evidence = page.getByRole('region', { name: 'Evidence' });
  const tabs = evidence.getByRole('tablist', { name: 'Evidence', exact: true }).getByRole('tab');
  await expect(tabs).toHaveText(['Why', 'Step', 'Map', 'Proof', 'More']);
  const further = evidence.getByRole('tablist', { name: 'More evidence' }).getByRole('tab');
  /** The horizontal positions of tabs, relative to the first one. */
  const places = (of: typeof tabs) =>
    of.evaluateAll((all) => {
      const at = (tab: Element | undefined) => tab?.getBoundingClientRect();
      const first = at(all[0]);
      return all.map((tab) => {
        const { left = 0, top = 0, width = 0 } = at(tab) ?? {};
        return [left - (first?.left ?? 0), top - (first?.top ?? 0), width];
      });
    });
  const before = await places(tabs);

  // Before a comparison each tab describes what it will show.
  await tabs.filter({ hasText: 'Why' }).click();
  await expect(evidence).toContainText('Compare the programs first. If they differ');
  await tabs.filter({ hasText: 'Proof' }).click();
  await expect(evidence).toContainText('Compare the programs first. If they agree');
  await tabs.filter({ hasText: 'More' }).click();
  const names = ['Runs', 'Paths', 'Queries', 'Compiler', 'Versions', 'Mutants', 'Diff'];
  await expect(further).toHaveText(names);
  const furtherBefore = await places(further);
  expect(await places(tabs)).toEqual(before);

  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  for (const name of names) {
    await further.filter({ hasText: name }).click();
    await expect(further.filter({ hasText: name })).toHaveAttribute('aria-selected', 'true');
    expect(await places(further), name).toEqual(furtherBefore);
  }
  for (const name of ['Why', 'Step', 'Map', 'Proof']) {
    await tabs.filter({ hasText: name }).click();
    expect(await places(tabs), name).toEqual(before);
  }
  // More shows its last view again.
  await tabs.filter({ hasText: 'More' }).click();
  await expect(further.filter({ hasText: 'Diff' })).toHaveAttribute('aria-selected', 'true');
});

test('the explanation is there without a click, once the verdict is', async ({ playground }) => {
  const { page } = playground;
  await playground.open('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await expect(page.getByRole('tab', { name: 'Why' })).toHaveAttribute('aria-selected', 'true');
  const explanation = evidence.getByRole('group', { name: 'Explanation' });
  await expect(explanation.locator('[data-state=ended]')).toHaveCount(3);
  await expect(evidence.getByRole('button', { name: 'Find out why' })).toHaveCount(0);
});
