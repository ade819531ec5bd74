// Builds the page into dist/: the engine as wasm, then the page around it. A step with unchanged
// inputs is skipped.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildEmbed, buildExercise } from './build-embed.mjs';
import { checkFirstLoad, finishServiceWorker } from './lib/dist.mjs';
import { tutorials } from './lib/documents.mjs';
import { pack, writeNotices } from './lib/release.mjs';
import { heading, main, output, root, run, Trouble, together } from './lib/run.mjs';
import { bind, bindMarks, instrument, split } from './lib/split.mjs';
import { hashOf, once } from './lib/stamp.mjs';
import { ensureBindgen, ensureNodeModules, ensureRust, targetFolder } from './lib/tools.mjs';

/** The folder of the bindings and the wasm of all parts. */
export const generated = 'www/generated';

// Features that rustc enables for the target by default; wasm-opt needs them listed.
const features = [
  'bulk-memory',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
];

/** The profile of all parts: they have the libraries in common. */
const PROFILE = 'search';

/**
 * The parts of the engine: the Cargo feature with the part's functions, and further flags of rustc
 * for the engine itself. The search has to be fast, and opt-level `s` everywhere costs it a fifth;
 * the tools need not be fast. They have the libraries of the search: with their own, optimised for
 * size too, they are 7 kB smaller and take twice as long to compile. The page waits for the search,
 * so the functions that short comparisons do not need are split off.
 *
 * @typedef {object} Part
 * @property {string} name
 * @property {string} feature
 * @property {string[]} [flags]
 * @property {boolean} [isSplit]
 */
/** @type {Part[]} */
export const parts = [
  { name: 'tamarin', feature: 'search', isSplit: true },
  { name: 'tamarin_tools', feature: 'tools', flags: ['-C', 'opt-level=s'] },
  { name: 'tamarin_proofs', feature: 'proofs' },
  { name: 'tamarin_arm64', feature: 'arm64' },
];

/** The engine: Rust to www/generated/, with the types that the page is checked against. */
export async function buildWasm() {
  await ensureRust();
  heading('npm packages, engine, bindings tool (the engine takes a minute or two the first time)');
  const tools = { bindgen: ensureBindgen(), packages: ensureNodeModules() };
  await together(...Object.values(tools), ...parts.map((part) => buildPart(part, tools)));
}

/** Compiles and optimises a part: the compiler and the optimiser use one thread each. */
async function buildPart(part, { bindgen, packages }) {
  const compiled = await compilePart(part);
  const inputs = ['Cargo.lock', 'package-lock.json', 'scripts/build.mjs', 'tools'];
  if (part.isSplit) {
    inputs.push('scripts/lib/split.mjs', 'scripts/lib/training.mjs', 'tests/corpus');
    inputs.push('www/src/engine/warm-up.js');
  }
  await once(`${generated}/.${part.name}`, hashOf([compiled, ...inputs]), async () => {
    await packages;
    heading(`${part.name}: bindings, wasm-opt`);
    await run(await bindgen, [compiled, generated, part.name]);
    await optimise(part);
    if (part.isSplit) await splitSearch();
  });
}

const binaryen = (tool, ...args) =>
  run(process.execPath, [
    `node_modules/binaryen/bin/${tool}`,
    ...args,
    ...features.map((feature) => `--enable-${feature}`),
  ]);

/**
 * Optimises the wasm of a part once more. rustc has inlined already: `-O3` inlines again and takes
 * three to four times as long. Its wasm is 3 % smaller, but 1 to 3 % larger once it is compressed.
 * Comparisons and proofs take the same time with both, up to the noise of 10 %.
 */
function optimise({ name, isSplit = false }) {
  const wasm = `${generated}/${name}_bg.wasm`;
  const further = ['--low-memory-unused', ...(isSplit ? ['-g'] : [])];
  return binaryen('wasm-opt', '-O1', ...further, wasm, '-o', wasm);
}

/**
 * Keeps the functions that short comparisons call in the search's wasm, and moves the rest to
 * `tamarin_later.wasm`.
 */
