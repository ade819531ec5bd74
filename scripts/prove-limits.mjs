// node scripts/prove-limits.mjs [NAME,...]: halves and doubles each limit of the prover (`const NAME: ... = number;` in
// prove/src), and prints which pairs of a sample are then proved that were not, or no longer. A limit should change none.
//
// The prover is built in a copy of the repository's packages in `target/prove-limits`, so no file of the repository
// changes. A limit takes two builds and two runs; names restrict it. `PAIRS` chooses another sample, as for the table of
// families in prove/tests/prove/families.rs.

import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const copy = join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'prove-limits');

/** One or two pairs of each theory. */
const SAMPLE =
  'affine-1-s,factorial-7-r,factorial-8-s,fibonacci-1-s,gcd-1-r,gcd-recursive-2-s,lcm-1-r,parity-3-r,power-3-r,sum-5-s,unrolled-behind-2-s';

/** A number that limits something: its file, its name and its value. */
const LIMIT = /const ([A-Z_]+): (?:u32|u64|usize|i64) = ([\d_]+);/g;

function limits() {
  const folder = join(copy, 'prove/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return files
    .filter((file) => file.endsWith('.rs'))
    .flatMap((file) => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      return [...text.matchAll(LIMIT)].map(([line, name, value]) => {
        return { file, path, text, line, name, value: Number(value.replaceAll('_', '')) };
      });
    });
}

/** The verdict of each pair of the sample, or why there is none. */
function verdicts() {
  const test = [
    '--profile',
    'long',
    '-p',
    'tamarin-prove',
    '--test',
    'prove',
    '--',
    '--ignored',
    '--nocapture',
  ];
  const env = {
    ...process.env,
    PAIRS: process.env.PAIRS ?? SAMPLE,
    FOLDER: '../tests/corpus/families',
  };
  const { stdout, stderr } = spawnSync('cargo', ['test', ...test, 'the_table_of_families'], {
    cwd: copy,
    env,
    encoding: 'utf8',
  });
  const lines = [...stdout.matchAll(/^(\S+) +[=#] .* (proved|open) /gm)];
  if (lines.length === 0) throw new Error(stderr.slice(-2000));
  return new Map(lines.map(([, pair, verdict]) => [pair, verdict]));
}

/** The pairs whose verdict has changed. */
function changes(before, after) {
  return [...before]
    .filter(([pair, verdict]) => after.get(pair) !== verdict)
    .map(([pair]) => `${pair}: ${after.get(pair)}`);
}

const parts = [
  'Cargo.toml',
  'Cargo.lock',
  'rust-toolchain.toml',
  'kernel',
  'prove',
  'tests/corpus/families',
];
for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true });
const manifest = readFileSync(join(copy, 'Cargo.toml'), 'utf8');
const profiles = manifest.slice(
  manifest.indexOf('[profile.dev]'),
  manifest.indexOf('[profile.dev.package'),
);
const workspace = manifest.slice(manifest.indexOf('[workspace.lints'));
const version = /^version = .*$/m.exec(manifest)?.[0];
writeFileSync(
  join(copy, 'Cargo.toml'),
  `[workspace]\nresolver = "3"\nmembers = ["kernel", "prove"]\n\n[workspace.package]\n${version}\n\n${profiles}
[profile.long]\ninherits = "dev"\nopt-level = 3\n\n${workspace}`,
);

const only = process.argv[2]?.split(',');
const before = verdicts();
console.log(
  `${before.size} pairs, ${[...before.values()].filter((it) => it === 'proved').length} proved`,
);
for (const { file, path, text, line, name, value } of limits()) {
  if (only && !only.includes(name)) continue;
  for (const to of [Math.max(1, Math.floor(value / 2)), 2 * value]) {
    if (to === value) continue;
    writeFileSync(path, text.replace(line, line.replace(/= [\d_]+;/, `= ${to};`)));
    const found = changes(before, verdicts());
    console.log(
      `${file} ${name}: ${value} -> ${to}: ${found.length === 0 ? 'no change' : found.join(', ')}`,
    );
  }
  writeFileSync(path, text);
}
