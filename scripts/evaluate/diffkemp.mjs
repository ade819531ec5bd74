// The evaluation of DiffKemp with its extension by an SMT solver (Nečas 2024, chapter 6): pairs of versions,
// with the solver switched on and off.
//
// 6.2 has EqBench, whose programs are in C. Here the pairs of tests/corpus/versions take its place:
// refactorings, some of them with a mistake. 6.4 has releases of the Linux kernel. Here they are programs of
// many procedures (`written`), some of them refactored and some changed in the new version. 6.5 has the time
// of the solver.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { median, pairsIn, table } from '../bench/measure.mjs';
import { Trouble } from '../lib/run.mjs';
import { digits, inParallel, inTemporaryFolder, ran } from './shared.mjs';

/** Instructions of a program, at least. */
const SIZES = [1_000, 10_000, 100_000];
/** Procedures that a group calls; one procedure in so many is refactored, and one is changed. */
const GROUP = 16;
const [REFACTORED, CHANGED] = [4, 100];
/** Seconds of a comparison, and as many of the search behind it; more for each thousand instructions. */
const SECONDS = 30;

/** @typedef {{ report: any, ms: number, solver: number }} Compared */

/** @param {{ tamarin: string, cases: number }} evaluation the cases are sizes */
export async function diffkemp({ tamarin, cases }) {
  await small(tamarin);
  await inTemporaryFolder(async (folder) => {
    const programs = SIZES.slice(0, cases).flatMap((size) =>
      Object.keys(CONTENTS).map((content) => ({ size, content })),
    );
    const rows = await inParallel(programs, ({ size, content }) =>
      generated(tamarin, folder, size, content),
    );
    table(
      'Generated programs (6.4): procedures by what shows them equal, with and without the solver',
      [
        [
          'instructions',
          'new version',
          'procedures',
          'text',
          'patterns',
          'blocks',
          'open',
          'verdict',
          'time',
          "solver's share",
          'open without solver',
          'time without',
        ],
        ...rows,
      ],
    );
  });
}

/** The labelled refactorings, as Table 6.1; and the solver's time where it was needed, as Table 6.5. */
async function small(tamarin) {
  const pairs = pairsIn('tests/corpus/versions').map(({ name, files, texts: [text] }) => ({
    name,
    files,
    isEqual: !/^;@ verdict: disequivalent$/m.test(text),
  }));
  const inTime = async (files, args) => {
    const found = await compared(tamarin, files, args);
    if (found === undefined) throw new Trouble(`${files[0]}: not in ${SECONDS} s`);
    return found;
  };
  const limits = ['--seconds', String(SECONDS)];
  const all = await inParallel(pairs, async (pair) => ({
    ...pair,
    off: await inTime(pair.files, ['--no-smt', ...limits]),
    on: await inTime(pair.files, limits),
  }));
  const any = ({ report }) => report.verdict.startsWith('equal');
  const own = (it) => it.report.engine === 'versions' && any(it);
  const row = (name, isEqual, of) => {
    const [equal, differ] = [true, false].map((is) => all.filter((it) => it.isEqual === is));
    const proved = equal.filter((it) => isEqual(of(it))).length;
    const wrong = differ.filter((it) => isEqual(of(it))).length;
    const shown = differ.filter((it) => of(it).report.verdict === 'different').length;
    const ms = median(all.map((it) => of(it).ms));
    return [
      name,
      String(proved),
      String(equal.length - proved),
      String(differ.length - wrong),
      String(wrong),
      String(shown),
      `${digits(ms)} ms`,
    ];
  };
  table('Refactorings and mistakes of tests/corpus/versions (6.2, Table 6.1)', [
    ['', 'TN', 'FP', 'TP', 'FN', 'TP with an input', 'median time of the comparison'],
    row('solver off', own, ({ off }) => off),
    row('solver on', own, ({ on }) => on),
    row('and the other engines', any, ({ on }) => on),
  ]);
  const needed = all.filter(({ isEqual, off, on }) => isEqual && own(on) && !own(off));
  table('Pairs that only the solver shows equal, and its time (6.5, Table 6.5)', [
    ['pair', 'questions', "solver's time", 'time of the comparison'],
    ...needed.map(({ name, on }) => [
      name,
      String(on.report.questions),
      `${digits(on.solver)} ms`,
      `${digits(on.ms)} ms`,
    ]),
  ]);
}

