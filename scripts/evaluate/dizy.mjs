// The evaluation of DIZY (Partush and Yahav 2013, section 7): what is known of a difference, by differencing
// point.
//
// DIZY's grid is of strategies of partitioning by the points at which abstract states are joined: `tamarin correlate
// --analyse` has both as options. Beside it is another grid: the points at which programs are compared (section 2:
// the result at the end, output, and words of an array), and three ways to compare them that join nothing: both
// programs' paths in pairs, the correlating program as one program, and regions, which describe a difference.
// The programs are DIZY's, rebuilt for this machine, and pairs with usual mistakes.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { median, pairsIn, table } from '../bench/measure.mjs';
import { digits, inParallel, inTemporaryFolder, ran } from './shared.mjs';

/** Seconds of a comparison, and as many of a description. */
const SECONDS = 20;

/** DIZY's examples, by their figures. */
const FIGURES = {
  sign: '1 to 4',
  twice: '8',
  doubled: '9',
  'patched-sum': '10',
  'array-bound': '12',
  'new-length': '13',
  clump: '14',
  'logical-value': '15',
  'logical-value-loop': '15, with a loop',
  split: '16',
  'split-long': '16, to 64 elements',
};

/** What is compared: differencing points of section 2. */
const POINTS = { 'the end': '$3', output: 'output', 'array words': 'a', all: '$3, output' };

/** @param {{ tamarin: string, cases: number }} evaluation */
export async function dizy({ tamarin, cases }) {
  await inTemporaryFolder(async (folder) => {
    const pairs = pairsIn('tests/corpus/regions').map(withContract(folder));
    const figures = Object.keys(FIGURES).slice(0, cases);
    const chosen = figures.map((name) => pairs.find((pair) => pair.name === name));
    const usual = pairs.filter(({ name }) => name.startsWith('usual-'));
    const described = (some) => inParallel(some, (pair) => regions(tamarin, pair));
    const all = await described(chosen);
    descriptions(chosen, all);
    summary(all, await described(usual));
    await strategies(tamarin, [...chosen, ...usual]);
    await ways(tamarin, folder, chosen);
  });
}

/** Which abstract states are joined, and where (section 5), by the names of the options. */
const PARTITIONS = {
  'Join-Equiv': 'equivalence',
  'Join-All': 'all',
  'no partitioning': 'never',
};
const JOINS = {
  'loops only': 'loops',
  'At-Diff': 'differences',
  'correlation points': 'correlation',
  'At-Join': 'joins',
  'each label': 'labels',
};
const INTERLEAVINGS = { diff: 'diff', sequential: 'sequential', rounds: 'rounds' };

/** Kinds of differencing points. */
const KINDS = { 'the end': 'end', 'array accesses': 'accesses', labels: 'labels' };

/** What a pair is compared by. */
function withContract(folder) {
  return (/** @type {ReturnType<typeof pairsIn>[number]} */ { name, files, texts }) => {
    const [text] = texts;
    const contract = /^;@ contract: (.*)$/m.exec(text)?.[1] ?? '{}';
    const path = join(folder, `${name}.contract.json`);
    writeFileSync(path, contract);
    return { name, files, contract, args: ['--contract', path] };
  };
}

/** The description of a difference. */
async function regions(tamarin, { files, args }) {
  const begin = performance.now();
  const limits = ['--seconds', String(SECONDS), '--json'];
  const { stdout } = await ran(tamarin, ['explain', ...files, '--regions', ...limits, ...args]);
  return { regions: JSON.parse(stdout).regions, ms: performance.now() - begin };
}

/** What DIZY's section 7.1 prints for each example. */
function descriptions(chosen, all) {
  table("DIZY's examples: differences by input", [
    ['program', 'figure', 'differing inputs', 'precise', 'time'],
    ...chosen.map(({ name }, index) => {
      const { regions, ms } = all[index];
      const conditions = regions?.regions.map(({ condition }) => `\`${condition}\``) ?? [];
      return [
        name,
        FIGURES[name],
        conditions.join('; ') || '-',
        regions?.exact ? 'yes' : 'no',
        `${digits(ms / 1000)} s`,
      ];
    }),
  ]);
}

/** How many descriptions are precise. */
function summary(figures, usual) {
  const row = (name, some) => [
    name,
    String(some.length),
    String(some.filter(({ regions }) => regions?.exact).length),
    String(some.filter(({ regions }) => regions && !regions.exact).length),
    digits(median(some.map(({ regions }) => regions?.regions.length ?? 0))),
    `${digits(median(some.map(({ ms }) => ms)) / 1000)} s`,
  ];
  table('Descriptions', [
    ['programs', 'pairs', 'precise', 'imprecise', 'median of regions', 'median time'],
    row("DIZY's", figures),
    row('usual mistakes', usual),
  ]);
}

