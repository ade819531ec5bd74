// Whole comparisons of every pair of the corpus, by who answers.
//
// Native: a process from its start to its end. Chromium: a fresh page with an
// empty cache, from the start of the engine's worker to the verdict, with the
// download (from this machine), compilation and start of z3-solver where that
// is asked. A comparison ends by its own limits, which are counts; one that
// the watchdog ends, or that leaves something open, counts as not decided.
// Where a difference is found by running, or where rewriting settles all, no
// solver is asked and z3 is not loaded: those pairs are told apart.

import { openEngine } from './chromium.mjs';
import {
  compareNatively,
  digits,
  inTurns,
  isDecided,
  median,
  megabytes,
  milliseconds,
  pairsIn,
  table,
} from './measure.mjs';
import { compareInNode } from './node.mjs';

/** The parts of a comparison, see timed.mjs. */
const PARTS = {
  sweep: 'runs on fixed inputs',
  paths: 'paths: runs, traces, terms',
  solver: 'solver',
  merged: 'both programs as one formula',
  least: 'a smaller input',
};

const HERE = ['bitblast', 'portfolio', 'z3'];

export async function corpus({ quick, corpus: folder }) {
  const watchdog = quick ? 10_000 : 60_000;
  const rounds = quick ? 1 : 3;
  const chromium = await openEngine();
  const rows = [];
  try {
    for (const pair of pairsIn(folder)) {
      const native = {};
      for (const solver of ['bitblast', 'process']) {
        native[solver] = await compareNatively(pair.files, ['--solver', solver], { watchdog });
      }
      const turns = await inTurns(rounds, HERE, (solver) =>
        chromium.compare(pair.texts, { solver }, watchdog),
      );
      const here = Object.fromEntries(HERE.map((solver) => [solver, best(turns[solver])]));
      rows.push({ ...pair, native, here });
      // It takes long: say how far it is.
      const times = HERE.map((solver) => milliseconds(here[solver].ms));
      process.stderr.write(`${pair.name}: ${times.join(', ')}\n`);
    }
  } finally {
    await chromium.close();
  }
  each(rows, rounds);
  const decided = rows.filter(({ here }) => isDecided(here.bitblast.report));
  // The first question is the same whoever answers.
  const asking = decided.filter(({ here }) => here.z3.asked > 0);
  const others = decided.filter((row) => !asking.includes(row));
  inSum(rows, { decided, asking, others });
  await slowest(decided);
}

/** The best time of some rounds, and the largest memory. */
function best(measured) {
  return {
    ...measured[0],
    ms: Math.min(...measured.map(({ ms }) => ms)),
    memory: Math.max(...measured.map(({ memory }) => memory)),
  };
}

const ratio = ({ here: { bitblast, z3 } }) => z3.ms / bitblast.ms;
const isBound = ({ here }) => !isDecided(here.z3.report);

function each(rows, rounds) {
  const time = ({ report, ms }) => (isDecided(report) ? milliseconds(ms) : 'not decided');
  table(`Comparisons of ${rows.length} pairs, best of ${rounds} in Chromium`, [
    [
      'pair',
      'verdict',
      'bitblast, native',
      'z3, native',
      'bitblast, Chromium',
      'portfolio, Chromium',
      'z3-solver, Chromium',
      'z3-solver : bitblast',
      'questions to z3-solver',
    ],
    ...rows.map((row) => [
      row.name,
      row.native.bitblast.report?.verdict ?? 'none',
      time(row.native.bitblast),
      time(row.native.process),
      ...HERE.map((solver) => time(row.here[solver])),
      // Where z3 did not decide in time, its time is a lower bound.
      isDecided(row.here.bitblast.report)
        ? `${isBound(row) ? 'over ' : ''}${digits(ratio(row))}`
        : '',
      String(row.here.z3.asked),
    ]),
  ]);
}

function inSum(rows, { decided, asking, others }) {
  const names = (some) => some.map(({ name }) => name).join(', ') || 'none';
  const middle = (some, of) => (some.length > 0 ? median(some.map(of)) : undefined);
  const words = (value, print) => (value === undefined ? '' : print(value));
  const least = (some) => some.toSorted((a, b) => ratio(a) - ratio(b)).at(0);
  const ratios = (some) => [
    words(middle(some, ratio), digits),
    words(least(some), (row) => `${digits(ratio(row))} (${row.name})`),
  ];
  table('z3-solver : bitblast in Chromium, pairs that bitblast decides', [
    ['pairs', 'number', ...HERE.map((solver) => `${solver}, median`), 'ratio, median', 'smallest'],
    ...[
      ['a solver is asked', asking],
      ['no solver is asked', others],
    ].map(([what, some]) => [
      what,
      String(some.length),
      ...HERE.map((solver) =>
        words(
          middle(some, ({ here }) => here[solver].ms),
          milliseconds,
        ),
      ),
      ...ratios(some),
    ]),
  ]);
  const largest = (of) => {
    const row = rows.toSorted((a, b) => of(b).peak - of(a).peak)[0];
    return `${megabytes(of(row).peak)} (${row.name})`;
  };
  const native = (solver) => largest((row) => row.native[solver]);
  const renderer = (solver) => largest((row) => ({ peak: row.here[solver].memory }));
  table('Comparisons in sum', [
    ['', ''],
    ['pairs that bitblast decides', `${decided.length} of ${rows.length}`],
    ['not decided by it', names(rows.filter((row) => !decided.includes(row)))],
    [
      'of them decided by the portfolio',
      names(rows.filter((row) => !decided.includes(row) && isDecided(row.here.portfolio.report))),
    ],
    [
      'of the pairs that it decides, not decided by z3-solver in time',
      names(asking.filter(isBound)),
    ],
    [
      'pairs for which the portfolio asks z3-solver',
      names(rows.filter(({ here }) => here.portfolio.asked > 0)),
    ],
    ['largest resident set of the process, bitblast, native', native('bitblast')],
    ...HERE.map((solver) => [`largest of Chromium's renderer, ${solver}`, renderer(solver)]),
  ]);
}

/** Where the time goes in the pairs that take longest, in Node. */
async function slowest(decided) {
  const rows = decided.toSorted((a, b) => b.here.bitblast.ms - a.here.bitblast.ms).slice(0, 3);
  const parts = [];
  for (const { name, texts, here } of rows) {
    const { parts: spent, ms, report } = await compareInNode(texts);
    parts.push([
      name,
      milliseconds(here.bitblast.ms),
      milliseconds(ms),
      ...Object.keys(PARTS).map((part) => `${Math.round((100 * spent[part]) / ms)} %`),
      `${digits(report.stats.runs)}; ${digits(report.stats.queries)}`,
    ]);
  }
  table('The slowest pairs that bitblast decides', [
    ['pair', 'Chromium', 'Node', ...Object.values(PARTS), 'runs; questions'],
    ...parts,
  ]);
}