export async function splitSearch() {
  const wasm = `${generated}/tamarin_bg.wasm`;
  const folder = mkdtempSync(join(tmpdir(), 'tamarin-split-'));
  const file = (name) => join(folder, name);
  try {
    await binaryen('wasm-dis', wasm, '-o', file('whole.wat'));
    const names = instrument(file('whole.wat'), file('marked.wat'));
    await binaryen('wasm-as', file('marked.wat'), '-o', file('marked.wasm'));
    bindMarks(`${generated}/tamarin.js`, file('marked.mjs'));
    const training = ['scripts/lib/training.mjs', file('marked.mjs'), file('marked.wasm')];
    const entered = execFileSync(process.execPath, training, { cwd: root, encoding: 'utf8' });
    const stay = new Set(JSON.parse(entered).map((number) => names[number]));
    const to = { first: file('first.wat'), later: file('later.wat') };
    const { moved, entries } = split(file('whole.wat'), (name) => stay.has(name), to);
    console.log(`${moved} of ${names.length} functions are loaded later, ${entries} by a stub`);
    await together(
      binaryen('wasm-as', to.first, '-o', wasm),
      binaryen('wasm-as', to.later, '-o', `${generated}/tamarin_later.wasm`),
    );
    bind(`${generated}/tamarin.js`, `${generated}/tamarin.d.ts`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The last compilation: each takes the folder of its profile for itself. */
let turn = Promise.resolve();

/** Compiles one part, after those before it. */
export function compilePart(part) {
  const done = turn.then(() => compile(part));
  turn = done.then(
    () => undefined,
    () => undefined,
  );
  return done;
}

/** What the parts are compiled from: the engine and every crate beside it. */
function sources() {
  const isCrate = (name) => existsSync(join(root, name, 'Cargo.toml'));
  const crates = readdirSync(root).filter(isCrate);
  const files = ['build.rs', 'Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml'];
  return ['src', ...files, ...crates.flatMap((name) => [`${name}/src`, `${name}/Cargo.toml`])];
}

/**
 * Cargo keeps one `cdylib` of a package, and compiles it anew whenever its features change. So a
 * part with unchanged inputs is not left to Cargo.
 */
async function compile({ feature, profile = PROFILE, flags = [] }) {
  const folder = join(targetFolder, 'wasm32-unknown-unknown', profile);
  const kept = join(folder, `${feature}.part.wasm`);
  const compiler = output('rustc', ['--version', '--verbose']) ?? '';
  const words = [compiler, process.env.RUSTFLAGS ?? '', profile, feature, ...flags];
  await once(`${kept}.inputs`, hashOf(sources(), ...words), async () => {
    const cargo = ['rustc', '--profile', profile, '--lib', '--crate-type', 'cdylib'];
    const chosen = ['--no-default-features', '--features', feature];
    const target = ['--target', 'wasm32-unknown-unknown'];
    await run('cargo', [...cargo, ...chosen, ...target, '--', ...flags], { label: feature });
    const compiled = join(folder, 'tamarin.wasm');
    if (!existsSync(resolve(root, compiled))) throw new Trouble(`cargo left no ${compiled}`);
    // The next part is compiled to the same file.
    copyFileSync(resolve(root, compiled), resolve(root, kept));
  });
  return kept;
}

/** The page: www/ and the examples to dist/. */
export async function buildPage() {
  const inputs = hashOf([
    ...['www', 'tests/corpus', 'vite.config.ts', 'package-lock.json'],
    'scripts/build-embed.mjs',
    ...['docs/glossary.md', ...tutorials, 'scripts/lib/documents.mjs'],
    ...['scripts/lib/dist.mjs', 'scripts/lib/release.mjs', 'Cargo.toml', 'Cargo.lock', 'LICENSE'],
  ]);
  await once('dist/.built', inputs, async () => {
    heading('vite build');
    rmSync(join(root, 'dist'), { recursive: true, force: true });
    // Keeps a cache from mixing the scripts of two builds.
    process.env.TAMARIN_BUILD = inputs.slice(0, 8);
    await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
    heading('scripts of embeds');
    await buildEmbed();
    heading('exercises');
    await buildExercise();
    writeNotices();
    // The last step: the service worker needs the list of all files made by the others.
    finishServiceWorker();
  });
  checkFirstLoad();
}

export async function build() {
  await buildWasm();
  await buildPage();
  const { path, size } = await pack();
  console.log(`${path}: ${(size / 1e6).toFixed(1)} MB`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main(build);
