// Whole comparisons by this build and by another, such as that of the previous commit:
//
//   npm run bench -- against --other ../before/target/release/tamarin [--corpus FOLDER]
//
// Both decide the same pairs on the command line with their own solver, in turns, round by round.
// Times are processor times, user and system, of whole processes, so other load on the machine
// affects them little. The best of the rounds counts. Pairs with different verdicts are listed
// separately: a build that proves more may take longer.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { Trouble } from '../lib/run.mjs';
import { digits, isDecided, measured, milliseconds, pairsIn, table, tamarin } from './measure.mjs';

/** Seconds of wall-clock time after which a comparison counts as undecided. */
const WATCHDOG = 30;
/** Rounds for a pair that takes less than this many milliseconds, and for one that takes longer. */
const ROUNDS = [
  [50, 9],
  [1_000, 5],
  [Number.POSITIVE_INFINITY, 2],
];
/** Pairs with at least this ratio are listed by name. */
const SLOWER = 1.1;
/** Milliseconds below which a difference is due to starting the process. */
const START = 20;

export async function against({ other, corpus, quick }) {
  if (!other) throw new Trouble('Compared with what? --other names the other tamarin.');
  const before = resolve(other);
  for (const program of [tamarin, before]) {
    if (!existsSync(program)) throw new Trouble(`There is no ${program}.`);
  }
  const rows = [];
  for (const { name, files } of pairsIn(corpus)) {
    const row = { name, now: await once(tamarin, files), before: await once(before, files) };
    const slower = Math.max(row.now.ms, row.before.ms);
    const rounds = ROUNDS.find(([most]) => slower < most)?.[1] ?? 1;
    for (let round = 1; round < (quick ? 1 : rounds); round += 1) {
      for (const [key, command] of Object.entries({ now: tamarin, before })) {
        const again = await once(command, files);
        if (again.ms < row[key].ms) row[key] = again;
      }
    }
    rows.push(row);
    process.stderr.write(
      `${name}: ${milliseconds(row.before.ms)} to ${milliseconds(row.now.ms)}\n`,
    );
  }
  const decided = rows.filter(
    ({ now, before }) => isDecided(now.report) && isDecided(before.report),
  );
  const same = decided.filter(({ now, before }) => now.report.verdict === before.report.verdict);
  const stronger = decided.filter((row) => !same.includes(row));
  table(`${rows.length} pairs by both builds, ${decided.length} decided by both`, [
    ['pairs', 'number', 'before', 'now', 'ratio of the sums', 'geometric mean', 'least', 'most'],
    summary('the same verdict', same),
    summary(`of these, ${START} ms and more`, same.filter(isLong)),
    summary('another verdict', stronger),
  ]);
  const named = rows
    .filter((row) => isLong(row) && ratio(row) > SLOWER)
    .toSorted((a, b) => ratio(b) - ratio(a));
  table(`More than ${SLOWER} times as long, of ${START} ms and more`, [
    ['pair', 'verdict before', 'verdict now', 'before', 'now', 'ratio'],
    ...named.map((row) => [
      row.name,
      verdict(row.before),
      verdict(row.now),
      milliseconds(row.before.ms),
      milliseconds(row.now.ms),
      digits(ratio(row)),
    ]),
  ]);
}

/** One comparison: its report, if it came in time, and its processor time. */
async function once(command, files) {
  // The command measured by `time` has to end by itself: killing the shell would leave it running.
  const script = `TIMEFORMAT='%3U %3S'; { time timeout ${WATCHDOG} "$0" "$@" 2>&3; } 3>/dev/null 2>&1`;
  const args = ['compare', ...files, '--json', '--solver', 'bitblast'];
  const { stdout } = await measured('bash', ['-c', script, command, ...args]);
  const [, json, user, system] = stdout.match(/^(.*?)\s*([\d.]+) ([\d.]+)\s*$/s);
  const report = json === '' ? undefined : JSON.parse(json);
  return { report, ms: (Number(user) + Number(system)) * 1_000 };
}

const ratio = ({ now, before }) => now.ms / before.ms;
const isLong = ({ now, before }) => Math.max(now.ms, before.ms) >= START;
const verdict = ({ report }) => report?.verdict ?? 'none in time';

function summary(words, rows) {
  if (rows.length === 0) return [words, '0', '', '', '', '', '', ''];
  const sum = (key) => rows.reduce((all, row) => all + row[key].ms, 0);
  const ratios = rows.map(ratio);
  const mean = Math.exp(ratios.reduce((all, one) => all + Math.log(one), 0) / rows.length);
  return [
    words,
    String(rows.length),
    milliseconds(sum('before')),
    milliseconds(sum('now')),
    digits(sum('now') / sum('before')),
    digits(mean),
    digits(Math.min(...ratios)),
    digits(Math.max(...ratios)),
  ];
}
