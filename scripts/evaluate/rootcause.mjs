// The evaluation of RootCause (Lahiri, Sinha, Hawblitzel, CAV 2015, section 5): pairs of programs with
// mistakes, of each of which a cause is searched for by each check, with and without each pruning, and with
// each syntactic filter.
//
// RootCause takes the output of two compilers. Here a pair is a program of the corpus beside the same with
// one or two mistakes (`mutants`); every third has two, as half of RootCause's pairs need more than one fix.
// The choice is by a fixed seed, so that the cases are the same each time.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { median, pairsIn, table } from '../bench/measure.mjs';
import { root } from '../lib/run.mjs';
import {
  digits,
  generator,
  inParallel,
  inTemporaryFolder,
  other,
  pick,
  ran,
  shuffled,
} from './shared.mjs';

const CORPUS = 'tests/corpus';
/** Below the corpus; the first one is the corpus itself. */
const FOLDERS = ['', 'pairs', 'causes'];
const CHECKS = ['all', 'left', 'earliest'];
const FILTERS = ['callee', 'load', 'imm', 'call-wind-1', 'call-wind-2'];
/** Seconds of a comparison, and of a search for a cause. RootCause gives 800. */
const SECONDS = 3;
/** Runs of a comparison that is to find a difference. */
const RUNS = 100;

/** Algorithm 1 as RootCause has it: runs of a fix are this project's. */
const paper = (...without) => [
  '--strategy',
  'paper',
  ...['runs', ...without].flatMap((it) => ['--without', it]),
];

/** @type {Record<string, string[]>} */
const PRUNINGS = {
  'Algorithm 1': paper(),
  'without binary search': paper('binary-search'),
  'without MaxSAT': paper('maxsat'),
  'without both': paper('binary-search', 'maxsat'),
  'without any pruning': paper('binary-search', 'maxsat', 'constrain-fix', 'static'),
  'with runs as well': ['--strategy', 'paper'],
  'the search of `explain`': ['--strategy', 'likely'],
};

/** @type {Record<string, string[]>} */
const FILTERED = Object.fromEntries(
  FILTERS.map((filter) => [filter, [...paper(), '--filter', filter]]),
);

/**
 * The result of a search for a cause.
 *
 * @typedef {{ check: string, trivial: boolean, candidates: any, ms: number }} Outcome
 * @typedef {{ name: string, files: string[], contract: string[] }} Case
 */

/** @param {{ tamarin: string, cases: number }} evaluation */
export async function rootcause({ tamarin, cases }) {
  await inTemporaryFolder(async (folder) => {
    const chosen = await differing(tamarin, folder, cases);
    const ways = { ...PRUNINGS, ...FILTERED };
    const asked = Object.entries(ways).flatMap(([way, args]) =>
      CHECKS.flatMap((check) => chosen.map((it) => ({ way, check, args, it }))),
    );
    const outcomes = await inParallel(asked, async ({ way, check, args, it }) => {
      const outcome = await explained(tamarin, it, ['--check', check, ...args]);
      return { way, check, name: it.name, outcome };
    });
    const of = (way, check) =>
      outcomes.filter((it) => it.way === way && it.check === check).map((it) => it.outcome);
    console.log(`${chosen.length} pairs, ${SECONDS} s for each search`);
    found(of);
    pruned(of);
    filtered(of, outcomes);
  });
}

/** How many causes each check finds, of how many pairs; trivial ones; and how long that takes. */
function found(of) {
  table('Causes found (and trivial ones), none (proved), unknown; median time', [
    ['', 'AllFix', 'LeftPathFix', 'LeftPathEarliestFix'],
    ...Object.keys(PRUNINGS).map((way) => [way, ...CHECKS.map((check) => counts(of(way, check)))]),
  ]);
}

/** Where pairs are left out. */
function pruned(of) {
  const ways = Object.keys(PRUNINGS).filter((way) => of(way, 'all').some((it) => it.candidates));
  const rows = ways.flatMap((way) =>
    CHECKS.map((check) => {
      const all = of(way, check).flatMap(({ candidates }) => candidates ?? []);
      const mean = (count) => digits(all.map(count).reduce((a, b) => a + b, 0) / all.length);
      return [
        way,
        NAMES[check],
        mean((it) => it.pairs),
        mean((it) => it.equal),
        mean((it) => it.constrain_fix),
        mean((it) => it.binary_search),
        mean((it) => it.maxsat),
        mean((it) => it.runs),
        mean((it) => it.refuted + it.undecided + it.proved),
        mean((it) => it.untried),
      ];
    }),
  );
  table('Pairs of a case, and those that each pruning leaves out (means of decided cases)', [
    [
      '',
      'check',
      'pairs',
      'static',
      'ConstrainFix',
      'binary search',
      'MaxSAT',
      'runs',
      'AssignFix',
      'behind the cause',
    ],
    ...rows,
  ]);
}

/** Fig. 5. */
function filtered(of, outcomes) {
  const left = ({ pairs, equal, filtered: out }) => pairs - equal - out;
  const rows = FILTERS.map((filter) => {
    const all = CHECKS.flatMap((check) => of(filter, check)).flatMap((it) => it.candidates ?? []);
    const mean = all.map(left).reduce((a, b) => a + b, 0) / all.length;
    return [filter, digits(mean), ...CHECKS.map((check) => counts(of(filter, check)))];
  });
  const total = CHECKS.map((check) => {
    const causes = outcomes.filter(
      (it) => FILTERS.includes(it.way) && it.check === check && isCause(it.outcome),
    );
    return `${new Set(causes.map((it) => it.name)).size}`;
  });
  table('Fig. 5: filters; candidates are pairs that are left by static pruning and the filter', [
    ['filter', 'candidates', 'AllFix', 'LeftPathFix', 'LeftPathEarliestFix'],
    ...rows,
    ['Total', '', ...total],
  ]);
}

