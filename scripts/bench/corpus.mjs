// Whole comparisons of every pair of the corpus, by who answers.
//
// Native: a process from its start to its end. Chromium: a fresh page with an
// empty cache, from the start of the engine's worker to the verdict, with the
// download (from this machine), compilation and start of z3-solver where that
// is asked. A comparison ends by its own limits, which are counts; one that
// the watchdog ends, or that leaves something open, counts as not decided.
// Where a difference is found by running, or where rewriting settles all, no
// solver is asked and z3 is not loaded: there is no ratio then.

import { openEngine } from './chromium.mjs';
import {
  compareNatively,
  digits,
  isDecided,
  median,
  megabytes,
  milliseconds,
  pairsIn,
  table,
} from './measure.mjs';

const TARGET = 10;

export async function corpus({ quick, corpus: folder }) {
  const watchdog = quick ? 10_000 : 60_000;
  const chromium = await openEngine();
  const rows = [];
  try {
    for (const { name, files, texts } of pairsIn(folder)) {
      const native = {};
      for (const solver of ['bitblast', 'process']) {
        native[solver] = await compareNatively(...files, ['--solver', solver], watchdog);
      }
      const here = {};
      for (const solver of ['bitblast', 'z3']) {
        const rounds = [];
        for (let round = 0; round < (quick ? 1 : 3); round += 1) {
          const measured = await chromium.compare(texts, { solver }, watchdog);
          rounds.push(measured);
          // What takes long is not changed much by chance.
          if (measured.ms > 5000) break;
        }
        here[solver] = { ...rounds.at(-1), ms: Math.min(...rounds.map(({ ms }) => ms)) };
      }
      rows.push({ name, native, here });
      // It takes long: say how far it is.
      process.stderr.write(
        `${name}: ${milliseconds(here.bitblast.ms)}, ${milliseconds(here.z3.ms)}\n`,
      );
    }
  } finally {
    await chromium.close();
  }

  const asks = ({ here }) => here.bitblast.queries.length > 0;
  const time = ({ report, ms }) => (isDecided(report) ? milliseconds(ms) : 'not decided');
  const ratio = ({ bitblast, z3 }) => z3.ms / bitblast.ms;
  table(`Comparisons of ${rows.length} pairs, best of ${quick ? 1 : 3} in Chromium`, [
    [
      'pair',
      'verdict',
      'bitblast, native',
      'z3, native',
      'bitblast, Chromium',
      'z3-solver, Chromium',
      'ratio in Chromium',
    ],
    ...rows.map(({ name, native, here }) => [
      name,
      native.bitblast.report?.verdict ?? 'none',
      time(native.bitblast),
      time(native.process),
      time(here.bitblast),
      time(here.z3),
      !isDecided(here.bitblast.report)
        ? ''
        : asks({ here })
          ? `${isDecided(here.z3.report) ? '' : 'over '}${digits(ratio(here))}`
          : 'no question',
    ]),
  ]);

  const decided = rows.filter(({ here }) => isDecided(here.bitblast.report));
  const asking = decided.filter(asks);
  const ratios = asking.map(({ here }) => ratio(here));
  // Where z3 did not decide in time, its time is a lower bound.
  const below = asking.filter(({ here }) => isDecided(here.z3.report) && ratio(here) < TARGET);
  const slowest = decided.toSorted((a, b) => b.here.bitblast.ms - a.here.bitblast.ms).slice(0, 3);
  const open = rows.filter((row) => !decided.includes(row));
  const largest = (of) => Math.max(...rows.map(of));
  table('Comparisons in sum', [
    ['', ''],
    ['pairs that bitblast decides', `${decided.length} of ${rows.length}`],
    ['not decided by it', open.map(({ name }) => name).join(', ') || 'none'],
    ['its median in Chromium', milliseconds(median(decided.map(({ here }) => here.bitblast.ms)))],
    ['of them without any question to a solver', String(decided.length - asking.length)],
    ['z3-solver : bitblast in the others, median', digits(median(ratios))],
    ['smallest', digits(Math.min(...ratios))],
    [`below ${TARGET}`, below.map(({ name }) => name).join(', ') || 'none'],
    [
      'slowest decided',
      slowest.map(({ name, here }) => `${name} (${milliseconds(here.bitblast.ms)})`).join(', '),
    ],
    ['largest resident set, native', megabytes(largest(({ native }) => native.bitblast.peak))],
    [
      "largest resident set of Chromium's renderer, bitblast",
      megabytes(largest(({ here }) => here.bitblast.memory)),
    ],
    ['the same, z3-solver', megabytes(largest(({ here }) => here.z3.memory))],
  ]);
}
