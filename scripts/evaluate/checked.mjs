// How many claims have evidence that the kernel accepts: equivalences, and witnesses that are the only ones or the least
// ones. A row for each folder of labelled pairs, with the time of a comparison alone and with `--require checked`. Claims
// without evidence are listed.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { median, table } from '../bench/measure.mjs';
import { root } from '../lib/run.mjs';
import { digits, inTemporaryFolder, ran } from './shared.mjs';

const FOLDERS = ['.', 'pairs', 'loops', 'versions'].map((name) => join(root, 'tests/corpus', name));
/** Seconds of a comparison. */
const SECONDS = 30;
const LEFT = '.left.asm';

/** The kinds of claims, as titles of their tables. */
const KINDS = /** @type {const} */ ({
  equivalence: 'Verdicts of equivalence with evidence',
  witness: 'Witnesses with evidence that they are the only ones or the least ones',
});

/** @param {{ tamarin: string, cases: number }} evaluation the cases are pairs of a folder */
export async function checked({ tamarin, cases }) {
  const found = { equivalence: new Tally(), witness: new Tally() };
  await inTemporaryFolder(async (folder) => {
    const contract = join(folder, 'contract.json');
    for (const at of FOLDERS) {
      for (const name of pairs(at).slice(0, cases)) {
        writeFileSync(contract, JSON.stringify(contractOf(at, name)));
        const alone = await compared(tamarin, at, name, contract, []);
        if (!alone.claim) continue;
        const required = await compared(tamarin, at, name, contract, ['--require', 'checked']);
        found[alone.claim].add(basename(at), name, alone, required);
      }
    }
  });
  for (const [kind, title] of Object.entries(KINDS)) found[kind].print(title);
}

/** The claims of one kind. */
class Tally {
  /** @type {Map<string, { alone: number[], required: number[], have: number }>} */
  #folders = new Map();
  /** @type {string[]} */
  #without = [];

  add(folder, name, alone, required) {
    const row = this.#folders.get(folder) ?? { alone: [], required: [], have: 0 };
    this.#folders.set(folder, row);
    row.alone.push(alone.seconds);
    row.required.push(required.seconds);
    if (required.isChecked) row.have += 1;
    else this.#without.push(`- \`${folder}/${name}\`: ${required.why}`);
  }

  print(title) {
    const rows = [...this.#folders].map(([folder, { alone, required, have }]) => [
      folder,
      String(alone.length),
      String(have),
      ...[median, sum].flatMap((of) => [of(alone), of(required)].map(digits)),
    ]);
    const count = (column) => sum(rows.map((row) => Number(row[column])));
    table(`${title}: ${count(2)} of ${count(1)}`, [
      ['folder', 'claims', 'checked', 'median, s', 'with evidence', 'total, s', 'with evidence'],
      ...rows,
    ]);
    if (this.#without.length > 0) console.log(`\nWithout evidence:\n\n${this.#without.join('\n')}`);
  }
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
  const { verdict, witness } = report;
  return {
    claim: verdict === 'equivalent' ? 'equivalence' : hasClaim(witness) ? 'witness' : undefined,
    isChecked: (report.proof?.checked ?? witness?.checked) === true,
    seconds: (performance.now() - begin) / 1000,
    why: stderr.match(/not checked: (.*)/)?.[1] ?? `${verdict} within ${SECONDS} s`,
  };
}

/** Whether the report claims that a witness is the only one or the least one. Zeros always are the least. */
const hasClaim = (witness) =>
  witness &&
  (witness.unique === true ||
    witness.unique_within_fuel === true ||
    (witness.minimal === true && witness.inputs.some((word) => word !== 0)));

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
