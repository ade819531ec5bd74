// What `compare` decides of the programs of tests/corpus/deep, in three styles against each other, and each beside a
// wrong one: recursion whose depth comes from an input, and loops over the heap that take more steps than the fuel.
// A verdict that is wrong fails the command.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { measured, table } from '../bench/measure.mjs';
import { root, Trouble } from '../lib/run.mjs';
import { digits, inTemporaryFolder } from './shared.mjs';

const FOLDER = join(root, 'tests/corpus/deep');
/** Seconds of a comparison that is to be decided soon, and after which it ends. */
const SOON = 2;
const SECONDS = 20;
/** Pairs of programs: a style of the right one, then a style of the right one or of the wrong one. */
const PAIRS = [
  ['stack', 'registers', 'right'],
  ['stack', 'folded', 'right'],
  ['registers', 'folded', 'right'],
  ['stack', 'registers', 'wrong'],
  ['registers', 'folded', 'wrong'],
];

/** @param {{ tamarin: string, cases: number }} evaluation the cases are programs */
export async function deep({ tamarin, cases }) {
  const names = readdirSync(FOLDER)
    .map((file) => basename(file, '.wlp4'))
    .toSorted()
    .slice(0, cases);
  const soon = { right: 0, wrong: 0 };
  /** @type {string[][]} */
  const rows = [];
  /** @type {string[]} */
  const open = [];
  await inTemporaryFolder(async (folder) => {
    for (const name of names) {
      const programs = compiled(tamarin, folder, name);
      const cells = [];
      for (const [left, right, kind] of PAIRS) {
        const files = [programs(left, 'right'), programs(right, kind)];
        const answer = await compared(tamarin, files, kind, name);
        const of = `${left}, ${right}`;
        if (answer.isDecided && answer.seconds <= SOON) soon[kind] += 1;
        else open.push(`- \`${name}\` (${of}${kind === 'wrong' ? ', wrong' : ''}): ${answer.why}`);
        cells.push(`${answer.says}, ${digits(answer.seconds)} s`);
      }
      rows.push([name, ...cells]);
    }
  });
  const of = (kind) => names.length * PAIRS.filter((pair) => pair[2] === kind).length;
  table(
    `Deep programs: ${soon.right} of ${of('right')} right pairs and ${soon.wrong} of ${of('wrong')} wrong ones are decided within ${SOON} s`,
    [
      [
        'program',
        ...PAIRS.map(([a, b, kind]) => (kind === 'wrong' ? `${a}, wrong ${b}` : `${a}, ${b}`)),
      ],
      ...rows,
    ],
  );
  if (open.length > 0) console.log(`\nNot decided within ${SOON} s:\n\n${open.join('\n')}`);
}

/** Compiles a program and its wrong version in each style; returns the file of one. */
function compiled(tamarin, folder, name) {
  const text = readFileSync(join(FOLDER, `${name}.wlp4`), 'utf8');
  const [, from, to] = text.match(/^\/\/ wrong: (.*) => (.*)$/m) ?? [];
  const code = text.replaceAll(/^\/\/.*\n/gm, '');
  if (from === undefined || code.split(from).length !== 2) throw new Trouble(`${name}: no mistake`);
  for (const [kind, source] of Object.entries({
    right: code,
    wrong: code.replace(from, () => to),
  })) {
    const file = join(folder, `${kind}.wlp4`);
    writeFileSync(file, source);
    for (const style of ['stack', 'registers', 'folded']) {
      const assembly = execFileSync(tamarin, ['asm', '--emit', style, file]);
      writeFileSync(join(folder, `${kind}.${style}.asm`), assembly);
    }
  }
  return (style, kind) => join(folder, `${kind}.${style}.asm`);
}

/** The verdict on two programs, in short, and what stays open. */
async function compared(tamarin, files, kind, name) {
  const { stdout, ms } = await measured(tamarin, [
    ...['compare', ...files],
    ...['--seconds', String(SECONDS), '--json'],
  ]);
  const { verdict, reason, proof } = JSON.parse(stdout);
  if (
    verdict.startsWith('equivalent')
      ? kind === 'wrong'
      : verdict === 'disequivalent' && kind === 'right'
  ) {
    throw new Trouble(`${name}: the verdict on the ${kind} program is ${verdict}`);
  }
  // A recursion is proved for as many steps as the stack has room for.
  const isDeep = verdict === 'equivalent-up-to' && proof != null;
  const says = {
    disequivalent: 'differs',
    equivalent: 'proved',
    'equivalent-if-both-stop': 'if both stop',
    'equivalent-up-to': isDeep ? 'as far as the stack reaches' : 'up to the fuel',
    'possibly-equivalent': 'open',
  }[verdict];
  const isDecided = isDeep || !['equivalent-up-to', 'possibly-equivalent'].includes(verdict);
  const seconds = ms / 1000;
  return { says, isDecided, seconds, why: isDecided ? `${digits(seconds)} s` : reason.message };
}
