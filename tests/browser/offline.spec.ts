import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { BrowserContext, Page } from '@playwright/test';

import { root } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/serve.mjs';
import { test as base, expect, factorial, openView } from './playground';

interface Site {
  /** Puts another version of the page on the host. */
  publish(): void;
  /** Whether the host answers. */
  goOffline(): Promise<void>;
}

/**
 * A site of the test's own, with an active service worker. Offline means that the host is gone: Chromium's own switch
 * does not apply to service workers.
 */
const test = base.extend<{ site: Site; folder: string; origins: Set<string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'tamarin-site-'));
    cpSync(join(root, 'dist'), folder, { recursive: true });
    // The host may still open a file for a page that has gone; what is missing then would end the worker.
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    await use(folder);
  },
  site: [
    async ({ folder, baseURL }, use) => {
      const { port, pathname } = new URL(baseURL ?? '');
      const server = await serve({ folder, mount: pathname, port: Number(port), strict: true });
      let isUp = true;
      const goOffline = async () => {
        if (isUp) await server.close();
        isUp = false;
      };
      await use({ publish: () => publish(folder), goOffline });
      await goOffline();
    },
    { auto: true },
  ],
  // One port for each of the workers, so that the address is known before the server is.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
  baseURL: async ({}, use, info) => {
    await use(`http://localhost:${8800 + info.parallelIndex}/notes/tamarin/`);
  },
  /** Whom the pages and the service worker asked for anything. */
  origins: async ({ context }, use) => {
    const origins = new Set<string>();
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'blob:') origins.add(origin);
    });
    await use(origins);
  },
});

test.use({ serviceWorkers: 'allow' });

/** Another build, as far as the page can see: its text and its list of files differ. */
function publish(folder: string): void {
  const edit = (name: string, change: (text: string) => string) => {
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  };
  edit('index.html', (html) => html.replace('<title>', '<title>New '));
  edit('service-worker.js', (script) =>
    script
      .replace(/"build": "\w+"/, '"build": "another"')
      // The new page's own hash is not of interest here.
      .replace(/(\[\s*"",\s*)"sha256-[^"]+"/, '$1""'),
  );
}

/** Waits until the page's build is kept. */
async function installed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
    }
  });
}

const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

const offer = (page: Page) => page.getByText('A new version of this page is ready.');

async function openAnother(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('./');
  await expect(page.getByText('Not checked yet')).toHaveCount(0);
  return page;
}

test('after one visit the page works offline, and asked its own origin only', async ({
  playground,
  site,
  origins,
  baseURL,
}) => {
  const { page } = playground;
  await playground.open();
  await installed(page);
  await site.goOffline();
  await page.reload();
  await expect(page.getByText('Not checked yet')).toHaveCount(0);
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  // A link leads to the same page.
  await page.goto('./#anything');
  await expect(playground.compare).toBeVisible();
  await page.goto('./index.html?from=elsewhere');
  await expect(playground.compare).toBeVisible();
  expect([...origins]).toEqual([new URL(baseURL ?? '').origin]);
});

test('z3 works offline once it was used', async ({ playground, site, origins, baseURL }) => {
  const { page } = playground;
  await playground.open('fig05');
  await installed(page);
  expect((await cacheNames(page)).filter((name) => name.includes(' z3 '))).toEqual([]);
  await playground.select('Solver', 'z3');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const name = (await caches.keys()).find((key) => key.includes(' z3 '));
        return name ? (await (await caches.open(name)).keys()).length : 0;
      }),
    )
    .toBe(3);
  await site.goOffline();
  await page.reload();
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await openView(page, 'Queries');
  await expect(page.getByRole('table', { name: 'Questions to the solver' })).toContainText('by z3');
  expect([...origins]).toEqual([new URL(baseURL ?? '').origin]);
});

