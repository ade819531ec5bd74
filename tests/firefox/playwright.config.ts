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
  reporter: 'list',
});
