// The contents of the built folder, and when the page needs each file. A file that mentions
// another's name needs it, so every file of the build is classified without a list.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { root, Trouble } from './run.mjs';

/**
 * Maximum size of the files for a first verdict, z3 excepted, in bytes after brotli, which most
 * hosts send.
 */
const BUDGET = 400_000;

const folder = join(root, 'dist');
const page = 'index.html';
const serviceWorker = 'service-worker.js';
const texts = ['.css', '.html', '.js', '.webmanifest'];

/** Prepends the list of files to cache to the service worker's code. */
export function finishServiceWorker() {
  const { first, lazy, rest } = sortFiles();
  const hashed = (path) => [path === page ? '' : path, integrity(read(path))];
  const files = [...first, ...lazy].map(hashed);
  const later = rest.map(hashed);
  const build = createHash('sha256')
    .update(JSON.stringify([files, later]))
    .digest('hex');
  const list = { build: build.slice(0, 16), files, later: later.map(([path]) => path) };
  writeFileSync(
    join(folder, serviceWorker),
    `const PRECACHE = ${JSON.stringify(list, undefined, 1)};\n${read(serviceWorker)}`,
  );
}

/** Prints the size of a first visit's downloads; exceeding the budget is an error. */
export function checkFirstLoad() {
  const { first, lazy } = sortFiles();
  const weigh = (paths, compress = brotliCompressSync) =>
    paths.reduce((sum, path) => sum + compress(read(path)).length, 0);
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  const weight = weigh(first);
  console.log(
    `First load without z3: ${kilobytes(weight)} of ${kilobytes(BUDGET)} (brotli),`,
    `${kilobytes(weigh(first, gzipSync))} by gzip;`,
    // Brotli takes twenty seconds for these.
    `kept for offline besides: ${kilobytes(weigh(lazy, gzipSync))} by gzip`,
  );
  if (weight <= BUDGET) return;
  const heaviest = first
    .map((path) => [path, weigh([path])])
    .sort(([, a], [, b]) => b - a)
    .map(([path, bytes]) => `\n  ${kilobytes(bytes).padStart(10)}  ${path}`);
  throw new Trouble(
    `The first load is over its budget of ${kilobytes(BUDGET)}.${heaviest.join('')}`,
  );
}

/**
 * The files of the folder, by when the page needs them: at once, later, or never (those of embeds).
 * z3 and the service worker are in no list.
 */
function sortFiles() {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('z3/') && path !== serviceWorker && !path.endsWith('.map'))
    .sort();
  const eager = reach(all, withoutLazy);
  const ever = reach(all, (text) => text);
  return {
    // Icons and the manifest are only for installing the page.
    first: all.filter((path) => eager.has(path) && !isForInstalling(path)),
    lazy: all.filter((path) => ever.has(path) && !(eager.has(path) && !isForInstalling(path))),
    rest: all.filter((path) => !ever.has(path)),
  };
}

/** The files that the page reaches through names in its files; other pages are not followed. */
function reach(all, prepare) {
  const found = new Set([page]);
  for (const path of found) {
    if (!texts.includes(extname(path))) continue;
    const text = prepare(read(path).toString());
    for (const other of all) {
      if (!other.endsWith('.html') && mentions(text, basename(other))) found.add(other);
    }
  }
  return found;
}

const mentions = (text, name) =>
  new RegExp(`(?<![\\w-])${name.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')}(?![\\w-])`).test(text);

/** A script without its lazy imports and without Vite's list of them. */
const withoutLazy = (text) =>
  text.replace(/__vite__mapDeps=.*?\]/s, '').replace(/\bimport\(\s*(["'`])[^"'`]*\1/g, '');

const isForInstalling = (path) => path.endsWith('.png') || path.endsWith('.webmanifest');

const read = (path) => readFileSync(join(folder, path));

const integrity = (bytes) => `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
