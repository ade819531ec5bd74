// The evaluation that Tamarin's paper leaves empty (section 5): compilers with one bug each.
//
// A program in WLP4 is compiled twice, in two of the three styles of the reference compiler, and one mistake
// of a code generator is put into one of the two. Both strategies search for an input that shows it, and so do
// a few unit tests, which are the carrot of Tamarin's section 1. The choice is by a fixed seed.
//
// An independent label is not available for such a pair. A pair differs if some search has an input on which
// the emulator's runs of both programs differ, and is equal if the strategy `product` proves that. The labelled
// pairs of the corpus, whose labels come from elsewhere, are a table of their own.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { median, pairsIn, table } from '../bench/measure.mjs';
import { root, Trouble } from '../lib/run.mjs';
import { digits, generator, inParallel, inTemporaryFolder, pick, ran } from './shared.mjs';

const STYLES = ['stack', 'registers', 'folded'];
/** Folders of labelled pairs. */
const LABELLED = ['oracle', 'pairs'];
/** Seconds of a search. */
const SECONDS = 5;
/** Path conditions and steps of a run that the strategy `paper` looks at: the defaults, and others. */
const DEPTHS = [10, 50, 200];
const FUELS = [1_000, 10_000];

/** What a careful person tries. */
const TESTS = ['0,0', '1,1', '2,3', '-1,5', '10,-3', '7,100', '1000,1000', '-2147483648,1'];

/** @type {Record<string, string[]>} */
const STRATEGIES = { paper: ['--strategy', 'paper'], product: ['--strategy', 'product'] };

/**
 * Mistakes of code generators, each by where it can be made and what is written there. A mistake that
 * writes nothing leaves a whole line out.
 *
 * @type {Record<string, [RegExp, (match: RegExpExecArray, random: () => number) => string]>}
 */
const BUGS = {
  'wrong register': [
    /(?<=,\s*)\$(?!0\b|29\b|30\b|31\b)\d+(?!\))\b/g,
    ([reg], random) => near(reg, random),
  ],
  'offset one word off': [
    /(?<=\b[ls]w\s+\$\d+,\s*)-?\d+(?=\()/g,
    ([at], random) => String(Number(at) + pick(random, [4, -4])),
  ],
  'operands swapped': [
    /\b(sub|slt|sltu)\s+(\$\d+),\s*(\$\d+),\s*(\$\d+)|\b(divu?)\s+(\$\d+),\s*(\$\d+)/g,
    ([, op, d, s, t, div, a, b]) => (op ? `${op} ${d}, ${t}, ${s}` : `${div} ${b}, ${a}`),
  ],
  'wrong branch': [/\b(beq|bne)\b/g, ([op]) => (op === 'beq' ? 'bne' : 'beq')],
  'missing save': [/^\s*sw\s+\$\d+,\s*-?\d+\(\$(?:29|30)\)$/gm, () => ''],
  'without a sign': [/\b(slt|div)\b(?!u)/g, ([op]) => `${op}u`],
};

/** @typedef {{ name: string, bug: string, files: string[] }} Case */
/** @typedef {{ verdict: string, inputs: string | undefined, shown: boolean, ms: number }} Found */

/** @param {{ tamarin: string, cases: number }} evaluation */
export async function evaluateTamarin({ tamarin, cases }) {
  await inTemporaryFolder(async (folder) => {
    await labelled(tamarin);
    const chosen = compilersWithBugs(tamarin, folder, cases);
    const outcomes = await inParallel(chosen, async (it) => ({
      ...it,
      paper: await searched(tamarin, it.files, STRATEGIES.paper),
      product: await searched(tamarin, it.files, STRATEGIES.product),
      tests: await tested(tamarin, it.files),
    }));
    bugs(outcomes);
    await depths(tamarin, outcomes.filter(differs));
  });
}

