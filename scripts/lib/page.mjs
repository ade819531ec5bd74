// The built page in a browser, for scripts that measure it.

import { build } from '../build.mjs';
import { serve } from '../serve.mjs';
import { findChromium, quiet } from './chromium.mjs';
import { ensureChromium } from './tools.mjs';

/** Builds the page, and calls `use` with a browser and the page's address. */
export async function withPage(use) {
  await build();
  await ensureChromium();
  const { chromium } = await import('@playwright/test');
  const { address, close } = await serve();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: quiet,
  });
  try {
    await use(browser, address);
  } finally {
    await browser.close();
    await close();
  }
}

/** Opens the page on kept work, and waits until both programs have been checked. */
export async function openOn(page, address, work) {
  await page.addInitScript(
    ([kept]) => {
      localStorage.setItem('tamarin.work', kept);
    },
    [JSON.stringify(work)],
  );
  await page.goto(address);
  await page.getByText('Not checked yet').first().waitFor({ state: 'detached' });
}
