import type { Page } from '@playwright/test';

import { expectNoViolations, overflow } from './checks';
import { expect, factoring, nothing, openView, test } from './playground';

const name = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim();
  });

test('F6 goes round the page, F1 lists the keys', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  for (const part of [/^Left program/, /^Right program/, /^Compare/, /^Result$/, /^Left program/]) {
    await page.keyboard.press('F6');
    expect(await name(page)).toMatch(part);
  }
  await page.keyboard.press('Shift+F6');
  expect(await name(page)).toBe('Result');

  await page.keyboard.press('F1');
  const dialog = page.getByRole('dialog', { name: 'Help' });
  await expect(dialog.getByRole('row', { name: 'Ctrl+Enter Compare' })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the whole way by keyboard: open an example, change it, compare, stop, save', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await page.keyboard.press('F6');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(factoring);
  await page.keyboard.press('F6');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(nothing);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText(/Query \d+/);
  await page.keyboard.press('Alt+s');
  await expect(playground.verdict).toBeVisible();
  await page.keyboard.press('F6');
  await page.keyboard.press('F6');
  expect(await name(page)).toBe('Result');
});

test('Stop that comes before a search has begun keeps it from beginning', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', factoring);
  await playground.type('right', nothing);
  // In one task of the event loop: the programs are still being analysed when Stop is pressed.
  await page.evaluate(() => {
    const press = (init: KeyboardEventInit) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { ...init, bubbles: true, composed: true, cancelable: true }),
      );
    press({ key: 'Enter', code: 'Enter', ctrlKey: true });
    press({ key: 's', code: 'KeyS', altKey: true });
  });
  // Factoring would still be at work, and this would not begin.
  await playground.type('left', nothing);
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
});

test('a newcomer tries an input, and then all', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const trial = page.locator('tm-try');
  const result = trial.getByRole('status');
  await expect(result).toContainText('1 of 2⁶⁴ inputs tried.');
  await trial.getByLabel('$1').fill('0');
  await trial.getByLabel('$2').fill('0x80000032');
  await page.keyboard.press('Enter');
  await expect(result).toContainText('not the same');
  await expect(result).toContainText('2 of 2⁶⁴ inputs tried.');
  // An input that was tried already is not counted again.
  await trial.getByRole('button', { name: 'Run both' }).click();
  await trial.getByLabel('$2').fill('two');
  await page.keyboard.press('Enter');
  await expect(result).toContainText('An input is a number');
  await trial.getByLabel('$2').fill('60');
  await page.keyboard.press('Enter');
  await expect(result).toContainText('3 of 2⁶⁴ inputs tried.');
  await expectNoViolations(page);
  await trial.getByRole('button', { name: 'Check all of them' }).click();
  await playground.expectVerdict('disequivalent');
  await expect(trial).toHaveCount(0);
});

test('a phone asks, and shows the answer in the place of the programs', async ({ playground }) => {
  const { page } = playground;
  await page.setViewportSize({ width: 360, height: 740 });
  await playground.open();
  await expect(page.getByText('Do these two programs give the same')).toBeInViewport();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(playground.verdict.getByRole('heading')).toBeInViewport();
  // The bars leave four fifths of the height to the content.
  const bars = await Promise.all(
    [page.locator('header').first(), page.locator('.foot').first()].map((bar) => bar.boundingBox()),
  );
  expect(bars.reduce((sum, box) => sum + (box?.height ?? 0), 0)).toBeLessThan(0.2 * 740);
  // No column is cut, on the narrowest phone either.
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    const table = playground.verdict.locator('.witness');
    await expect(table.getByRole('row')).toHaveCount(3);
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  }
});

