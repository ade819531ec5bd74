import { type BrowserContext, test as base, type Page } from '@playwright/test';

/**
 * The tests of a worker have one context, so that what the browser made of the page's scripts and
 * wasm is there for the next test: a page that is opened costs a quarter of what it costs in
 * a context of its own. Each test has new tabs, and nothing that is stored: no storage, cookies, permissions
 * or routes of another test.
 *
 * A test has a context of its own where it asks for one (`fresh`), as those do that count what
 * is fetched, and where it sets an option of the context.
 */
interface Shared {
  context: BrowserContext;
  /** A page of the site that stays open, which keeps its renderer alive. */
  keeper: Page;
}

/** The options that all tests of a shared context have in common, by name. */
const plain = {
  colorScheme: 'light',
  contextOptions: {},
  javaScriptEnabled: true,
  serviceWorkers: 'block',
} as const;

export interface Options {
  /** Whether a test has a context of its own. */
  fresh: boolean;
}

export const test = base.extend<Options, { holder: { shared?: Shared } }>({
  fresh: [false, { option: true }],
  holder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      // The browser's end is the context's.
      await use({});
    },
    { scope: 'worker' },
  ],
  context: async (
    {
      browser,
      holder,
      fresh,
      baseURL,
      colorScheme,
      contextOptions,
      javaScriptEnabled,
      serviceWorkers,
    },
    use,
  ) => {
    const options = { colorScheme, contextOptions, javaScriptEnabled, serviceWorkers };
    if (fresh || JSON.stringify(options) !== JSON.stringify(plain)) {
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    holder.shared ??= await open(browser.newContext(), `${baseURL}icon.svg`);
    const { context, keeper } = holder.shared;
    await use(context);
    await clear(context, keeper);
  },
});

async function open(opened: Promise<BrowserContext>, address: string): Promise<Shared> {
  const context = await opened;
  const keeper = await context.newPage();
  await keeper.goto(address);
  return { context, keeper };
}

/** Removes everything that a test left: the tabs first, since they store their state when they close. */
async function clear(context: BrowserContext, keeper: Page): Promise<void> {
  for (const page of context.pages()) if (page !== keeper) await page.close();
  await context.unrouteAll();
  await context.clearCookies();
  await context.clearPermissions();
  await keeper.evaluate(async () => {
    localStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
    for (const name of await caches.keys()) await caches.delete(name);
  });
}
