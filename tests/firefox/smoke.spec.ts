import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { test as base, expect } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';

import { findFirefox } from '../../scripts/lib/firefox.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/serve.mjs';
import { situations } from '../situations';
import { exerciseLink, quizLink } from '../teaching-links';

const executablePath = findFirefox();

interface Site {
  page: Page;
  address: string;
  /** Ends the host, so that only the service worker is left. */
  goOffline(): Promise<void>;
}

/** A fresh Firefox; the test fails when the page prints an error or asks another origin. */
const test = base.extend<{ site: Site }, { browserOfAll: Browser }>({
  browserOfAll: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      if (!executablePath) throw new Error('no Firefox');
      const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath,
        // Puppeteer lets files load others; Firefox as people have it does not.
        extraPrefsFirefox: { 'security.fileuri.strict_origin_policy': true },
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  site: async ({ browserOfAll }, use) => {
    const server = await serve({ port: 8900, mount: '/some/folder/' });
    const context = await browserOfAll.createBrowserContext();
    const page = await context.newPage();
    const errors: string[] = [];
    const foreign: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => {
      const url = request.url();
      // What has another scheme is in the browser already.
      if (/^https?:/.test(url) && !url.startsWith(server.address)) foreign.push(url);
    });
    await page.goto(server.address);
    await use({ page, address: server.address, goOffline: server.close });
    await context.close();
    await server.close();
    expect(foreign).toEqual([]);
    expect(errors).toEqual([]);
  },
});

const text = async (page: Page, selector: string) => {
  const element = await page.$(`>>> ${selector}`);
  return element ? await element.evaluate((found) => found.textContent ?? '') : '';
};

/**
 * Waits until an element is there. Puppeteer's own `waitForSelector` looks again only when the
 * document changes, and does not see changes within shadow roots, where all of this page is.
 */
const appears = (page: Page, selector: string) =>
  expect.poll(async () => (await page.$(`>>> ${selector}`)) !== null, selector).toBe(true);

const press = async (page: Page, selector: string) => {
  await appears(page, selector);
  await page.$eval(`>>> ${selector}`, (button) => (button as HTMLElement).click());
};

const choose = async (page: Page, selector: string, value: string) => {
  await appears(page, selector);
  await page.$eval(
    `>>> ${selector}`,
    (field, chosen) => {
      (field as HTMLSelectElement).value = chosen;
      field.dispatchEvent(new Event('change'));
    },
    value,
  );
};

const verdict = async (page: Page) => {
  const card = await page.$('>>> [data-verdict]');
  return card?.evaluate((found) => (found as HTMLElement).dataset.verdict);
};

test('the page loads, and its first example is compared', async ({ site: { page } }) => {
  await press(page, 'button.primary');
  await expect.poll(() => verdict(page)).toBe('disequivalent');
  await expect.poll(() => text(page, '[data-verdict]')).toContain('(0x80000032)');
});

for (const {
  name,
  path,
  fragment,
  press: pressed,
  verdict: wanted,
  at,
  says,
  next,
} of situations) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test(`${name}, ${viewport.width} pixels wide`, async ({ site: { page, address } }) => {
      await page.setViewport(viewport);
      // Another address than the page's own, so that it is loaded anew.
      await page.goto(`${address}${path}?#${fragment}`);
      if (pressed) await press(page, pressed.join(' >>> '));
      await expect.poll(() => text(page, at.join(' >>> '))).toMatch(says);
      if (next) expect(await text(page, `${at.join(' >>> ')} .next`)).toMatch(next);
      if (wanted) expect(await verdict(page)).toBe(wanted);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);
    });
  }
}

test('a text that is typed is assembled', async ({ site: { page } }) => {
  // The editors come once the engine is there.
  await appears(page, '.cm-content');
  const editor = await page.$('>>> .cm-content');
  await editor?.click();
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.type('addd $3, $1, $2\n');
  await expect.poll(() => text(page, '.cm-lintRange-error')).toBe('addd');
});

test('z3 answers, without isolation', async ({ site: { page } }) => {
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await press(page, 'tm-contract >>> button.link');
  await choose(page, '#strategy', 'paper');
  await choose(page, '#solver', 'z3');
  await page.keyboard.press('Escape');
  await press(page, 'tm-commands >>> button.primary');
  // The Tamarin paper's search goes where its solver says: what z3 answers meets the difference.
  await expect.poll(() => verdict(page)).toBe('disequivalent');
  await press(page, '#tab-more');
  await press(page, '#tab-queries');
  await expect.poll(() => text(page, 'tm-queries >>> table')).toContain('by z3');
});

test('an exercise is compared with its reference', async ({ site: { page, address } }) => {
  await page.goto(`${address}exercise.html#${exerciseLink}`);
  await press(page, 'button.primary');
  await expect.poll(() => verdict(page)).toBe('disequivalent');
});

test('a quiz asks, and judges', async ({ site: { page, address } }) => {
  await page.goto(`${address}exercise.html#${quizLink}`);
  await press(page, 'button.primary');
  await expect.poll(() => text(page, 'tm-question >>> h2')).toMatch(/^Question 1 of \d+$/);
  await press(page, 'form button[type=button]');
  await expect.poll(() => text(page, '[data-mark]')).toMatch(/^\s*(Right|Wrong)/);
});

test('after one visit the page works offline', async ({ site: { page, goOffline } }) => {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
  await goOffline();
  await page.reload();
  await press(page, 'button.primary');
  await expect.poll(() => verdict(page)).toBe('disequivalent');
});

test('opened as a file, the page says that it cannot work so', async ({ browserOfAll }) => {
  const page = await browserOfAll.newPage();
  await page.goto(pathToFileURL(join(root, 'dist/index.html')).href);
  await expect
    .poll(() =>
      page.evaluate(() => {
        const words = document.querySelector('.not-started');
        const isSeen = words?.checkVisibility({ visibilityProperty: true });
        return isSeen ? words?.textContent : '';
      }),
    )
    .toContain('python3 -m http.server');
  await page.close();
});
