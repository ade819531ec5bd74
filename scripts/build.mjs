// Builds the page into dist/: the engine as wasm, then the page around it.
// A step whose inputs are those of the last time is not done again.

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildEmbed } from './build-embed.mjs';
import { checkFirstLoad, finishServiceWorker } from './lib/dist.mjs';
import { heading, main, root, run, Trouble } from './lib/run.mjs';
import { hashOf, once } from './lib/stamp.mjs';
import { ensureNodeModules, ensureRust, ensureWasmBindgen } from './lib/tools.mjs';

const generated = 'www/generated';

// What rustc turns on for the target by default; wasm-opt must be told.
const features = [
  'bulk-memory',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
];

/** The engine: Rust to www/generated/, with the types that the page is checked against. */
export async function buildWasm() {
  await ensureRust();
  await run('cargo', [
    ...['build', '--release', '--lib', '--no-default-features'],
    ...['--target', 'wasm32-unknown-unknown'],
  ]);
  const targetFolder = process.env.CARGO_TARGET_DIR ?? 'target';
  const compiled = join(targetFolder, 'wasm32-unknown-unknown/release/tamarin.wasm');
  if (!existsSync(join(root, compiled))) throw new Trouble(`cargo left no ${compiled}`);
  const bindgen = await ensureWasmBindgen();

  const inputs = hashOf([compiled, 'Cargo.lock', 'package-lock.json', 'scripts/build.mjs']);
  await once(`${generated}/.built`, inputs, async () => {
    heading('wasm-bindgen, wasm-opt');
    await run(bindgen, [
      compiled,
      '--target',
      'web',
      '--out-dir',
      generated,
      '--out-name',
      'tamarin',
    ]);
    const wasm = `${generated}/tamarin_bg.wasm`;
    await run(process.execPath, [
      ...['node_modules/binaryen/bin/wasm-opt', '-O3', wasm, '-o', wasm],
      ...features.map((feature) => `--enable-${feature}`),
    ]);
  });
}

/** The page: www/ and the examples to dist/. */
export async function buildPage() {
  const inputs = hashOf([
    ...['www', 'tests/corpus', 'vite.config.ts', 'package-lock.json'],
    'scripts/build-embed.mjs',
    'scripts/lib/dist.mjs',
  ]);
  await once('dist/.built', inputs, async () => {
    heading('vite build');
    rmSync(join(root, 'dist'), { recursive: true, force: true });
    // Keeps a cache from mixing the scripts of two builds.
    process.env.TAMARIN_BUILD = inputs.slice(0, 8);
    await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
    await buildEmbed();
    // The last step: the service worker has the list of all that the others made.
    finishServiceWorker();
  });
  checkFirstLoad();
}

export async function build() {
  await ensureNodeModules();
  await buildWasm();
  await buildPage();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(build);
