// npm run test:quick: the tests most likely to fail, in about a minute once everything else is
// built: the engine's in parallel with the page's. `npm test` runs all tests.

import { buildPage, buildWasm } from './build.mjs';
import { heading, main, run, together } from './lib/run.mjs';
import { integrationTests, unitTests } from './lib/rust-tests.mjs';
import { ensureHeadlessChromium, ensureNodeModules, ensureRust } from './lib/tools.mjs';

/** Integration tests that take a second or two each. */
const integration = ['asm::', 'asm_properties::', 'cli::', 'cpu::', 'lockstep::', 'traces::'];

async function engine() {
  const cargo = (...args) => run('cargo', args, { label: 'engine' });
  await cargo('fmt', '--check');
  await unitTests();
  await run(await integrationTests(), ['--quiet', ...integration], { label: 'engine' });
}

async function page() {
  const node = (file, ...args) => run(process.execPath, [file, ...args], { label: 'page' });
  await node('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings');
  await node('node_modules/stylelint/bin/stylelint.mjs', 'www/src/**/*.{ts,css}');
  await buildWasm();
  await node('node_modules/typescript/bin/tsc', '--noEmit');
  await node('node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/unit/vitest.config.ts');
  await buildPage();
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--reporter', 'line'];
  await node(...playwright, '--config', 'tests/browser', '--grep', '@smoke');
}

await main(async () => {
  await ensureRust();
  await ensureNodeModules();
  await ensureHeadlessChromium();
  await together(engine(), page());
  heading('passed');
});
