// Queries per second, by family and by solver.
//
// A family is a pair of programs in benches/queries; its queries are those of their comparison. In
// WebAssembly each query's time is that from the event that reports it to the event with its
// answer, without z3's start. The native figures are those of `cargo bench --bench queries`.
//
// An identity poses no query: rewriting decides it. Its time is that from the end of the runs on
// fixed inputs to the verdict; z3's is that for the query before any rewriting (the .smt2 beside
// the pair).

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { output, root, run } from '../lib/run.mjs';
import { openEngine } from './chromium.mjs';
import { digits, inTurns, measured, median, milliseconds, pairsIn, table } from './measure.mjs';
import { compareInNode, startZ3 } from './node.mjs';

/** The solvers that are compared, by their names in the options. */
const SOLVERS = ['bitblast', 'z3', 'portfolio'];

/** Milliseconds allowed to z3 for an identity. */
const PATIENCE = 60_000;

export async function queries({ quick }) {
  const rounds = quick ? 1 : 5;
  const families = pairsIn('benches/queries').map((pair) => ({
    ...pair,
    smt2: pair.files[0].replace('.left.asm', '.smt2'),
  }));
  const asking = families.filter(({ smt2 }) => !existsSync(smt2));
  const identities = families.filter(({ smt2 }) => existsSync(smt2));

  await run('cargo', [
    ...['bench', '--quiet', '--bench', 'queries', '--', '--noplot'],
    ...['--warm-up-time', '0.2', '--measurement-time', quick ? '0.5' : '3'],
  ]);
  const chromium = await openEngine();
  try {
    const z3 = await startZ3();
    const rows = [];
    for (const { name, texts } of asking) {
      // One run to warm up the compiler.
      await compareInNode(texts);
      const node = await inTurns(rounds, SOLVERS, (solver) => compareInNode(texts, { solver }, z3));
      const here = await inTurns(rounds, SOLVERS, (solver) =>
        chromium.compareWarm(texts, { solver }),
      );
      const speed = (of, solver) => median(of[solver].map(perSecond));
      rows.push([
        name,
        String(node.bitblast[0].queries.length),
        digits(native('bitblast', name)),
        native('process', name) ? digits(native('process', name)) : 'no z3',
        ...[node, here].flatMap((of) => SOLVERS.map((solver) => digits(speed(of, solver)))),
        digits(speed(here, 'bitblast') / speed(here, 'z3')),
      ]);
    }
    z3.cancel();
    table(`Queries a second, median of ${rounds}`, [
      [
        'family',
        'queries',
        'bitblast, native',
        'z3, native',
        ...['Node', 'Chromium'].flatMap((where) => [
          `bitblast, ${where}`,
          `z3-solver, ${where}`,
          `portfolio, ${where}`,
        ]),
        'bitblast : z3-solver in Chromium',
      ],
      ...rows,
    ]);

    const unsat = [];
    for (const { name, texts, smt2 } of identities) {
      await compareInNode(texts);
      const samples = [];
      for (let round = 0; round < 10 * rounds; round += 1) {
        const { ms, parts } = await compareInNode(texts);
        samples.push(ms - parts.sweep);
      }
      const hasZ3 = output('z3', ['--version']) !== undefined;
      const process = hasZ3 && (await measured('z3', [smt2], { watchdog: PATIENCE }));
      unsat.push([
        name.replace('identity-', ''),
        milliseconds(median(samples)),
        !process ? 'no z3' : process.ended ? 'not in a minute' : milliseconds(process.ms),
        milliseconds(await within(chromium.evaluate(smt2, quick ? 1 : 3), PATIENCE)),
      ]);
    }
    table('Identities: time to "no input"', [
      ['identity', 'rewriting, Node', 'z3 with its start, native', 'z3-solver, Chromium, best'],
      ...unsat,
    ]);
  } finally {
    await chromium.close();
  }
}

/** Queries per second of a comparison. */
function perSecond({ queries }) {
  return (1000 * queries.length) / queries.reduce((sum, ms) => sum + ms, 0);
}

/** Queries per second of a native solver, from the last `cargo bench`. */
function native(solver, family) {
  const folder = join(root, process.env.CARGO_TARGET_DIR ?? 'target', 'criterion/queries', solver);
  const file = (name) => join(folder, family, 'new', `${name}.json`);
  if (!existsSync(file('estimates'))) return undefined;
  const nanoseconds = JSON.parse(readFileSync(file('estimates'), 'utf8')).median.point_estimate;
  const count = JSON.parse(readFileSync(file('benchmark'), 'utf8')).throughput.Elements;
  return (count * 1e9) / nanoseconds;
}

/** A time, or that it exceeded the limit. */
async function within(measuring, patience) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve('not in a minute'), patience);
  });
  const result = await Promise.race([measuring.then(({ ms }) => ms), late]);
  clearTimeout(timer);
  // The browser's end ends whatever is still running.
  measuring.catch(() => {});
  return result;
}