test.describe('live', () => {
  test.use({ live: true });

  test('what takes little work is decided while one types, and is the one verdict', async ({
    playground,
  }) => {
    const { page } = playground;
    const live = page.getByRole('switch', { name: 'Live' });
    await playground.open('fig05');
    await expect(live).toBeChecked();
    // An example is a question: nobody has asked for the answer.
    await expect(page.locator('tm-try')).toBeVisible();
    await playground.select('Search', 'product');
    await playground.expectVerdict('disequivalent');
    await expect(playground.verdict).toHaveCount(1);

    await playground.type('left', nothing);
    await playground.type('right', nothing);
    await playground.expectVerdict('equivalent');
    await expect(playground.verdict).toHaveCount(1);
    await expect(page.locator('[data-stale]')).toHaveCount(0);
    // It is a comparison like any other: its evidence is there, and it can be shared.
    await openView(page, 'Queries');
    await page.locator('tm-evidence').getByTitle('Go to the verdict').click();
    await playground.type('left', '    addd\n');
    await expect(page.locator('[data-stale]')).toHaveCount(1);

    // A hard pair stays open, and the verdict on the earlier pair is gone.
    await playground.type('left', factoring);
    await expect(page.getByText('Press Compare to go on.')).toBeVisible();
    await expect(playground.verdict).toBeHidden();
    await page.getByText('The result before the change').click();
    await expect(playground.verdict).toBeVisible();
    await playground.compare.click();
    await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
    await page.keyboard.press('Alt+s');
    await expect(playground.verdict).toBeVisible();

    await live.uncheck();
    await page.reload();
    await expect(live).not.toBeChecked();
    await playground.type('left', nothing);
    await expect(page.getByText('no problems')).toHaveCount(2);
    await expect(page.locator('tm-try')).toBeVisible();
  });
});

for (const width of [320, 360]) {
  test(`at ${width} pixels the programs are tabs, and all is in reach`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto('./');
    await expect(page.getByText('no problems').first()).toBeVisible();
    const left = page.getByRole('textbox', { name: 'Left program, assembly' });
    const right = page.getByRole('textbox', { name: 'Right program, assembly' });
    await expect(left).toBeVisible();
    await expect(right).toBeHidden();
    await page.getByRole('tab', { name: 'Right program' }).tap();
    await expect(right).toBeVisible();
    await expect(left).toBeHidden();

    // The focus moves to an error on the other side.
    await right.tap();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('    addd\n');
    await page.getByRole('tab', { name: 'Left program' }).tap();
    await page.getByRole('button', { name: 'Compare' }).tap();
    await expect(right).toBeFocused();

    await page.locator('tm-editor').nth(1).locator('summary').first().tap();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeInViewport();
    await undo.tap();
    await expect(right).toContainText('beq $1, $2, end');
    await page.locator('tm-page-menu summary').tap();
    await expect(page.getByRole('button', { name: 'Both programs' })).toBeInViewport();

    const small = await page.evaluate(() => {
      const found: string[] = [];
      const walk = (root: ParentNode) => {
        for (const element of root.querySelectorAll<HTMLElement>('*')) {
          if (element.shadowRoot) walk(element.shadowRoot);
          if (!element.matches('button, select, summary')) continue;
          const { width: across, height } = element.getBoundingClientRect();
          // Elements of one pixel are for the keyboard only, and grow when focused.
          if (across > 1 && height < 44) found.push(`${element.textContent?.trim()}: ${height}`);
        }
      };
      walk(document);
      return found;
    });
    expect(small).toEqual([]);
    expect(await overflow(page)).toBe(0);
    await expectNoViolations(page);
    await context.close();
  });
}

test('on paper there are both programs in full and the verdict, and no buttons', async ({
  playground,
}) => {
  const { page } = playground;
  await page.setViewportSize({ width: 360, height: 740 });
  await playground.open('fig05');
  const long = Array.from({ length: 400 }, (_, n) => `; line ${n}`).join('\n');
  await playground.type('left', `${long}\n    jr $31\n`);
  await playground.compare.click();
  await expect(playground.verdict).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const printed = page.locator('.printed');
  await expect(printed.first()).toContainText('; line 399');
  // With the line numbers that sentences refer to.
  await expect(printed.first()).toContainText('400  ; line 399');
  await expect(printed.first()).toContainText('401      jr $31');
  await expect(printed.nth(1)).toContainText('bne $2, 100, end');
  await expect(printed.nth(1)).toBeVisible();
  await expect(playground.verdict).toBeVisible();
  await expect(playground.compare).toBeHidden();
  await expect(playground.verdict.getByRole('table')).toBeVisible();
  for (const control of ['button:not([role=tab]):not(.opener):not(.term)', 'select', 'input']) {
    await expect(page.locator(control).filter({ visible: true })).toHaveCount(0);
  }
  // Reset the media emulation: with `screen` emulated, the browser would use screen styles on paper, too.
  await page.emulateMedia({ media: null });
  // As many pages as its lines take: the browser counts them before late drawing.
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(5);
  await expect(printed).toHaveCount(0);
  await expect(playground.compare).toBeVisible();
});

