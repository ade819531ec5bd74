import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitest/config';

/** Pure functions of the page, in Node: no browser, no wasm. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    include: ['tests/unit/**/*.test.ts'],
    environment: 'node',
  },
});
