// What `compare` decides of the assignments of tests/corpus/assignments: a row for each, with the verdict on each of
// its submissions and how long it took. A verdict that is wrong fails the command; one that is missing is printed
// with the reason that the submission gives.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { measured, table } from '../bench/measure.mjs';
import { root, Trouble } from '../lib/run.mjs';
import { digits } from './shared.mjs';

const FOLDER = join(root, 'tests/corpus/assignments');
const VERSIONS = ['right', 'wrong', 'subtle'];
/** Seconds of a comparison. */
const SECONDS = 30;
/** Verdicts that are short of a decision. */
const OPEN = ['equivalent-up-to', 'possibly-equivalent'];

/** @param {{ tamarin: string, cases: number }} evaluation the cases are assignments */
export async function assignments({ tamarin, cases }) {
  const names = readdirSync(FOLDER)
    .filter((name) => existsSync(join(FOLDER, name, 'reference.asm')))
    .toSorted()
    .slice(0, cases);
  const rows = [];
  const open = [];
  let decided = 0;
  for (const name of names) {
    const cells = [];
    for (const version of VERSIONS) {
      const { verdict, seconds, why } = await compared(tamarin, name, version);
      if (OPEN.includes(verdict)) open.push(`- \`${name}/${version}\`: ${why}`);
      else decided += 1;
      cells.push(`${verdict}, ${digits(seconds)} s`);
    }
    rows.push([name, ...cells]);
  }
  table(`Assignments: ${decided} of ${rows.length * VERSIONS.length} submissions are decided`, [
    ['assignment', ...VERSIONS],
    ...rows,
  ]);
  if (open.length > 0) console.log(`\nNot decided within ${SECONDS} s:\n\n${open.join('\n')}`);
}

/** The verdict on a submission, and the theory that is missing where there is none. */
async function compared(tamarin, name, version) {
  const at = join(FOLDER, name);
  const submission = join(at, 'submissions', `${version}.asm`);
  const { stdout, ms } = await measured(tamarin, [
    ...['compare', join(at, 'reference.asm'), submission],
    ...['--contract', join(at, 'contract.json'), '--seconds', String(SECONDS), '--json'],
  ]);
  const { verdict } = JSON.parse(stdout);
  const right = version === 'right' ? 'equivalent' : 'disequivalent';
  if (verdict !== right && !OPEN.includes(verdict)) {
    throw new Trouble(`${name}/${version} is ${right}, and the verdict is ${verdict}.`);
  }
  const why = readFileSync(submission, 'utf8').match(/^;@ undecided: (.*)$/m)?.[1];
  return {
    verdict,
    seconds: ms / 1000,
    why: why ?? 'not within this time on this machine; the tests, without a limit, decide it',
  };
}