test('paper has the examples of a map, and nothing of what was not asked for', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('tm-try').getByText('Try an input')).toBeHidden();
  await expect(page.getByText(/not compared yet|Not checked yet/)).toBeHidden();
  await page.emulateMedia({ media: null });
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await openView(page, 'Map');
  await page.getByRole('button', { name: 'Draw the map' }).click();
  const legend = page.locator('tm-map-legend');
  await expect(legend.getByRole('row', { name: /the witness/ })).toBeVisible({ timeout: 60_000 });
  // Until it is drawn, the kinds of cells that there are change.
  await expect(page.getByText('16 samples a cell.')).toBeVisible({ timeout: 60_000 });
  await page.emulateMedia({ media: 'print' });
  for (const row of await legend.locator('tr[data-class]').all()) {
    await expect(row.getByRole('button')).toBeVisible();
  }
  await expect(page.getByText('Point at a cell')).toBeHidden();
  await page.emulateMedia({ media: null });
});

test.describe('with colours that the system forces', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('the main button and the chosen tab stand out', async ({ playground }) => {
    await playground.open();
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    const background = (locator: typeof playground.compare) =>
      locator.evaluate((element) => getComputedStyle(element).backgroundColor);
    const tabs = playground.page.getByRole('tab');
    const share = playground.page.getByRole('button', { name: 'Share', exact: true });
    const step = playground.page.getByRole('button', { name: /^Step through both runs on/ });
    expect(await background(step)).not.toBe(await background(share));
    expect(await background(tabs.filter({ hasText: 'Why' }))).not.toBe(
      await background(tabs.filter({ hasText: 'Map' })),
    );
    await expectNoViolations(playground.page);

    // The debugger's line, too, and no line under a tab that is not selected.
    await step.click();
    const line = playground.page.locator('.cm-executed').first();
    await expect(line).toBeVisible();
    const plain = playground.page.locator('.cm-line:not(.cm-executed)').first();
    expect(await background(line)).not.toBe(await background(plain));
    const under = (name: string) =>
      tabs
        .filter({ hasText: name })
        .evaluate((element) => getComputedStyle(element).borderBottomColor);
    expect(await under('Step')).not.toBe(await under('Map'));
    await playground.page.mouse.move(0, 0);
    expect(await background(tabs.filter({ hasText: 'Step' }))).not.toBe(
      await background(tabs.filter({ hasText: 'Map' })),
    );
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'light' ? { tag: '@long' } : {};
  test.describe(`with more contrast, ${colorScheme}`, tag, () => {
    test.use({ colorScheme, contextOptions: { contrast: 'more', reducedMotion: 'reduce' } });

    test('text has seven times the contrast of its ground', async ({ playground }) => {
      const { page } = playground;
      await playground.open();
      await playground.compare.click();
      await playground.expectVerdict('disequivalent');
      await expectNoViolations(page, 'high contrast', ['color-contrast-enhanced']);
    });
  });
}

test('high contrast can be chosen, and stays chosen', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.theme('High contrast');
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await expect.poll(paper).toBe('rgb(255, 255, 255)');
  await page.reload();
  expect(await paper()).toBe('rgb(255, 255, 255)');
});

test('the icons of an installed page show the mark', async ({ playground }) => {
  const { page } = playground;
  await page.goto('./about.html');
  for (const [file, size, inset] of [
    ['icon-192.png', 192, 0],
    ['icon-512.png', 512, 0],
    ['icon-maskable-512.png', 512, 0.1],
    ['apple-touch-icon.png', 180, 0.05],
  ] as const) {
    // The mean difference of a channel, of 255.
    const apart = await page.evaluate(
      async ([file, size, inset]) => {
        const pixelsOf = async (file: string, inset: number) => {
          const image = new Image(size, size);
          image.src = file;
          await image.decode();
          const canvas = new OffscreenCanvas(size, size);
          const context = canvas.getContext('2d');
          if (!context) throw new Error('there is no canvas');
          context.fillStyle = '#8f3f0b';
          context.fillRect(0, 0, size, size);
          const width = size * (1 - 2 * inset);
          context.drawImage(image, size * inset, size * inset, width, width);
          return context.getImageData(0, 0, size, size).data;
        };
        const drawn = await pixelsOf('./icon.svg', inset);
        const stored = await pixelsOf(`./${file}`, 0);
        const sum = drawn.reduce((sum, value, at) => sum + Math.abs(value - (stored[at] ?? 0)), 0);
        return sum / drawn.length;
      },
      [file, size, inset] as const,
    );
    expect(apart, file).toBeLessThan(2);
  }
});
