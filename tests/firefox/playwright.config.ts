import { defineConfig } from '@playwright/test';

/**
 * The built page in this machine's Firefox. Playwright drives only a Firefox of
 * its own, so here it is just the runner; puppeteer speaks WebDriver BiDi.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/firefox',
  timeout: 180_000,
  expect: { timeout: 60_000 },
  workers: 1,
  forbidOnly: !!process.env.CI,
  // A second try on a machine that others use, too; the list names what needed it.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
});
