// npm test: gets what is missing, then checks everything, and stops at the
// first step that fails. The steps are those of every machine, CI or not.

import { buildPage, buildWasm } from './build.mjs';
import { findFirefox } from './lib/firefox.mjs';
import { heading, run, Trouble } from './lib/run.mjs';
import {
  ensureChromium,
  ensureFirefox,
  ensureNodeModules,
  ensureRust,
  ensureWebKit,
  ensureZ3,
} from './lib/tools.mjs';
import { findWebKit } from './lib/webkit.mjs';

const node = (file, ...args) => run(process.execPath, [file, ...args]);
const cargo = (...args) => run('cargo', args);
const deny = ['--', '-D', 'warnings'];
const surface = ['--no-default-features', '--features', 'search,tools,proofs'];
const wasm = ['--target', 'wasm32-unknown-unknown', '--lib', ...surface];
const playwright = (folder) =>
  node('node_modules/@playwright/test/cli.js', 'test', '--config', folder);

const steps = [
  [
    'what the tests need',
    async () => {
      await ensureNodeModules();
      await ensureRust();
      await ensureZ3();
      await ensureChromium();
      await ensureFirefox();
      await ensureWebKit();
    },
  ],
  ['cargo fmt', () => cargo('fmt', '--all', '--check')],
  ['cargo clippy', () => cargo('clippy', '--quiet', '--workspace', '--all-targets', ...deny)],
  ['cargo clippy, wasm', () => cargo('clippy', '--quiet', ...wasm, ...deny)],
  ['cargo test', () => cargo('test', '--quiet')],
  [
    'build',
    async () => {
      await buildWasm();
      await buildPage();
    },
  ],
  ['types', () => node('node_modules/typescript/bin/tsc', '--noEmit')],
  [
    'format and lint',
    () => node('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings'),
  ],
  ['engine and z3 in Node', () => playwright('tests/wasm')],
  ['page in Chromium', () => playwright('tests/browser')],
  [
    'page in Firefox',
    async () => {
      if (findFirefox()) await playwright('tests/firefox');
      else console.log('SKIPPED: no Firefox here, so nothing is known of the page in it.');
    },
  ],
  [
    'page in WebKit',
    async () => {
      if (findWebKit()) await playwright('tests/webkit');
      else console.log('SKIPPED: no WebKit here, so nothing is known of the page in it.');
    },
  ],
];

const times = [];
let failure;
for (const [name, step] of steps) {
  heading(name);
  const start = performance.now();
  try {
    await step();
    times.push([name, performance.now() - start]);
  } catch (error) {
    failure = { name, words: error instanceof Trouble ? error.message : error.stack };
    break;
  }
}

heading('summary');
for (const [name, time] of times)
  console.log(`passed  ${(time / 1000).toFixed(1).padStart(6)} s  ${name}`);
if (failure) {
  console.log(`FAILED           ${failure.name}: ${failure.words}`);
  const left = steps.length - times.length - 1;
  if (left > 0) console.log(`                 ${left} more not tried`);
}
console.log(`\n${times.length} passed, ${failure ? 1 : 0} failed`);
process.exitCode = failure ? 1 : 0;
