// npm run flamegraph [-- --corpus FOLDER --limit SECONDS]: flame graphs of the corpus pairs that
// `bitblast` takes longest to decide, in docs/flamegraphs/.
//
// All pairs are first compared natively, to find the slowest. Pairs that exceed the limit or remain
// undecided are skipped. Needs `perf`, so it runs on Linux.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { compareNatively, digits, isDecided, pairsIn } from './bench/measure.mjs';
import { heading, main, output, root, run, Trouble } from './lib/run.mjs';
import { ensureInferno, ensureRust } from './lib/tools.mjs';

/** Number of pairs profiled. */
const PAIRS = 3;
const SOLVER = ['--solver', 'bitblast'];
/** Approximate number of samples per comparison. */
const SAMPLES = 4000;
/** Maximum number of samples per second. */
const MOST_OFTEN = 999;
/** Maximum size of a graph in bytes: functions too narrow to read are left out. */
const MOST_BYTES = 60_000;
/** Minimum width of a function in percent, from fine to coarse. */
const MIN_WIDTHS = [0.1, 0.2, 0.5, 1, 2, 5];
/** The stack below this frame is the program's start-up. */
const BASE = 'pollster::block_on';
/** For commands with a large output, as bytes. */
/** @type {import('node:child_process').ExecFileSyncOptionsWithBufferEncoding} */
const LARGE = { maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'inherit'] };

await main(async () => {
  const { values } = parseArgs({
    options: {
      corpus: { type: 'string', default: 'tests/corpus' },
      limit: { type: 'string', default: '60' },
    },
  });
  if (!output('perf', ['--version'])) {
    throw new Trouble('`perf` is missing: it comes with the tools of the Linux kernel.');
  }
  await ensureRust();
  const inferno = await ensureInferno();
  // Separate from the usual build, which has no debug symbols.
  const target = 'target/flamegraph';
  await run('cargo', ['build', '--quiet', '--release', '--target-dir', target], {
    env: { CARGO_PROFILE_RELEASE_DEBUG: '1' },
  });
  const command = join(root, target, 'release/tamarin');

  heading('the slowest pairs');
  const slowest = await findSlowest(values.corpus, command, 1000 * Number(values.limit));
  const docs = join(root, 'docs/flamegraphs');
  rmSync(docs, { recursive: true, force: true });
  mkdirSync(docs, { recursive: true });
  for (const pair of slowest) {
    const { svg, width } = draw(pair, record(pair, command, inferno), inferno);
    const file = `${pair.name.replaceAll('/', '-')}.svg`;
    writeFileSync(join(docs, file), svg);
    console.log(
      `${file}: ${digits(pair.ms)} ms, ${digits(svg.length / 1000)} kB, from ${width} % of the width`,
    );
  }
});

async function findSlowest(folder, command, watchdog) {
  const pairs = [];
  for (const pair of pairsIn(folder)) {
    const { report, ms } = await compareNatively(pair.files, SOLVER, { watchdog, command });
    if (isDecided(report)) pairs.push({ ...pair, ms });
    else console.log(`not decided: ${pair.name}`);
  }
  return pairs.toSorted((a, b) => b.ms - a.ms).slice(0, PAIRS);
}

/** Records a comparison; returns its stacks, one per line, with the number of samples. */
function record({ files, ms }, command, inferno) {
  const folder = join(root, '.cache/flamegraph');
  const data = join(folder, 'perf.data');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const frequency = Math.min(MOST_OFTEN, Math.ceil((1000 * SAMPLES) / ms));
  // The exit status is that of the comparison, which is 1 for programs that differ.
  spawnSync(
    'perf',
    [
      ...['record', '--quiet', '--output', data],
      ...['--event', 'cpu-clock:u', '--freq', String(frequency), '--call-graph', 'dwarf,16384'],
      ...[command, 'compare', ...files, ...SOLVER],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const samples = execFileSync('perf', ['script', '--input', data], LARGE);
  return execFileSync(join(inferno, 'inferno-collapse-perf'), { ...LARGE, input: samples });
}

/** The most detailed graph of the stacks that is small enough. */
function draw({ name }, stacks, inferno) {
  for (const width of MIN_WIDTHS) {
    const svg = execFileSync(
      join(inferno, 'inferno-flamegraph'),
      [
        ...['--deterministic', '--base', BASE, '--minwidth', String(width)],
        ...['--title', `${name}, bitblast`],
      ],
      { ...LARGE, input: stacks },
    );
    if (svg.length <= MOST_BYTES) return { svg, width };
  }
  throw new Trouble(`${name}: no graph of at most ${MOST_BYTES} bytes`);
}