const NAMES = { all: 'AllFix', left: 'LeftPathFix', earliest: 'LeftPathEarliestFix' };

/** @param {Outcome} outcome */
function isCause({ check }) {
  return check !== 'none' && check !== 'unknown';
}

/** @param {Outcome[]} outcomes */
function counts(outcomes) {
  const causes = outcomes.filter(isCause);
  const trivial = causes.filter((it) => it.trivial).length;
  const [none, unknown] = ['none', 'unknown'].map(
    (what) => outcomes.filter((it) => it.check === what).length,
  );
  const ms = digits(median(outcomes.map((it) => it.ms)));
  return `${causes.length} (${trivial}) / ${none} / ${unknown}; ${ms} ms`;
}

/** A search for the cause of a case. @returns {Promise<Outcome>} */
async function explained(tamarin, { files, contract }, args) {
  const limits = ['--seconds', String(SECONDS), '--solver', 'bitblast'];
  const { stdout, stderr } = await ran(tamarin, [
    'explain',
    ...files,
    '--cause',
    '--json',
    '--timing',
    ...limits,
    ...contract,
    ...args,
  ]);
  const { cause } = JSON.parse(stdout);
  const ms = Number(/cause: ([\d.]+) ms/.exec(stderr)?.[1] ?? Number.NaN);
  return {
    check: cause?.check ?? 'unknown',
    trivial: cause?.trivial ?? false,
    candidates: cause?.search?.candidates ?? undefined,
    ms,
  };
}

/**
 * So many mutants that are different programs, each in files of its own.
 *
 * @returns {Promise<Case[]>}
 */
async function differing(tamarin, folder, cases) {
  const random = generator(5);
  const programs = FOLDERS.flatMap((below) => programsIn(below));
  /** @type {Case[]} */
  const chosen = [];
  for (const program of shuffled(programs, random)) {
    if (chosen.length === cases) break;
    const isDouble = chosen.length % 3 === 2;
    const once = mutant(program.text, random);
    const text = once !== undefined && isDouble ? mutant(once, random) : once;
    if (text === undefined) continue;
    const name = `${chosen.length}-${program.name}`;
    const files = [program.text, text].map((content, side) => {
      const path = join(folder, `${name}.${side}.asm`);
      writeFileSync(path, content);
      return path;
    });
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(program.contract));
    const contract = Object.keys(program.contract).length > 0 ? ['--contract', path] : [];
    const limits = ['--max-runs', String(RUNS), '--seconds', String(SECONDS)];
    const { stdout } = await ran(tamarin, ['compare', ...files, '--json', ...limits, ...contract]);
    if (JSON.parse(stdout).verdict === 'disequivalent') chosen.push({ name, files, contract });
  }
  return chosen;
}

/** The left programs of a folder of the corpus, with what is compared of them. */
function programsIn(below) {
  const pairs = pairsIn(join(CORPUS, below)).filter(({ name }) => !/[\\/]/.test(name));
  return pairs.map(({ name, texts: [text] }) => {
    const directive = /^;@ contract: (.*)$/m.exec(text)?.[1];
    const described = () => {
      try {
        const path = join(root, CORPUS, below, `${name}.json`);
        return JSON.parse(readFileSync(path, 'utf8')).contract ?? {};
      } catch {
        return {};
      }
    };
    return { name, text, contract: directive ? JSON.parse(directive) : described() };
  });
}

/**
 * Mistakes: an instruction, an operand, a constant, an offset (Fig. 2) or a copy that is loaded (Fig. 1).
 *
 * @type {[RegExp, (random: () => number, match: RegExpExecArray) => string][]}
 */
const MISTAKES = [
  [/\b(add|sub|slt|sltu)\b(?=\s+\$)/g, (random, [op]) => other(random, ['add', 'sub', 'slt'], op)],
  [/\b(beq|bne)\b/g, (_, [op]) => (op === 'beq' ? 'bne' : 'beq')],
  [/(?<=,\s*)\$(\d+)\b/g, (random, [reg]) => other(random, ['$1', '$2', '$4', '$5', '$6'], reg)],
  [/(?<=\.word\s+)-?\d+\b/g, (random, [word]) => String(Number(word) + (random() < 0.5 ? 1 : -1))],
  [
    /(?<=\blw\s+\$\d+,\s*)-?\d+(?=\()/g,
    (random, [at]) => String(Number(at) + pick(random, [4, -4])),
  ],
  [/\badd\s+\$(\d+),\s*\$\d+,\s*\$0\b/g, (_, [, reg]) => `lw $${reg}, -8($30)`],
];

/** A program with one mistake more; nothing where it has no place for one. */
function mutant(text, random) {
  const [pattern, wrong] = pick(random, MISTAKES);
  const code = text.replace(/;.*$/gm, (comment) => ' '.repeat(comment.length));
  const matches = [...code.matchAll(pattern)];
  if (matches.length === 0) return undefined;
  const match = /** @type {any} */ (pick(random, matches));
  const { index } = match;
  return text.slice(0, index) + wrong(random, match) + text.slice(index + match[0].length);
}
