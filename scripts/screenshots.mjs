// Writes docs/screenshot.png, the picture in the README: the built page after
// the comparison that it opens with.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { build } from './build.mjs';
import { findChromium } from './lib/chromium.mjs';
import { main, root } from './lib/run.mjs';
import { ensureChromium } from './lib/tools.mjs';
import { serve } from './serve.mjs';

await main(async () => {
  await build();
  await ensureChromium();
  const { chromium } = await import('@playwright/test');
  const { address, close } = await serve();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
  });
  await page.goto(address);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.locator('[data-verdict]').waitFor();
  await page.mouse.move(0, 0);
  mkdirSync(join(root, 'docs'), { recursive: true });
  await page.screenshot({ path: join(root, 'docs/screenshot.png'), fullPage: true });
  await browser.close();
  close();
  console.log('docs/screenshot.png');
});