/** The pairs of the corpus that have labels: found, missed and wrong by strategy. */
async function labelled(tamarin) {
  const pairs = LABELLED.flatMap((below) => pairsIn(join('tests/corpus', below)));
  const known = pairs.map(({ files, texts: [text] }) => ({
    files,
    differ: /^;@ verdict: disequivalent$/m.test(text),
  }));
  /** @type {Record<string, (files: string[]) => Promise<Found>>} */
  const ways = {
    [`${TESTS.length} tests`]: (files) => tested(tamarin, files),
    paper: (files) => searched(tamarin, files, STRATEGIES.paper),
    product: (files) => searched(tamarin, files, STRATEGIES.product),
  };
  const rows = [];
  for (const [way, search] of Object.entries(ways)) {
    const all = await inParallel(known, async (it) => ({ ...it, ...(await search(it.files)) }));
    const [differ, agree] = [true, false].map((is) => all.filter((it) => it.differ === is));
    const found = differ.filter(({ shown }) => shown).length;
    const proved = agree.filter(({ verdict }) => isAgreement(verdict)).length;
    const wrong =
      differ.filter(({ verdict }) => isAgreement(verdict)).length +
      agree.filter(({ verdict }) => verdict === 'disequivalent').length;
    rows.push([
      way,
      `${found} / ${differ.length - found}`,
      `${proved} / ${agree.length - proved}`,
      String(wrong),
      `${digits(median(all.map(({ ms }) => ms)) / 1000)} s`,
    ]);
  }
  const differ = known.filter((it) => it.differ).length;
  table(`Labelled pairs: ${differ} that differ, ${known.length - differ} that agree`, [
    ['search', 'difference found / missed', 'agreement proved / open', 'wrong', 'median time'],
    ...rows,
  ]);
}

/** Whether a verdict says that the programs agree, at least within the fuel. */
function isAgreement(verdict) {
  return verdict.startsWith('equivalent');
}

/** Compilers with one bug: found and missed by strategy, by kind of bug. */
function bugs(outcomes) {
  const rows = [...Object.keys(BUGS), 'all'].map((bug) => {
    const all = outcomes.filter((it) => bug === 'all' || it.bug === bug);
    const differing = all.filter(differs);
    const equal = all.filter((it) => !differs(it) && it.product.verdict === 'equivalent');
    const cell = (way) => {
      const found = differing.filter((it) => it[way].shown).length;
      const wrong = all.filter((it) => isWrong(it, way)).length;
      const time = digits(median(differing.map((it) => it[way].ms)) / 1000);
      return `${found} / ${differing.length - found} / ${wrong}; ${time} s`;
    };
    const open = all.length - differing.length - equal.length;
    const numbers = [all.length, differing.length, equal.length, open].map(String);
    return [bug, ...numbers, ...['tests', 'paper', 'product'].map(cell)];
  });
  table('Compilers with one bug: found / missed / wrong; median time of pairs that differ', [
    ['bug', 'pairs', 'differ', 'proved equal', 'open', `${TESTS.length} tests`, 'paper', 'product'],
    ...rows,
  ]);
}

/** What depth and fuel do to the strategy `paper`. */
async function depths(tamarin, differing) {
  const rows = [];
  for (const depth of DEPTHS) {
    const cells = [];
    for (const fuel of FUELS) {
      const args = [...STRATEGIES.paper, '--depth', String(depth), '--fuel', String(fuel)];
      const all = await inParallel(differing, (it) => searched(tamarin, it.files, args, fuel));
      const found = all.filter(({ shown }) => shown).length;
      cells.push(
        `${found} / ${all.length - found}; ${digits(median(all.map(({ ms }) => ms)) / 1000)} s`,
      );
    }
    rows.push([String(depth), ...cells]);
  }
  table('Strategy `paper` by depth and fuel: found / missed; median time', [
    ['depth', ...FUELS.map((fuel) => `fuel ${fuel}`)],
    ...rows,
  ]);
}

/** Whether some search has an input on which the runs differ. */
function differs({ paper, product, tests }) {
  return [paper, product, tests].some(({ shown }) => shown);
}

/** Whether a search reports an input that shows nothing, or no difference where there is one. */
function isWrong(outcome, way) {
  const { verdict, shown } = outcome[way];
  const isUnshown = verdict === 'disequivalent' && !shown;
  return isUnshown || (isAgreement(verdict) && differs(outcome));
}

