// Writes the pictures of the README to docs/: the built page after the
// comparison that it opens with, and the debugger and the map of it.

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
  const evidence = page.locator('tm-evidence');
  await page.getByRole('button', { name: 'Step through' }).click();
  await page.getByRole('table', { name: 'Registers' }).waitFor();
  await evidence.screenshot({ path: join(root, 'docs/debugger.png') });
  await page.getByRole('tab', { name: 'Map' }).click();
  await page.getByText('16 samples a cell.').waitFor({ timeout: 120_000 });
  await evidence.screenshot({ path: join(root, 'docs/map.png') });
  await browser.close();
  await close();
  console.log('docs/screenshot.png, docs/debugger.png, docs/map.png');
});
