import type { Page } from '@playwright/test';

import { expect, Playground, test } from './playground';

async function tab(page: Page): Promise<Playground> {
  const other = new Playground(await page.context().newPage());
  await other.open();
  return other;
}

test('a second tab begins with the newest work, and neither overwrites the other', async ({
  playground,
}) => {
  await playground.open();
  await playground.type('left', '; first tab\n');
  const second = await tab(playground.page);
  expect(await second.text('left')).toBe('; first tab\n');
  await second.type('left', '; second tab\n');
  await playground.page.reload();
  await expect.poll(() => playground.text('left')).toBe('; first tab\n');
  await second.page.reload();
  await expect.poll(() => second.text('left')).toBe('; second tab\n');
});

test('the work of a tab that is gone can be taken back', async ({ playground }) => {
  await playground.open();
  const first = await tab(playground.page);
  await first.type('left', '; of the tab that goes\n');
  const second = await tab(playground.page);
  await second.type('left', '; of the tab that stays\n');
  await first.page.close();

  const { page } = second;
  await page.locator('tm-page-menu summary').click();
  await page.getByRole('button', { name: 'Earlier work' }).click();
  const dialog = page.getByRole('dialog');
  const entry = dialog.getByRole('listitem').filter({ hasText: 'of the tab that goes' });
  await entry.getByRole('button', { name: 'Take' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => second.text('left')).toBe('; of the tab that goes\n');
  await second.editor('left').click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => second.text('left')).toBe('; of the tab that stays\n');
});

test('a duplicated tab is a tab of its own', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', '; original\n');
  // A window that a page opens gets a copy of its session, as a duplicate does.
  const [copy] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => {
      window.open(location.href);
    }),
  ]);
  const second = new Playground(copy);
  await expect.poll(() => second.text('left')).toBe('; original\n');
  const name = (of: Page) => of.evaluate(() => sessionStorage.getItem('tamarin.tab'));
  await expect.poll(async () => (await name(copy)) !== (await name(page))).toBe(true);
  await second.type('left', '; copy\n');
  const third = await tab(page);
  await third.page.locator('tm-page-menu summary').click();
  await third.page.getByRole('button', { name: 'Earlier work' }).click();
  await expect(third.page.getByRole('dialog')).toContainText('; original');
});

test('a crash of the page loses nothing', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('right', '; typed just before\n');
  await Promise.all([page.waitForEvent('crash'), page.goto('chrome://crash').catch(() => {})]);
  const next = await tab(page);
  expect(await next.text('right')).toBe('; typed just before\n');
});

test('where storage is full, the newest work takes the room of the oldest', {
  tag: '@long',
}, async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await page.evaluate(() => {
    const old = JSON.stringify({ time: 1, text: 'x'.repeat(2_000_000) });
    localStorage.setItem('tamarin.tab.old', old);
    for (let size = 1 << 22; size >= 1; size >>= 1) {
      try {
        localStorage.setItem(`filler${size}`, 'x'.repeat(size));
      } catch {
        // A smaller piece may still fit.
      }
    }
  });
  await playground.type('left', `; long\n${'; x\n'.repeat(1_000)}`);
  // A browser takes a moment to report megabytes to its other tabs.
  await expect(async () => {
    const next = await tab(page);
    expect(await next.text('left')).toContain('; long');
  }).toPass();
  expect(await page.evaluate(() => localStorage.getItem('tamarin.tab.old'))).toBeNull();
});

test.describe('without any storage', () => {
  test('the page works', async ({ playground }) => {
    await playground.page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('refused', 'SecurityError');
          },
        });
      }
    });
    await playground.open();
    await playground.type('left', '; typed\n    jr $31\n');
    await playground.compare.click();
    await expect(playground.verdict).toBeVisible();
  });
});
