import { defineConfig } from '@playwright/test';

import { findHeadlessChromium, quiet } from '../../scripts/lib/chromium.mjs';
import type { Options } from './base';

const executablePath = findHeadlessChromium();
const port = Number(process.env.TAMARIN_TEST_PORT ?? 8641);
// Not at the root of the host: the page has to work from any folder.
const mount = '/some/folder/';

/** Specs about stored and fetched data, and about tabs that are independent of each other. */
const own = ['kept-work', 'network', 'offline', 'hosts'].map((name) => `${name}.spec.ts`);

const launch = (...further: string[]) => ({
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [...quiet, ...further],
  },
});

/** The built page in Chromium, from a static server that sets no special header. */
export default defineConfig<Options>({
  testDir: '.',
  outputDir: '../../test-results/browser',
  timeout: 120_000,
  // Limit for what the page shows by itself; a verdict has longer (`expectVerdict`). CI shares its two cores with the
  // engine's tests, and time decides no test.
  expect: { timeout: process.env.CI ? 60_000 : 10_000 },
  // More than cores: tests also wait for clicks and frames.
  workers: 3,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  // No retries locally: what works only the second time, such as a click on something that moved, is a defect. CI lists
  // the tests that needed a retry.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  // Slow tests that seldom fail run only in `npm run test:long`.
  ...(process.env.TAMARIN_LONG ? {} : { grepInvert: /@long/ }),
  use: {
    baseURL: `http://localhost:${port}${mount}`,
    viewport: { width: 1280, height: 900 },
    // A trace costs as much as the tests; use `--trace on` to investigate a test.
    trace: 'off',
    screenshot: 'only-on-failure',
    // It would answer requests that tests intercept; offline.spec.ts tests it.
    serviceWorkers: 'block',
  },
  projects: [
    // A new browser without anything that an earlier test loaded.
    { name: 'own', testMatch: own, use: { fresh: true, ...launch() } },
    // The others share a context, and its tabs a renderer, see base.ts.
    { name: 'shared', testIgnore: own, use: launch('--process-per-site') },
  ],
  webServer: {
    command: `node ../../scripts/serve.mjs --port ${port} --strict-port --mount ${mount}`,
    url: `http://localhost:${port}${mount}`,
  },
});
