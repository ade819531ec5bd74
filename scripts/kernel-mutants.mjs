// node scripts/kernel-mutants.mjs [minutes]: changes the kernel in one place after the other, and runs its own tests on each
// change (cargo-mutants). A change that no test notices is a gap in the tests.
//
// All changes take hours, so they are divided into shards. A shard that is done is kept in `target/kernel-mutants`, under
// a hash of the kernel and its tests, and not repeated: the command goes on where the last one ended. It ends after the shard in
// which the minutes are over (60 by default).

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { heading, main, root, run, Trouble } from './lib/run.mjs';
import { ensureMutants, ensureRust, targetFolder } from './lib/tools.mjs';

/** The number of shards: with so many, a shard takes some minutes. */
const SHARDS = 100;

/** Seconds after which the tests of one change count as hanging; they take about five. */
const TIMEOUT = 120;

/** Smaller samples than in `npm test`: each change pays for them. */
const samples = { TAMPERED: '1000', GROWN: '60' };

/** A hash of everything that decides the outcome. */
function hash() {
  const sum = createHash('sha256');
  for (const folder of ['kernel/src', 'kernel/tests']) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort();
    for (const name of names.filter((name) => /\.(rs|json|lst)$/.test(name))) {
      sum.update(name).update(readFileSync(join(root, folder, name)));
    }
  }
  return sum.digest('hex').slice(0, 16);
}

/** The outcomes of a shard: one for each change, with its name. */
function outcomes(folder) {
  const text = readFileSync(join(folder, 'mutants.out', 'outcomes.json'), 'utf8');
  return JSON.parse(text).outcomes.filter(({ scenario }) => scenario !== 'Baseline');
}

async function shard(tool, index, folder, target) {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const files = ['--file', 'kernel/src/**/*.rs', '--exclude', 'kernel/src/{main,print}.rs'];
  const args = [
    'mutants',
    '--package',
    'tamarin-kernel',
    ...files,
    '--no-shuffle',
    '--colors',
    'never',
  ];
  args.push('--shard', `${index}/${SHARDS}`, '--baseline', 'skip', '--timeout', `${TIMEOUT}`);
  // Lines of code are counted elsewhere: a change of their number is not what is looked for.
  args.push('--output', unfinished, '--', '--test', 'kernel', '--', '--skip', 'size::');
  try {
    await run(tool, args, { env: { ...samples, CARGO_TARGET_DIR: target } });
  } catch (error) {
    // It fails where a change is not noticed, which is a result.
    if (!existsSync(join(unfinished, 'mutants.out', 'outcomes.json'))) throw error;
  }
  renameSync(unfinished, folder);
}

await main(async () => {
  const minutes = Number(process.argv[2] ?? 60);
  if (!(minutes > 0)) throw new Trouble('the argument is a number of minutes');
  await ensureRust();
  const tool = await ensureMutants();
  const all = resolve(root, targetFolder, 'kernel-mutants');
  const folder = join(all, hash());
  mkdirSync(folder, { recursive: true });
  const end = performance.now() + minutes * 60_000;
  const shards = Array.from({ length: SHARDS }, (_, index) => join(folder, `${index}`));
  for (const [index, path] of shards.entries()) {
    if (existsSync(path) || performance.now() > end) continue;
    heading(`shard ${index} of ${SHARDS}`);
    await shard(tool, index, path, join(all, 'target'));
  }
  const done = shards.filter((path) => existsSync(path));
  const counts = new Map();
  const missed = [];
  for (const { scenario, summary } of done.flatMap(outcomes)) {
    counts.set(summary, (counts.get(summary) ?? 0) + 1);
    if (summary === 'MissedMutant') missed.push(scenario.Mutant.name);
  }
  heading('summary');
  console.log(`${done.length} of ${SHARDS} shards are done`);
  for (const [summary, count] of counts) console.log(`${summary} ${count}`);
  for (const name of missed) console.log(`missed: ${name}`);
});
