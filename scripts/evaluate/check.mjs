// npm run evaluate -- check [--quick] [--tables]: whether docs/papers.md says what its commands print.
//
// A row of a table whose last column is `it prints` has commands in the column before, and texts that their
// outputs have. A command of `cargo test` has to pass. With `--tables` the evaluations are repeated as well, and
// compared with the page's tables of the same titles, apart from times. Searches end by the clock, so a
// slower machine may find less: a different cell is reported for a person to judge.
//
// With `--quick` only commands of `tamarin` that need less than a second run, as in
// tests/integration/papers.rs.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import { root, Trouble } from '../lib/run.mjs';

const PAGE = 'docs/papers.md';

/** @typedef {{ commands: string[], printed: string[], isSlow: boolean }} Row */

/** @param {{ tamarin: string, tables: boolean, quick: boolean }} options */
export async function check({ tamarin, tables, quick }) {
  const page = readFileSync(join(root, PAGE), 'utf8');
  const all = rows(page).map(({ commands, ...row }) => ({
    ...row,
    commands: commands.filter(
      (it) => it.startsWith('tamarin ') || (!quick && it.startsWith('cargo ')),
    ),
  }));
  const chosen = all.filter(({ commands, isSlow }) => commands.length > 0 && !(quick && isSlow));
  // Some commands write there; cargo may have its folder elsewhere.
  mkdirSync(join(root, 'target'), { recursive: true });
  const wrong = chosen.flatMap((row) => problems(row, tamarin));
  if (tables) wrong.push(...differences(page));
  for (const problem of wrong) console.error(problem);
  if (wrong.length > 0) throw new Trouble(`${PAGE}: ${wrong.length} places are not so.`);
  console.log(`${PAGE}: ${chosen.length} rows with commands print what it says.`);
}

/** The rows of all tables whose last column is `it prints`. @returns {Row[]} */
function rows(page) {
  /** @type {Row[]} */
  const rows = [];
  let isChecked = false;
  for (const line of page.split('\n')) {
    const cells = cellsOf(line);
    if (cells === undefined) isChecked &&= line.startsWith('|');
    else if (cells.at(-1) === 'it prints') isChecked = true;
    else if (isChecked && cells.length > 1) {
      const [commands, printed] = cells.slice(-2).map(code);
      rows.push({ commands, printed, isSlow: cells.at(-1)?.endsWith('s)') ?? false });
    }
  }
  return rows;
}

/** The cells of a line of a table. */
function cellsOf(line) {
  const inner = /^\| (.*) \|$/.exec(line)?.[1];
  return inner?.split(' | ').map((cell) => cell.trim());
}

/** The parts of a cell between backticks. */
function code(cell) {
  return cell.split('`').filter((_, index) => index % 2 === 1);
}

/** What a row says that is not so. */
function problems({ commands, printed }, tamarin) {
  const env = { ...process.env, PATH: `${dirname(tamarin)}${delimiter}${process.env.PATH}` };
  let all = '';
  for (const command of commands) {
    const shell = spawnSync('sh', ['-c', command], { cwd: root, env, encoding: 'utf8' });
    all += shell.stdout + shell.stderr;
    const isTest = command.startsWith('cargo test');
    if (isTest && (shell.status !== 0 || !/test result: ok\. [1-9]/.test(shell.stdout))) {
      return [`${command}\n  does not pass, or runs no test`];
    }
  }
  const missing = printed.filter((text) => !all.includes(text));
  return missing.map((text) => `${commands.join('\n')}\n  does not print: ${text}`);
}

/** Cells of the page's tables that a new evaluation has otherwise. */
function differences(page) {
  const before = tablesOf(page);
  const evaluation = spawnSync(process.execPath, ['scripts/evaluate.mjs'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  });
  const differences = [];
  for (const [title, rows] of Object.entries(tablesOf(evaluation.stdout))) {
    const known = before[title];
    if (known === undefined) differences.push(`no table on the page: ${title}`);
    for (const [index, row] of (known ? rows : []).entries()) {
      const [now, then] = [row, known[index] ?? []].map((cells) => cells.map(timeless).join(' | '));
      if (now !== then) differences.push(`${title}\n  now: ${now}\n  page: ${then}`);
    }
  }
  return differences;
}

/** The tables below headings, by title. @returns {Record<string, string[][]>} */
function tablesOf(text) {
  /** @type {Record<string, string[][]>} */
  const tables = {};
  let title = '';
  for (const line of text.split('\n')) {
    const heading = /^#{3,4} (.*)$/.exec(line)?.[1];
    if (heading !== undefined) title = heading;
    const cells = cellsOf(line);
    if (cells && !/^-+$/.test(cells[0])) tables[title] = [...(tables[title] ?? []), cells];
  }
  return tables;
}

/** A cell without its times and shares of time. */
function timeless(cell) {
  return cell.replace(/[\d.,]+ (ms|s|%)/g, '…');
}