/** A row of the table of generated programs. */
async function generated(tamarin, folder, size, content) {
  const files = written(folder, size, content);
  const limits = ['--seconds', String(Math.max(SECONDS, size / 1000))];
  const on = await compared(tamarin, files, limits);
  const off = await compared(tamarin, files, ['--no-smt', ...limits]);
  const counts = on && by(on.report);
  const number = (count) => count?.toLocaleString('en') ?? '-';
  const time = (it) => (it ? `${digits(it.ms / 1000)} s` : `more than ${limits[1]} s`);
  return [
    number(instructions(tamarin, files[1])),
    content,
    ...[on?.report.procedures.length, counts?.text, counts?.patterns].map(number),
    ...[counts?.blocks, counts?.open].map(number),
    on ? on.report.verdict + (on.report.engine ? ` (${on.report.engine})` : '') : '-',
    time(on),
    on ? `${digits((100 * on.solver) / on.ms)} %` : '-',
    number(off && by(off.report).open),
    time(off),
  ];
}

/** How many pairs of procedures are shown equal by what; or not. */
function by({ procedures }) {
  const counts = { text: 0, patterns: 0, blocks: 0, open: 0 };
  for (const { open, by } of procedures) {
    if (open) counts.open += 1;
    else if (by.blocks > 0) counts.blocks += 1;
    else if (Object.keys(by.patterns).length > 0) counts.patterns += 1;
    else counts.text += 1;
  }
  return counts;
}

/**
 * A comparison of versions, with its own time and the solver's; nothing if it does not end in time.
 *
 * @returns {Promise<Compared | undefined>}
 */
async function compared(tamarin, files, args) {
  const { stdout, stderr } = await ran(tamarin, [
    'versions',
    ...files,
    '--json',
    '--timing',
    ...args,
  ]);
  const [, ms, solver] = /comparison: ([\d.]+) ms, solver: ([\d.]+) ms/.exec(stderr) ?? [];
  if (ms === undefined && /it takes more than/.test(stdout)) return undefined;
  if (ms === undefined) throw new Trouble(`${files[0]}: ${stderr}${stdout}`);
  return { report: JSON.parse(stdout), ms: Number(ms), solver: Number(solver) };
}

/** The number of words of a program. */
function instructions(tamarin, file) {
  const program = file.replace('.asm', '.mips');
  const { status, stderr } = spawnSync(tamarin, ['link', file, '-o', program]);
  if (status !== 0) throw new Trouble(String(stderr));
  return readFileSync(program).length / 4;
}

/**
 * What a part of a procedure computes of `$1`, `$2` and `$3` into `$3`, in the old version and in the new one.
 * `at` names its labels, and is a number that the code has in it, too.
 *
 * @typedef {(at: number) => { old: string, new: string, after?: string }} Part
 */

/** @type {Part} */
const renamed = (at) => {
  const text = (a, b, c) => `
    lis ${a}
    .word ${at + 3}
    mult $1, ${a}
    mflo ${b}
    add ${c}, ${b}, $2
    slt ${b}, ${c}, $1
    add $3, ${c}, ${b}`;
  return { old: text('$4', '$5', '$6'), new: text('$8', '$9', '$10') };
};

/** @type {Part} */
const reordered = (at) => {
  const arms = ['    sub $3, $1, $2', '    add $3, $2, $2\n    add $3, $3, $1'];
  const text = (/** @type {string} */ branch, /** @type {string[]} */ [one, other]) => `
    slt $5, $1, $2
    ${branch} $5, $0, other${at}
${one}
    beq $0, $0, end${at}
other${at}:
${other}
end${at}:`;
  return { old: text('beq', arms), new: text('bne', arms.toReversed()) };
};

/** @type {Part} */
const extracted = (at) => {
  const squares = `
    mult $1, $1
    mflo $4
    mult $2, $2
    mflo $5
    add $3, $4, $5`;
  const call = `
    lis $7
    .word 4
    sub $30, $30, $7
    sw $31, 0($30)
    lis $6
    .word squares${at}
    jalr $6
    lw $31, 0($30)
    lis $7
    .word 4
    add $30, $30, $7`;
  return { old: squares, new: call, after: `squares${at}:${squares}\n    jr $31\n` };
};

/** Section 4.3: the condition $1 > n, or $1 < n + 1 with the arms swapped. @type {Part} */
const inverted = (at) => {
  const head = (bound, slt, branch) => `
    lis $5
    .word ${bound}
    slt $6, ${slt}
    ${branch} $6, $0, other${at}`;
  const rest = `
    sub $3, $1, $5
    beq $0, $0, end${at}
other${at}:
    add $3, $1, $2
end${at}:`;
  const swapped = `
    add $3, $1, $2
    beq $0, $0, end${at}
other${at}:
    sub $3, $1, $4
end${at}:`;
  return {
    old: head(at, '$5, $1', 'beq') + rest,
    new: `
    lis $4
    .word ${at}${head(at + 1, '$1, $5', 'beq')}${swapped}`,
  };
};

/** Figure 4.1: a product by shifts and sums, which are doublings here. @type {Part} */
const strength = () => ({
  old: `
    lis $4
    .word 5
    sub $5, $1, $2
    mult $5, $4
    mflo $6
    slt $7, $6, $1
    add $3, $6, $7`,
  new: `
    sub $5, $1, $2
    add $6, $5, $5
    add $6, $6, $6
    add $6, $6, $5
    slt $7, $6, $1
    add $3, $6, $7`,
});

