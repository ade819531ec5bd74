// The published files: the built page with the licences of everything in it, and an archive of
// both.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

import { output, root, Trouble } from './run.mjs';

const dist = join(root, 'dist');
const NOTICES = 'licenses.txt';
const ABOUT = 'about.html';
/** Already compressed, or too large to be worth the time. */
const STORED = new Set(['.png']);

/** The version, which is defined in Cargo.toml only. */
export function version() {
  const text = readFileSync(join(root, 'Cargo.toml'), 'utf8');
  return /^version = "(.+)"$/m.exec(text)?.[1] ?? '';
}

/** Writes the licences of everything that ships, and the page that lists them. */
export function writeNotices() {
  const packages = [...crates(), ...npmPackages()];
  const own = readFileSync(join(root, 'LICENSE'), 'utf8');
  const parts = packages.map(({ name, version, license, texts }) =>
    [`${name} ${version} (${license})`, ...texts].join('\n\n'),
  );
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  writeFileSync(join(dist, NOTICES), [`Tamarin Playground\n\n${own.trim()}`, ...parts].join(line));
  writeFileSync(join(dist, ABOUT), about(packages));
}

/** Packs the built folder; returns the archive's path and its size in bytes. */
export async function pack() {
  const { zipSync } = await import('fflate');
  const name = `tamarin-playground-${version()}`;
  // The same files give the same archive at any time.
  const mtime = new Date('2020-01-01T00:00:00');
  const entries = filesOf(dist).map((path) => {
    const level = STORED.has(extname(path)) ? 0 : 6;
    return [`${name}/${path}`, [readFileSync(join(dist, path)), { level, mtime }]];
  });
  const bytes = zipSync(Object.fromEntries(entries));
  const path = `release/${name}.zip`;
  mkdirSync(join(root, 'release'), { recursive: true });
  writeFileSync(join(root, path), bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(root, `${path}.sha256`), `${hash}  ${name}.zip\n`);
  return { path, size: bytes.length };
}

/** The crates that are linked into the page's wasm. */
function crates() {
  const features = ['--no-default-features', '--features', 'search,tools,proofs,arm64'];
  const target = ['--target', 'wasm32-unknown-unknown'];
  const shape = ['--prefix', 'none', '--no-dedupe', '--format', '{p}|{l}'];
  const tree = output('cargo', [
    ...['tree', '--quiet', '--locked', '--package', 'tamarin', '--edges', 'normal,no-proc-macro'],
    ...[...features, ...target, ...shape],
  ]);
  const metadata = output('cargo', ['metadata', '--locked', '--format-version', '1']);
  if (!tree || !metadata) throw new Trouble('cargo does not say which crates there are');
  const folders = new Map(
    JSON.parse(metadata).packages.map(({ name, version, manifest_path }) => [
      `${name} v${version}`,
      dirname(manifest_path),
    ]),
  );
  return [...new Set(tree.split('\n'))]
    .map((line) => /^((\S+) v(\S+))[^|]*\|(.*)$/.exec(line) ?? [])
    .filter(([, , name]) => name && !name.startsWith('tamarin'))
    .map(([, id, name, version, license]) => ({
      ...{ name, version, license, kind: 'Rust' },
      texts: licensesIn(folders.get(id)),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The npm packages that the page's scripts are bundled of. */
function npmPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== '' && !dev && !optional)
    .map(([path, { version, license }]) => ({
      ...{ name: path.replace(/^.*node_modules\//, ''), version, license, kind: 'npm' },
      texts: licensesIn(join(root, path)),
    }));
}

/** The licence texts in a package's folder; some packages name their licence without its text. */
function licensesIn(folder) {
  if (!folder || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^(un)?licen[cs]e|^copying|^notice/i.test(name))
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
}

function about(packages) {
  const rows = packages
    .map(
      ({ name, version, license, kind }) =>
        `<tr><td>${name}<td>${version}<td>${license}<td>${kind}`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>About Tamarin Playground ${version()}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 45rem; margin: 2rem auto; padding: 0 1rem; }
td, th { text-align: left; padding-right: 1.5rem; }
:root { color-scheme: light dark; }
</style>
<h1>Tamarin Playground ${version()}</h1>
<p>This folder is the whole playground. Any host of static files can serve it, from any path: copy
it there and open <a href="index.html">index.html</a>. It has no server part and asks no other
host.</p>
<table>
<tr><td><a href="index.html">index.html</a><td>the playground
<tr><td><a href="exercise.html">exercise.html</a><td>exercises and quizzes; their links are made by the playground
<tr><td>embed.html, embed.js, tamarin-compare.js<td>comparisons within other pages
<tr><td>z3/<td>the solver Z3, loaded when somebody chooses it
<tr><td>service-worker.js<td>keeps the page for use without a network
<tr><td><a href="${NOTICES}">${NOTICES}</a><td>the licences of all that is in it
</table>
<p>Opened from a disk (<code>file:</code>) the page cannot work, because browsers load no modules
from files. <code>python3 -m http.server</code> in this folder is enough.</p>
<h2>What it is built of</h2>
<table>
<tr><th>Package<th>Version<th>Licence<th>From
${rows}
</table>
</html>
`;
}

/** The files within a folder, by their paths from it, in a fixed order. */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}