/** A search, whose input is run afterwards. @returns {Promise<Found>} */
async function searched(tamarin, files, args, fuel = 10_000) {
  const begin = performance.now();
  const limits = ['--seconds', String(SECONDS), '--solver', 'bitblast', '--json'];
  const { stdout } = await ran(tamarin, ['compare', ...files, ...limits, ...args]);
  const ms = performance.now() - begin;
  const { verdict, witness } = JSON.parse(stdout);
  const inputs = witness?.inputs.map(signed).join(',');
  const isClaimed = inputs !== undefined && verdict === 'disequivalent';
  const shown =
    isClaimed &&
    ((await isDifferent(tamarin, files, inputs, fuel)) ||
      // By its rules a program that stops differs from one that never does.
      ([witness.left, witness.right].some((run) => run.recurrence) &&
        (await isEndless(tamarin, files, inputs, fuel))));
  return { verdict, inputs, shown, ms };
}

/** The unit tests, in order up to the first one that fails. @returns {Promise<Found>} */
async function tested(tamarin, files) {
  const begin = performance.now();
  for (const inputs of TESTS) {
    if (await isDifferent(tamarin, files, inputs, 10_000)) {
      return { verdict: 'disequivalent', inputs, shown: true, ms: performance.now() - begin };
    }
  }
  const ms = performance.now() - begin;
  return { verdict: 'possibly-equivalent', inputs: undefined, shown: false, ms };
}

/** Whether the runs of both programs end, and end in different ways. */
async function isDifferent(tamarin, files, inputs, fuel) {
  const ends = await Promise.all(files.map((file) => endOf(tamarin, file, inputs, fuel)));
  return ends.every((end) => end !== undefined) && ends[0] !== ends[1];
}

/** Whether one program ends and the other one has not ended after a hundred times the fuel. */
async function isEndless(tamarin, files, inputs, fuel) {
  const ends = await Promise.all(files.map((file) => endOf(tamarin, file, inputs, 100 * fuel)));
  return ends.filter((end) => end === undefined).length === 1;
}

/** How a run ends: its result and output, or that it faults; nothing where the fuel runs out. */
async function endOf(tamarin, file, inputs, fuel) {
  const args = [`--inputs=${inputs}`, '--fuel', String(fuel), '--json'];
  const { stdout } = await ran(tamarin, ['run', file, ...args]);
  const run = JSON.parse(stdout);
  if (run.outcome === 'done') return `${run.result} ${run.output}`;
  return run.fault ? 'fault' : undefined;
}

/** Pairs of a program's code in two styles; the second one has a mistake. @returns {Case[]} */
function compilersWithBugs(tamarin, folder, cases) {
  const random = generator(7);
  const below = join(root, 'tests/corpus/wlp4');
  const sources = readdirSync(below).filter((file) => {
    // The programs that take an array are not searched by words in $1 and $2.
    return file.endsWith('.wlp4') && !/wain\(int\*/.test(readFileSync(join(below, file), 'utf8'));
  });
  const code = new Map();
  const emitted = (source, style) => {
    const key = `${source} ${style}`;
    if (!code.has(key)) {
      const { status, stdout, stderr } = spawnSync(tamarin, [
        'asm',
        '--emit',
        style,
        join(below, source),
      ]);
      if (status !== 0) throw new Trouble(`${source}: ${stderr}`);
      code.set(key, String(stdout));
    }
    return code.get(key);
  };
  /** @type {Case[]} */
  const chosen = [];
  for (let number = 0; chosen.length < cases; number += 1) {
    const bug = Object.keys(BUGS)[number % Object.keys(BUGS).length];
    const [source, style] = [pick(random, sources), pick(random, STYLES)];
    const wrong = withBug(emitted(source, style), BUGS[bug], random);
    if (wrong === undefined) continue;
    const name = `${chosen.length}-${basename(source, '.wlp4')}`;
    const files = [emitted(source, pick(random, STYLES)), wrong].map((text, side) => {
      const path = join(folder, `${name}.${side}.asm`);
      writeFileSync(path, text);
      return path;
    });
    chosen.push({ name, bug, files });
  }
  return chosen;
}

/** The code with a mistake; nothing where it has no place for one. */
function withBug(text, [pattern, wrong], random) {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return undefined;
  const match = pick(random, matches);
  return (
    text.slice(0, match.index) + wrong(match, random) + text.slice(match.index + match[0].length)
  );
}

/** A register with the number before or after one. */
function near(reg, random) {
  return `$${Number(reg.slice(1)) + pick(random, [1, -1])}`;
}

function signed(word) {
  return String(word | 0);
}