/** The larger number by a branch, or by a product. @type {Part} */
const chosen = (at) => ({
  old: `
    slt $4, $1, $2
    add $3, $1, $0
    beq $4, $0, end${at}
    add $3, $2, $0
end${at}:`,
  new: `
    slt $4, $1, $2
    sub $5, $2, $1
    mult $5, $4
    mflo $5
    add $3, $1, $5`,
});

/** An even number of rounds, or half as many of two each. @type {Part} */
const unrolled = (at) => {
  const head = `
    lis $4
    .word 0x100000
    divu $1, $4
    mfhi $5
    add $5, $5, $5
    lis $6
    .word 1
    add $3, $2, $0`;
  const round = `
    add $3, $3, $2
    sub $5, $5, $6`;
  const loop = (body) => `${head}
loop${at}:
    beq $5, $0, end${at}${body}
    beq $0, $0, loop${at}
end${at}:`;
  return { old: loop(round), new: loop(round + round) };
};

/** A real change. @type {Part} */
const constant = (at) => {
  const text = (number) => `
    lis $4
    .word ${number}
    mult $1, $4
    mflo $5
    add $3, $5, $2`;
  return { old: text(at + 2), new: text(at + 3) };
};

const REFACTORINGS = [renamed, reordered, extracted, inverted, strength, chosen];

/**
 * What the new version of a program has, by the number of a procedure.
 *
 * @type {Record<string, (at: number) => { part: Part, isNew: boolean }>}
 */
const CONTENTS = {
  refactored: (at) => refactoring(at, REFACTORINGS),
  'and loops unrolled': (at) => refactoring(at, [...REFACTORINGS, unrolled]),
  'and constants changed': (at) =>
    at % CHANGED === 7 ? { part: constant, isNew: true } : refactoring(at, REFACTORINGS),
};

function refactoring(at, parts) {
  return {
    part: parts[Math.floor(at / REFACTORED) % parts.length],
    isNew: at % REFACTORED === 0,
  };
}

/**
 * Both versions of a program: the main code calls one of its groups, by `$1`; a group calls its procedures. So a
 * run takes few steps, and a difference can be reached.
 */
function written(folder, size, content) {
  const EACH = 34;
  const groups = Math.max(1, Math.round(size / (GROUP * EACH)));
  const texts = ['', ''].map((_, side) => {
    const procedures = Array.from({ length: groups * GROUP }, (_, at) => {
      const { part, isNew } = CONTENTS[content](at);
      const code = part(at);
      const isRefactored = isNew && side === 1;
      return (
        procedure(at, isRefactored ? code.new : code.old) + (isRefactored ? (code.after ?? '') : '')
      );
    });
    const all = Array.from({ length: groups }, (_, at) => group(at));
    return [main(groups), ...all, ...procedures].join('');
  });
  return texts.map((text, side) => {
    const path = join(folder, `${size}-${content.replaceAll(' ', '-')}.${side}.asm`);
    writeFileSync(path, text);
    return path;
  });
}

function main(groups) {
  const calls = Array.from(
    { length: groups },
    (_, at) => `
    bne $11, $0, next${at}
    lis $13
    .word group${at}
    jalr $13
    beq $0, $0, done
next${at}:
    sub $11, $11, $12`,
  );
  return `    lis $12
    .word 4
    sub $30, $30, $12
    sw $31, 0($30)
    lis $10
    .word ${groups}
    divu $1, $10
    mfhi $11
    lis $12
    .word 1${calls.join('')}
done:
    lw $31, 0($30)
    lis $12
    .word 4
    add $30, $30, $12
    jr $31
`;
}

function group(at) {
  const calls = Array.from(
    { length: GROUP },
    (_, index) => `
    lw $1, 4($30)
    lw $2, 8($30)
    lis $6
    .word p${at * GROUP + index}
    jalr $6
    lw $4, 12($30)
    add $4, $4, $3
    sw $4, 12($30)`,
  );
  return `group${at}:
    lis $4
    .word 16
    sub $30, $30, $4
    sw $31, 0($30)
    sw $1, 4($30)
    sw $2, 8($30)
    sw $0, 12($30)${calls.join('')}
    lw $3, 12($30)
    lw $31, 0($30)
    lis $4
    .word 16
    add $30, $30, $4
    jr $31
`;
}

/** A procedure around a part: what it computes before and behind is the same in both versions. */
function procedure(at, part) {
  return `p${at}:
    lis $4
    .word ${at}
    add $2, $2, $4${part}
    lis $4
    .word ${7 * at + 1}
    sub $5, $3, $4
    slt $6, $5, $1
    add $3, $5, $6
    mult $3, $2
    mflo $7
    sub $3, $7, $1
    jr $31
`;
}
