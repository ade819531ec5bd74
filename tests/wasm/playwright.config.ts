import { defineConfig } from '@playwright/test';

/** The engine and z3 in Node: no browser, no page. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/wasm',
  timeout: 120_000,
  workers: 2,
  forbidOnly: !!process.env.CI,
  // A retry for a shared machine; the report lists the tests that needed it.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
});
