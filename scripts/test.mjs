// npm test: installs what is missing, then checks everything: two rows of steps in parallel, each
// up to its first failure. Compiling and optimising mostly use one thread, so two rows fill two
// cores. The page's row ends with the browsers, whose tests wait for clicks and frames as often as
// they compute; Firefox and WebKit run beside Chromium, one after the other, and what the engine's
// row runs meanwhile has a lower priority, so that no page is slow because of it. The steps are the
// same on every machine, CI or not.

import { constants } from 'node:os';
import { resolve } from 'node:path';

import { buildPage, buildWasm } from './build.mjs';
import { findFirefox } from './lib/firefox.mjs';
import { preparePython } from './lib/python.mjs';
import { heading, output, root, run, Trouble } from './lib/run.mjs';
import { integrationTests, unitTests } from './lib/rust-tests.mjs';
import {
  ensureFirefox,
  ensureHeadlessChromium,
  ensureNodeModules,
  ensureQemu,
  ensureRust,
  ensureWebKit,
  ensureZ3,
  targetFolder,
} from './lib/tools.mjs';
import { findWebKit } from './lib/webkit.mjs';

// Nothing is compiled a second time in CI, so what would make that quick is not written.
if (process.env.CI) process.env.CARGO_INCREMENTAL ??= '0';

const node = (file, ...args) => run(process.execPath, [file, ...args], { label: 'page' });
const cargo = (...args) => run('cargo', args, { label: 'engine' });
const deny = ['--', '-D', 'warnings'];
// Excludes what `npm run test:long` covers because it is slow to check: the bindings tool, and the
// engine as the page has it. The features are the command lines of the kernel and of its export,
// which nothing else builds.
const ours = [
  ...['--workspace', '--exclude', 'bindgen', '--all-targets'],
  ...['--features', 'tamarin-kernel/cli,tamarin-export/cli'],
];
/** For what may run beside the browsers. */
const low = constants.priority.PRIORITY_BELOW_NORMAL;
/** The command line, built with the tests. */
const env = { TAMARIN: resolve(root, targetFolder, 'debug', 'tamarin') };
const playwright = (folder) =>
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '--config', folder], {
    label: folder.replace('tests/', ''),
    env,
  });

const preparation = [
  [
    'what the tests need',
    async () => {
      await ensureNodeModules();
      await ensureRust();
      await ensureZ3();
      await ensureQemu();
      if (!output('z3', ['--version'])) skip('Rust tests that need a native z3: no z3 here');
      if (!output('qemu-aarch64', ['--version']))
        skip('random steps as on a processor: no qemu-aarch64');
      await ensureHeadlessChromium();
      await ensureFirefox();
      await ensureWebKit();
    },
  ],
];

/** Tests that could not run here, for the summary. */
const skipped = [];

function skip(what) {
  skipped.push(what);
  console.log(`SKIPPED  ${what}`);
}

let builtTests;

/**
 * The tests, and with them the command line, which some tests of the page run. It is not built
 * alone: the tests' own packages enable features of others, so everything would be built twice.
 */
function tests() {
  builtTests ??= integrationTests();
  return builtTests;
}

const engine = [
  ['cargo fmt', () => cargo('fmt', '--all', '--check')],
  ['tests and command line', tests],
  ['cargo clippy', () => cargo('clippy', '--quiet', ...ours, ...deny)],
  [
    'integration tests',
    async () => run(await tests(), ['--quiet'], { label: 'engine', priority: low }),
  ],
  ['unit tests', () => unitTests(low)],
  [
    'pairs on several machines, in Python',
    async () => {
      const python = await preparePython();
      if (!python) {
        return skip('the driver in python/: no Python 3.10 with venv, or no way to its packages');
      }
      await run(python, ['-m', 'mypy'], { cwd: `${root}python` });
      await run(python, ['-m', 'pytest', '-q'], { cwd: `${root}python`, env });
    },
  ],
];

const page = [
  [
    'format and lint',
    async () => {
      await node('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings');
      await node('node_modules/stylelint/bin/stylelint.mjs', 'www/src/**/*.{ts,css}');
    },
  ],
  [
    'build',
    async () => {
      await buildWasm();
      await buildPage();
    },
  ],
  [
    'types',
    async () => {
      await node('node_modules/typescript/bin/tsc', '--noEmit');
      await node('node_modules/typescript/bin/tsc', '--project', 'scripts/tsconfig.json');
    },
  ],
  [
    'unit tests of the page',
    () => node('node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/unit/vitest.config.ts'),
  ],
  ['engine and z3 in Node', () => playwright('tests/wasm')],
];

/** Beside these Chromium has its tests. Each has one worker, and few tests. */
const others = [
  [
    'page in Firefox',
    async () => {
      if (findFirefox()) await playwright('tests/firefox');
      else skip('the page in Firefox: no Firefox here');
    },
  ],
  [
    'page in WebKit',
    async () => {
      if (findWebKit()) await playwright('tests/webkit');
      else skip('the page in WebKit: no WebKit here');
    },
  ],
];

const times = [];
const failures = [];
let untried = 0;

/** Runs steps up to the first failure; resolves to whether there was none. */
async function through(steps) {
  for (const [index, [name, step]] of steps.entries()) {
    heading(name);
    const start = performance.now();
    try {
      await step();
      times.push([name, performance.now() - start]);
    } catch (error) {
      const { message, lastLines } = error instanceof Trouble ? error : new Trouble(error.stack);
      failures.push({ name, message, lastLines });
      untried += steps.length - index - 1;
      return false;
    }
  }
  return true;
}

/** The browsers, once there is a page and the command line that some of their tests run. */
async function browsers() {
  const both = [
    through([['page in Chromium', () => playwright('tests/browser')]]),
    through(others),
  ];
  return (await Promise.all(both)).every(Boolean);
}

/** The page, then the browsers. */
async function pageAndBrowsers() {
  const isBuilt = await through(page);
  const hasCommandLine = await tests().then(Boolean, () => false);
  if (isBuilt && hasCommandLine) return browsers();
  untried += 1 + others.length;
  return false;
}

if (await through(preparation)) await Promise.all([through(engine), pageAndBrowsers()]);
else untried += engine.length + page.length + 1 + others.length;

heading('summary');
for (const [name, time] of times)
  console.log(`passed  ${(time / 1000).toFixed(1).padStart(6)} s  ${name}`);
for (const what of skipped) console.log(`SKIPPED          ${what}`);
for (const { name, message } of failures) console.log(`FAILED           ${name}: ${message}`);
if (untried > 0) console.log(`                 ${untried} more not tried`);
// Repeated at the end: parallel rows mix their lines, and a log may be cut.
for (const { name, lastLines } of failures) {
  if (lastLines.length > 0) console.log(`\nthe last lines of "${name}":`);
  for (const line of lastLines) console.log(`  ${line}`);
}
console.log(`\n${times.length} passed, ${failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