test.describe('z3 that was not used before', () => {
  // The browser itself prints the failed request.
  test.use({ strict: false });

  test('is missing offline, and the page says what helps', async ({ playground, site }) => {
    const { page } = playground;
    await playground.open('fig05');
    await installed(page);
    await site.goOffline();
    await page.reload();
    await playground.select('Solver', 'z3');
    await playground.compare.click();
    await playground.expectVerdict('possibly-equivalent');
    await expect(page.getByRole('region', { name: 'What is missing here' })).toContainText(
      'Compare again when you are online.',
    );
  });
});

test('a new version is offered, is taken on request, and what was typed stays', async ({
  playground,
  site,
}) => {
  const { page } = playground;
  await playground.open();
  await installed(page);
  await playground.type('left', '; mine\n    jr $31\n');
  await expect(offer(page)).toHaveCount(0);
  site.publish();
  await page.reload();
  await expect(offer(page)).toBeVisible();
  // Nothing happened yet.
  await expect(page).toHaveTitle('Tamarin Playground');
  await page.reload();
  await expect(page).toHaveTitle('Tamarin Playground');
  await expect(offer(page)).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(offer(page)).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page).toHaveTitle('New Tamarin Playground');
  await expect.poll(() => playground.text('left')).toContain('; mine');
  await expect(offer(page)).toHaveCount(0);
  // Nothing of the old version is left.
  await expect.poll(async () => (await cacheNames(page)).length).toBe(1);
  expect((await cacheNames(page))[0]).toContain('another');
});

test('a version that one tab takes is offered to the other, which goes on with its own', {
  tag: '@long',
}, async ({ playground, context, site }) => {
  const { page } = playground;
  await playground.open();
  await installed(page);
  site.publish();
  const other = await openAnother(context);
  await other.getByRole('button', { name: 'Reload' }).click();
  await expect(other).toHaveTitle('New Tamarin Playground');

  await expect(offer(page)).toBeVisible();
  await expect(page).toHaveTitle('Tamarin Playground');
  await site.goOffline();
  // Its engine is started anew from the files of its own version.
  await playground.set('Fuel', '1000000');
  await playground.type('left', factorial('up'));
  await playground.type('right', factorial('down'));
  await playground.set('Fuel', '1000000');
  await playground.compare.click();
  await playground.stop.click();
  await expect(playground.verdict).toContainText(/stopped/i);
  await playground.choose('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
});

test('a build that is only half on the host is not taken', { tag: '@long' }, async ({
  playground,
  folder,
}) => {
  const { page } = playground;
  await playground.open();
  await installed(page);
  const before = await cacheNames(page);
  // The list of files is new, but one file is not the listed one.
  const file = join(folder, 'service-worker.js');
  const script = readFileSync(file, 'utf8').replace(/"build": "\w+"/, '"build": "another"');
  writeFileSync(file, script);
  writeFileSync(join(folder, 'theme.js'), '// half of it');
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => {});
    const worker = registration.installing;
    while (worker && (worker.state === 'installing' || worker.state === 'parsed')) {
      await new Promise((resolve) =>
        worker.addEventListener('statechange', resolve, { once: true }),
      );
    }
    return worker?.state;
  });
  expect(state).toBe('redundant');
  await expect(offer(page)).toHaveCount(0);
  expect(await cacheNames(page)).toEqual(before);
});

test('the page can be installed', async ({ playground, baseURL }) => {
  const { page } = playground;
  await playground.open();
  const link = page.locator('link[rel="manifest"]');
  const address = new URL((await link.getAttribute('href')) ?? '', baseURL).href;
  const manifest = await (await page.request.get(address)).json();
  expect(new URL(manifest.start_url, address).href).toBe(baseURL);
  expect(new URL(manifest.scope, address).href).toBe(baseURL);
  for (const icon of manifest.icons) {
    const response = await page.request.get(new URL(icon.src, address).href);
    expect(response.headers()['content-type']).toBe(icon.type);
  }
  // Chromium's own list of reasons against an installation.
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
