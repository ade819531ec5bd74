// Whole comparisons of every pair of the corpus, by solver.
//
// Native: a whole process. Chromium: a fresh page with an empty cache, once with Compare pressed as
// soon as the engine's worker is started, and once after the page was open for a second; including
// the download (from this machine), compilation and start of z3-solver if it is used. There are two
// end times: when the verdict is certain, and when the comparison is over, which for programs that
// differ is when the least witness is known or given up. A comparison ends by its own limits, which
// are counts; one that the watchdog ends, or that leaves something open, counts as undecided. If a
// run shows a difference, or rewriting decides everything, no solver is asked and z3 is not loaded:
// those pairs are listed separately.

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
/** The solvers that are compared with each other everywhere. */
const RIVALS = ['bitblast', 'z3'];

/** z3-solver gets ten times the default effort, so that few pairs remain undecided. */
const OPTIONS = { z3: { effort: 1_000_000 } };

/** Milliseconds for which the page stays open before the comparison. */
const LOOK = 1_000;

export async function corpus({ quick, corpus: folder }) {
  const watchdog = quick ? 30_000 : 60_000;
  const rounds = quick ? 1 : 3;
  const chromium = await openEngine();
  const rows = [];
  try {
    for (const pair of pairsIn(folder)) {
      const native = {};
      for (const solver of ['bitblast', 'process']) {
        // If z3 does not finish natively, it does not finish in a browser, which takes longer.
        native[solver] = await compareNatively(pair.files, ['--solver', solver], {
          watchdog: watchdog / 3,
        });
      }
      const inChromium = async (solvers, look) => {
        const measured = await inTurns(rounds, solvers, (solver) =>
          chromium.compare(pair.texts, { solver, ...OPTIONS[solver] }, watchdog, look),
        );
        return Object.fromEntries(solvers.map((solver) => [solver, best(measured[solver])]));
      };
      const [looked, here] = [await inChromium(RIVALS, LOOK), await inChromium(HERE, 0)];
      const row = { ...pair, native, looked, here };
      rows.push(row);
      // This takes long: report progress.
      const times = HERE.map((solver) => milliseconds(row.here[solver].ms));
      process.stderr.write(`${pair.name}: ${times.join(', ')}\n`);
    }
  } finally {
    await chromium.close();
  }
  each(rows, rounds);
  const decided = rows.filter(({ here }) => isDecided(here.bitblast.report));
  for (const time of TIMES) inRatios(decided, time);
  inSum(rows, decided);
  await slowest(decided);
}

const VERDICT = {
  ms: ({ verdictMs }) => verdictMs,
  asked: ({ askedForVerdict }) => askedForVerdict,
  isThere: ({ foundDifference, report }) => foundDifference || isDecided(report),
};
const END = {
  ms: ({ ms }) => ms,
  asked: ({ asked }) => asked,
  isThere: ({ report }) => isDecided(report),
};

/** The measured times of a comparison in Chromium. */
const TIMES = [
  {
    span: 'from Compare, on a page looked at for a second, until the verdict',
    here: ({ looked }) => looked,
    ...VERDICT,
  },
  { span: 'from the start of the engine until the verdict', here: ({ here }) => here, ...VERDICT },
  { span: 'from the start of the engine until the end', here: ({ here }) => here, ...END },
];

/** The best time of several rounds, and the largest memory. */
function best(measured) {
  return {
    ...measured[0],
    ms: Math.min(...measured.map(({ ms }) => ms)),
    verdictMs: Math.min(...measured.map(({ verdictMs }) => verdictMs)),
    memory: Math.max(...measured.map(({ memory }) => memory)),
  };
}

function ratio(row, { here, ms }) {
  const { bitblast, z3 } = here(row);
  return ms(z3) / ms(bitblast);
}

function each(rows, rounds) {
  const native = ({ report, ms }) => (isDecided(report) ? milliseconds(ms) : 'not decided');
  const times = (row, solver) =>
    TIMES.flatMap(({ here, isThere, ms }) => {
      const measured = here(row)[solver];
      if (!measured) return [];
      return [isThere(measured) ? milliseconds(ms(measured)) : 'none'];
    }).join(', ');
  // If z3 reached no verdict in time, its time is a lower bound.
  const ratios = (row) =>
    TIMES.slice(0, 2)
      .map((time) => {
        const isBound = !time.isThere(time.here(row).z3);
        return `${isBound ? 'over ' : ''}${digits(ratio(row, time))}`;
      })
      .join(', ');
  table(
    `Comparisons of ${rows.length} pairs, best of ${rounds} in Chromium: from Compare to the verdict, from the engine's start to the verdict, to the end`,
    [
      [
        'pair',
        'verdict',
        'bitblast, native',
        'z3, native',
        'bitblast, Chromium',
        'portfolio, Chromium',
        'z3-solver, Chromium',
        'verdict, z3-solver : bitblast',
        'questions to z3-solver',
      ],
      ...rows.map((row) => [
        row.name,
        row.native.bitblast.report?.verdict ?? 'none',
        native(row.native.bitblast),
        native(row.native.process),
        ...HERE.map((solver) => times(row, solver)),
        isDecided(row.here.bitblast.report) ? ratios(row) : '',
        `${row.here.z3.askedForVerdict}, ${row.here.z3.asked}`,
      ]),
    ],
  );
}

function inRatios(decided, time) {
  const middle = (some, of) => (some.length > 0 ? median(some.map(of)) : undefined);
  const words = (value, print) => (value === undefined ? '' : print(value));
  const of = (row) => ratio(row, time);
  const least = (some) => some.toSorted((a, b) => of(a) - of(b)).at(0);
  // The first query is the same for every solver.
  const isAsking = (row) => time.asked(time.here(row).z3) > 0;
  table(`z3-solver : bitblast in Chromium ${time.span}, pairs that bitblast decides`, [
    [
      'pairs',
      'number',
      ...RIVALS.map((solver) => `${solver}, median`),
      'ratio, median',
      'smallest',
      'under 10',
    ],
    ...[
      ['a solver is asked', decided.filter(isAsking)],
      ['no solver is asked', decided.filter((row) => !isAsking(row))],
    ].map(([what, some]) => [
      what,
      String(some.length),
      ...RIVALS.map((solver) =>
        words(
          middle(some, (row) => time.ms(time.here(row)[solver])),
          milliseconds,
        ),
      ),
      words(middle(some, of), digits),
      words(least(some), (row) => `${digits(of(row))} (${row.name})`),
      String(some.filter((row) => of(row) < 10).length),
    ]),
  ]);
  const under = decided.filter((row) => isAsking(row) && of(row) < 10);
  if (under.length > 0) {
    const names = under.map((row) => `${row.name} (${digits(of(row))})`);
    console.log(`\nA solver is asked, and it is under 10: ${names.join(', ')}.`);
  }
}

function inSum(rows, decided) {
  const names = (some) => some.map(({ name }) => name).join(', ') || 'none';
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
      names(decided.filter(({ here }) => !VERDICT.isThere(here.z3))),
    ],
    [
      'pairs for which the portfolio asks z3-solver',
      names(rows.filter(({ here }) => here.portfolio.asked > 0)),
    ],
    ['largest resident set of the process, bitblast, native', native('bitblast')],
    ...HERE.map((solver) => [`largest of Chromium's renderer, ${solver}`, renderer(solver)]),
  ]);
}

/** Where the time goes in the slowest pairs, in Node. */
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
