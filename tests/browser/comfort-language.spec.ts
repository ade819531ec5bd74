import { expectNoViolations } from './checks';
import { expect, nothing, test } from './playground';

test.describe('in a German browser', () => {
  test.use({ locale: 'de-CH' });

  test('the page is German, its verdict too, and English is a choice that lasts', async ({
    playground,
  }) => {
    const { page } = playground;
    await page.goto('./');
    await expect(page.getByText('Keine Probleme').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('button', { name: 'Herausfinden' }).click();
    await playground.expectVerdict('disequivalent');
    await expect(playground.verdict).toContainText('Die Programme unterscheiden sich.');
    await expectNoViolations(page);

    await page.getByRole('textbox', { name: 'Linkes Programm' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(`; bleibt\n${nothing}`);
    await page.keyboard.press('F1');
    await page.getByLabel('Sprache').selectOption('English');
    await expect(page.getByText('No problems').first()).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect.poll(() => playground.text('left')).toContain('; bleibt');
    await page.reload();
    await expect(page.getByText('No problems').first()).toBeVisible();
  });
});

test('an English page does not load another language', async ({ playground }) => {
  const asked: string[] = [];
  playground.page.on('request', (request) => asked.push(request.url()));
  await playground.open();
  expect(asked.filter((url) => /\/de[-.]/.test(url))).toEqual([]);
});
