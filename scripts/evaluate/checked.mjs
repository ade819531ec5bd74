// How many verdicts of equivalence have evidence that the kernel accepts: a row for each folder of labelled pairs, with
// the time of a comparison alone and with `--require checked`. Verdicts without evidence are listed.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { median, table } from '../bench/measure.mjs';
import { root } from '../lib/run.mjs';
import { digits, inTemporaryFolder, ran } from './shared.mjs';

const FOLDERS = ['.', 'pairs', 'loops', 'versions'].map((name) => join(root, 'tests/corpus', name));
/** Seconds of a comparison. */
const SECONDS = 30;
const LEFT = '.left.asm';

/** @param {{ tamarin: string, cases: number }} evaluation the cases are pairs of a folder */
export async function checked({ tamarin, cases }) {
  await inTemporaryFolder(async (folder) => {
    const contract = join(folder, 'contract.json');
    const rows = [];
    const without = [];
    for (const at of FOLDERS) {
      /** @type {{ alone: number[], required: number[] }} */
      const times = { alone: [], required: [] };
      let have = 0;
      for (const name of pairs(at).slice(0, cases)) {
        writeFileSync(contract, JSON.stringify(contractOf(at, name)));
        const alone = await compared(tamarin, at, name, contract, []);
        if (alone.verdict !== 'equivalent') continue;
        const required = await compared(tamarin, at, name, contract, ['--require', 'checked']);
        times.alone.push(alone.seconds);
        times.required.push(required.seconds);
        if (required.isChecked) have += 1;
        else without.push(`- \`${basename(at)}/${name}\`: ${required.why}`);
      }
      rows.push([
        basename(at),
        String(times.alone.length),
        String(have),
        ...[median, sum].flatMap((of) => [of(times.alone), of(times.required)].map(digits)),
      ]);
    }
    const found = sum(rows.map((row) => Number(row[2])));
    table(`Verdicts of equivalence with evidence: ${found} of ${sum(rows.map((row) => +row[1]))}`, [
      [
        'folder',
        'equivalent',
        'checked',
        'median, s',
        'with evidence',
        'total, s',
        'with evidence',
      ],
      ...rows,
    ]);
    if (without.length > 0) console.log(`\nWithout evidence:\n\n${without.join('\n')}`);
  });
}

function pairs(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(LEFT))
    .map((name) => name.slice(0, -LEFT.length))
    .filter((name) => existsSync(join(folder, `${name}.right.asm`)))
    .toSorted();
}

/** The contract that a pair has in its JSON file or in a comment. */
function contractOf(folder, name) {
  const file = join(folder, `${name}.json`);
  if (existsSync(file)) {
    return JSON.parse(readFileSync(file, 'utf8')).options?.contract ?? {};
  }
  const text = readFileSync(join(folder, name + LEFT), 'utf8');
  return JSON.parse(text.match(/^;@ contract: (.*)$/m)?.[1] ?? '{}');
}

async function compared(tamarin, folder, name, contract, args) {
  const begin = performance.now();
  const { stdout, stderr } = await ran(tamarin, [
    ...['compare', join(folder, name + LEFT), join(folder, `${name}.right.asm`)],
    ...['--contract', contract, '--seconds', String(SECONDS), '--json', ...args],
  ]);
  const report = stdout === '' ? {} : JSON.parse(stdout);
  return {
    verdict: report.verdict,
    isChecked: report.proof?.checked === true,
    seconds: (performance.now() - begin) / 1000,
    why: stderr.match(/not checked: (.*)/)?.[1] ?? `${report.verdict} within ${SECONDS} s`,
  };
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
