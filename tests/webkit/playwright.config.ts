import { defineConfig } from '@playwright/test';

/**
 * The built page in this machine's WebKitGTK. Playwright drives only a WebKit of
 * its own, so here it is just the runner; the browser is driven by WebDriver.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/webkit',
  timeout: 180_000,
  expect: { timeout: 60_000 },
  workers: 1,
  forbidOnly: !!process.env.CI,
  // A second try on a machine that others use, too; the list names what needed it.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
});
