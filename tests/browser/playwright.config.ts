import { defineConfig } from '@playwright/test';

import { findChromium } from '../../scripts/lib/chromium.mjs';

const executablePath = findChromium();
const port = Number(process.env.TAMARIN_TEST_PORT ?? 8641);
// Not at the root of the host: the page has to work from any folder.
const mount = '/some/folder/';

/** The built page in Chromium, from a static server that sets no special header. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/browser',
  timeout: 120_000,
  expect: { timeout: 60_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  // A second try on a machine that others use, too; the list names what needed it.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${port}${mount}`,
    viewport: { width: 1280, height: 900 },
    // A trace costs as much as the tests; `--trace on` keeps one of what is looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
    // It would answer what tests intercept; offline.spec.ts is about it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node ../../scripts/serve.mjs --port ${port} --strict-port --mount ${mount}`,
    url: `http://localhost:${port}${mount}`,
  },
});