/** DIZY's grids: precise and imprecise verdicts by strategy. */
async function strategies(tamarin, pairs) {
  for (const [point, kind] of Object.entries(KINDS)) {
    const rows = [];
    for (const [name, partition] of Object.entries(PARTITIONS)) {
      const cells = [];
      for (const joinAt of Object.values(JOINS)) {
        const options = ['--partition', partition, '--join-at', joinAt];
        cells.push(precision(await analyses(tamarin, pairs, options), kind));
      }
      rows.push([name, ...cells]);
    }
    table(`Abstract states at ${point}: precise / imprecise by what is joined where`, [
      ['partition', ...Object.keys(JOINS)],
      ...rows,
    ]);
  }
  const rows = [];
  for (const [name, interleaving] of Object.entries(INTERLEAVINGS)) {
    for (const widenAt of ['points', 'loops']) {
      const options = ['--interleaving', interleaving, '--widen-at', widenAt];
      const all = await analyses(tamarin, pairs, options);
      rows.push([name, widenAt, ...Object.values(KINDS).map((kind) => precision(all, kind))]);
    }
  }
  table('Abstract states: precise / imprecise by interleaving and widening', [
    ['interleaving', 'widened at', ...Object.keys(KINDS)],
    ...rows,
  ]);
}

/** The analysis of each pair. */
function analyses(tamarin, pairs, options) {
  return inParallel(pairs, async ({ files, args }) => {
    const begin = performance.now();
    const limits = ['--seconds', String(SECONDS), '--json'];
    const command = ['correlate', ...files, '--analyse', ...options, ...limits, ...args];
    const { stdout } = await ran(tamarin, command);
    return { kinds: JSON.parse(stdout).kinds, ms: performance.now() - begin };
  });
}

/** How many pairs with points of this kind have a precise verdict there, and how many have none; the median time. */
function precision(all, kind) {
  const of = ({ kinds }) => kinds?.find((it) => it.kind === kind);
  const some = all.filter((it) => of(it) === undefined || of(it).points > 0);
  const precise = some.filter((it) => of(it)?.precise).length;
  const time = digits(median(some.map(({ ms }) => ms)) / 1000);
  return `${precise} / ${some.length - precise}; ${time} s`;
}

/** The grid: the verdict by differencing point and way. */
async function ways(tamarin, folder, chosen) {
  const rows = await inParallel(chosen, async (pair) => {
    const cells = [];
    for (const [point, observe] of Object.entries(POINTS)) {
      const isArray = /"array"/.test(pair.contract);
      cells.push(
        point === 'array words' && !isArray
          ? 'no array'
          : await verdict(tamarin, pair.files, [...pair.args, '--observe', observe]),
      );
    }
    cells.push(await ofCorrelating(tamarin, folder, pair));
    return [pair.name, ...cells];
  });
  table('Verdicts by differencing point; at all of them by the correlating program alone', [
    ['program', ...Object.keys(POINTS), 'correlating program'],
    ...rows,
  ]);
}

/** A verdict and its time. */
async function verdict(tamarin, files, args) {
  const begin = performance.now();
  const limits = ['--seconds', String(SECONDS), '--solver', 'bitblast', '--json'];
  const { stdout } = await ran(tamarin, ['compare', ...files, ...limits, ...args]);
  const { verdict } = JSON.parse(stdout);
  return `${verdict ?? 'trouble'}; ${digits((performance.now() - begin) / 1000)} s`;
}

/**
 * The correlating program with an end that returns whether the results or the outputs differ, against a program
 * that returns 0: the "fine-grained equivalence checking" of section 1.
 */
async function ofCorrelating(tamarin, folder, { name, files, args }) {
  const { stdout } = await ran(tamarin, ['correlate', ...files, ...args]);
  const [head, ended] = stdout.split('ended:\n');
  if (ended === undefined) return 'none';
  const isDifferent = `    sub $3, $3, $4
    sltu $3, $0, $3
    sltu $7, $0, $7
    add $3, $3, $7
    jr $31
`;
  const both = join(folder, `${name}.both.asm`);
  writeFileSync(both, `${head}ended:\n${ended.replace('    jr $31\n', isDifferent)}`);
  const zero = join(folder, 'zero.asm');
  writeFileSync(zero, '    add $3, $0, $0\n    jr $31\n');
  return verdict(tamarin, [both, zero], [...args, '--observe', '$3', '--fuel', '100000']);
}
