import { expectNoViolations } from './axe';
import { expect, test } from './playground';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('axe finds nothing to complain of', async ({ playground }) => {
      const { page } = playground;
      await playground.open();
      await expectNoViolations(page);

      await page.getByRole('button', { name: 'Examples' }).click();
      await expectNoViolations(page);
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Instructions' }).click();
      await expect(page.getByRole('dialog')).toContainText('mult $s, $t');
      await expectNoViolations(page);
      await page.keyboard.press('Escape');

      await playground.compare.click();
      await playground.expectVerdict('disequivalent');
      await page.getByRole('button', { name: 'Details of run 4' }).click();
      await page.getByRole('tab', { name: 'ssa' }).click();
      await expectNoViolations(page);

      await page.getByRole('tab', { name: /^Queries/ }).click();
      await page.getByRole('button', { name: 'Details of query 1' }).click();
      await expect(page.locator('pre')).toContainText('(check-sat)');
      await expectNoViolations(page);

      await playground.type('left', '    addd $3, $1, $2\n');
      await expect(page.getByText('Fix: ').first()).toBeVisible();
      await playground.compare.click();
      await expectNoViolations(page);
    });

    test('axe finds nothing to complain of in the debugger and the map', async ({ playground }) => {
      const { page } = playground;
      await playground.open();
      await playground.compare.click();
      await playground.expectVerdict('disequivalent');
      await page.getByRole('tab', { name: 'Debugger' }).click();
      await expect(page.getByRole('table', { name: 'Registers' })).toBeVisible();
      await expectNoViolations(page);

      await page.getByRole('tab', { name: 'Map' }).click();
      await expect(page.getByText('16 samples a cell.')).toBeVisible();
      await page.getByText('The map as a table').click();
      await expectNoViolations(page);
    });
  });
}

test('the theme can be chosen, and stays chosen', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await page.getByLabel('Theme').selectOption('Dark');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  expect(await background()).toBe(dark);
});

test('everything of the main flow can be done with the keyboard', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  /** Presses Tab until what has the focus has this name. */
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        return element?.getAttribute('aria-label') || element?.textContent?.trim() || '';
      });
      if (name.test(focused)) return;
    }
    throw new Error(`the Tab key does not get to ${name}`);
  };

  await tabTo(/^Examples$/);
  await page.keyboard.press('Enter');
  await tabTo(/The paper's sample comparison/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await tabTo(/^Left program/);
  await page.keyboard.press('Tab');
  await expect(playground.editor('left')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('Escape');
  await tabTo(/^Right program/);
  await page.keyboard.press('Escape');
  await tabTo(/^Compare/);
  await page.keyboard.press('Enter');
  await playground.expectVerdict('disequivalent');

  await tabTo(/^Runs/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: /^Queries/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('ArrowLeft');
  await tabTo(/^Details of run 4$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Details of run 4' })).toBeVisible();
});

test('Ctrl+Enter compares, in an editor and outside', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const before = await playground.text('left');
  await playground.editor('left').click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await playground.expectVerdict('disequivalent');
  expect(await playground.text('left')).toBe(before);
  await page.getByLabel('Fuel').fill('9999');
  await expect(playground.verdict).toContainText('have changed');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(playground.verdict).not.toContainText('have changed');
});

for (const width of [320, 360, 768, 2560]) {
  test(`${width} pixels are wide enough`, async ({ playground }) => {
    const { page } = playground;
    await page.setViewportSize({ width, height: 740 });
    await playground.open();
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    await page.getByRole('button', { name: 'Details of run 4' }).click();
    await page.getByRole('tab', { name: 'ssa' }).click();
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await overflow()).toBe(0);
    await page.getByRole('tab', { name: 'Debugger' }).click();
    await expect(page.getByRole('table', { name: 'Registers' })).toBeVisible();
    expect(await overflow()).toBe(0);
    await page.getByRole('tab', { name: 'Map' }).click();
    await expect(page.getByText('16 samples a cell.')).toBeVisible();
    expect(await overflow()).toBe(0);
    await page.getByRole('button', { name: 'Examples' }).click();
    expect(await overflow()).toBe(0);
  });
}
