// Chromium, with a page that holds only the engine and z3.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { findChromium, quiet } from '../lib/chromium.mjs';
import { root } from '../lib/run.mjs';
import { ensureChromium } from '../lib/tools.mjs';
import { serve } from '../serve.mjs';
import { peakMemory } from './measure.mjs';

export async function launch() {
  await ensureChromium();
  const { chromium } = await import('@playwright/test');
  return chromium.launch({
    executablePath: findChromium(),
    args: quiet,
  });
}

/** A page in a new browser profile without caches. It has `findDeep`. */
export async function coldPage(browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript({ content: `window.findDeep = ${findDeep};` });
  return { page, close: () => context.close() };
}

/**
 * In the page: the first element that a selector is of, in whatever shadow root.
 *
 * @param {string} selector
 * @param {Document | ShadowRoot} within
 * @returns {Element | undefined}
 */
function findDeep(selector, within = document) {
  const found = within.querySelector(selector);
  if (found) return found;
  for (const element of within.querySelectorAll('*')) {
    const deeper = element.shadowRoot && findDeep(selector, element.shadowRoot);
    if (deeper) return deeper;
  }
  return undefined;
}

/** Builds the benchmark's page, and drives it in one Chromium. */
export async function openEngine() {
  const { build } = await import('vite');
  const folder = join(root, '.cache/bench-page');
  await build({
    configFile: join(root, 'vite.config.ts'),
    mode: 'bench',
    root: join(root, 'scripts/bench/page'),
    build: { outDir: folder },
    logLevel: 'warn',
  });
  const { address, close } = await serve({ folder, port: 8741 });
  const browser = await launch();
  const inPage = async (work, ...args) => {
    const { page, close } = await coldPage(browser);
    try {
      await page.goto(address);
      await page.waitForFunction(() => 'bench' in window);
      const result = await page.evaluate(work, args);
      return { ...result, memory: await largestRenderer(browser) };
    } finally {
      await close();
    }
  };
  return {
    version: browser.version(),
    /** A comparison in a fresh page, see page/main.ts. */
    compare: (texts, options, watchdog, look) =>
      inPage(
        (/** @type {Parameters<typeof window.bench.compare>} */ args) =>
          window.bench.compare(...args),
        texts,
        options,
        watchdog,
        look,
      ),
    /** A comparison in a running engine, see page/main.ts. */
    compareWarm: (texts, options) =>
      inPage(
        (/** @type {Parameters<typeof window.bench.compareWarm>} */ args) =>
          window.bench.compareWarm(...args),
        texts,
        options,
      ),
    /** A text sent to z3-solver, see page/main.ts. */
    evaluate: (file, times) =>
      inPage(
        async (/** @type {Parameters<typeof window.bench.evaluate>} */ args) => ({
          ms: await window.bench.evaluate(...args),
        }),
        readFileSync(file, 'utf8'),
        times,
      ),
    async close() {
      await browser.close();
      close();
    },
  };
}

/** The largest resident set of a renderer so far, in bytes. */
async function largestRenderer(browser) {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return Math.max(0, ...renderers.map(({ id }) => peakMemory(id)));
}
