import { defineConfig } from '@playwright/test';
export default defineConfig({
  timeout: 120_000,
  workers: 2,
  projects: [{ name: 'wasm', testDir: 'tests/wasm' }],
});
