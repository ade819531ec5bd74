// Two versions of a program with a known number of refactorings, by the number of instructions:
// `versions` and `compare`, native and, if the page was built, by the page's WebAssembly in Node;
// and in Chromium, from the click on the tab to both listings.
//
// Programs are in WLP4, compiled by the reference compiler (`stack`): procedures that call one
// another, each with one of several statements; in a given number of them the second version has
// the statement rewritten. Times are wall-clock times of a whole process or of one call; the
// minimum of the rounds counts. `compare` is ended after a minute.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openOn } from '../lib/page.mjs';
import { root, Trouble } from '../lib/run.mjs';
import { serve } from '../serve.mjs';
import { coldPage, launch } from './chromium.mjs';
import { compareNatively, measured, milliseconds, table, tamarin } from './measure.mjs';

const folder = join(root, '.cache/bench-versions');
const generated = join(root, 'www/generated');

/** A statement and its replacement. */
const REFACTORINGS = [
  ['c = a * 5;', 'c = a + a * 4;'],
  ['c = (a + b) * 3;', 'c = 3 * b + a * 3;'],
  ['if (a < b) { c = a; } else { c = b; }', 'if (a >= b) { c = b; } else { c = a; }'],
  ['c = a - b - 7;', 'c = a - (b + 7);'],
  ['while (c < a) { c = c + b * b + 1; }', 'while (a > c) { c = 1 + (c + b * b); }'],
  ['c = a + b; d = a - b; c = c * d;', 'd = a - b; c = (a + b) * d;'],
];
/** Approximate number of instructions of a procedure, and of the code that all programs share. */
const [EACH, AROUND] = [51, 150];
/** Numbers of instructions, and of procedures that the second version changes. */
const SIZES = [
  [1_000, 10],
  [3_000, 30],
  [10_000, 100],
  [30_000, 100],
  [100_000, 100],
  [100_000, 1_000],
];
/** Seconds after which `compare` is ended. */
const LIMIT = 60;
/**
 * Largest number of instructions that are compared in Chromium, where the texts are passed as kept
 * work.
 */
const KEPT = 50_000;

export async function versions({ quick }) {
  mkdirSync(folder, { recursive: true });
  const page = await ofPage();
  const chromium = page && (await openChromium());
  const rows = [];
  for (const [size, refactored] of quick ? SIZES.slice(0, 3) : SIZES) {
    const files = written(Math.round((size - AROUND) / EACH), refactored);
    const native = await least(quick ? 1 : 3, async () => {
      const { stdout, ms } = await measured(tamarin, ['versions', ...files, '--json']);
      return { ms, report: JSON.parse(stdout) };
    });
    const here = page && (await least(quick ? 1 : 3, () => page(files)));
    const count = instructions(files[0]);
    const seen =
      chromium && count <= KEPT && (await least(quick ? 1 : 3, () => chromium.look(files)));
    const watchdog = (LIMIT + 20) * 1000;
    const compared = await compareNatively(files, ['--seconds', String(LIMIT)], { watchdog });
    const { verdict, questions } = native.report;
    rows.push([
      count.toLocaleString('en'),
      String(refactored),
      verdict,
      String(questions),
      milliseconds(native.ms),
      here ? milliseconds(here.ms) : 'not built',
      seen ? milliseconds(seen.ms) : '',
      compared.report ? milliseconds(compared.ms) : 'not in time',
      compared.report?.verdict ?? '',
    ]);
  }
  await chromium?.close();
  table('Two versions, by their size', [
    [
      'instructions',
      'refactorings',
      '`versions`',
      'questions',
      'native',
      'WebAssembly',
      'Chromium',
      '`compare`',
      'its verdict',
    ],
    ...rows,
  ]);
}

async function least(rounds, measure) {
  let best;
  for (let round = 0; round < rounds; round += 1) {
    const one = await measure();
    if (!best || one.ms < best.ms) best = one;
  }
  return best;
}

/** Both versions, as files of assembly. */
function written(procedures, refactored) {
  const texts = ['', ''];
  for (let number = 0; number < procedures; number += 1) {
    const before = Math.floor((number * refactored) / procedures);
    const isRefactored = before !== Math.floor(((number + 1) * refactored) / procedures);
    const call = number === 0 ? 'c = c + d;' : `c = c + p${number - 1}(d, c);`;
    for (const side of [0, 1]) {
      const statement = REFACTORINGS[number % REFACTORINGS.length][isRefactored ? side : 0];
      texts[side] += `int p${number}(int a, int b) {
  int c = ${number};
  int d = 1;
  ${statement}
  d = d + c * ${number};
  ${call}
  return c - d;
}
`;
    }
  }
  const last = `p${procedures - 1}`;
  const main = `int wain(int a, int b) {\n  return ${last}(a, b) + ${last}(b, a);\n}\n`;
  return texts.map((text, side) => {
    const name = join(folder, `${procedures}-${refactored}-${['old', 'new'][side]}`);
    writeFileSync(`${name}.wlp4`, text + main);
    const { status, stdout, stderr } = spawnSync(
      tamarin,
      ['asm', '--emit', 'stack', `${name}.wlp4`],
      { maxBuffer: 2 ** 28 },
    );
    if (status !== 0) throw new Trouble(String(stderr));
    writeFileSync(`${name}.asm`, stdout);
    return `${name}.asm`;
  });
}

/** The number of words of the linked program. */
function instructions(file) {
  const program = file.replace('.asm', '.mips');
  const { status, stderr } = spawnSync(tamarin, ['link', file, '-o', program]);
  if (status !== 0) throw new Trouble(String(stderr));
  return readFileSync(program).length / 4;
}

/** Compares two files with the page's own WebAssembly. */
async function ofPage() {
  const wasm = join(generated, 'tamarin_proofs_bg.wasm');
  if (!existsSync(wasm)) return undefined;
  const engine = await import(join(generated, 'tamarin_proofs.js'));
  engine.initSync({ module: readFileSync(wasm) });
  const host = { pause: async () => true, progress: async () => true };
  return async (files) => {
    const [left, right] = files.map((name) => [{ name, text: readFileSync(name, 'utf8') }]);
    const begin = performance.now();
    await engine.compare_versions({ left, right }, host);
    return { ms: performance.now() - begin };
  };
}

/** Compares two files on the page, in a browser without caches: from the click to the listings. */
async function openChromium() {
  const { address, close } = await serve();
  const browser = await launch();
  return {
    async look(files) {
      const { page, close } = await coldPage(browser);
      try {
        const [left, right] = files.map((name) => readFileSync(name, 'utf8'));
        await openOn(page, address, { left, right });
        await page.getByRole('button', { name: 'Compare' }).click();
        await page.locator('[data-verdict]').waitFor({ timeout: 10 * LIMIT * 1000 });
        const begin = performance.now();
        await page.getByRole('tab', { name: 'More' }).click();
        await page.getByRole('tab', { name: 'Versions' }).click();
        await page.locator('tm-versions tm-side-by-side').waitFor({ timeout: LIMIT * 1000 });
        // The time includes drawing the results.
        await page.evaluate(() => new Promise(requestAnimationFrame));
        return { ms: performance.now() - begin };
      } finally {
        await close();
      }
    },
    async close() {
      await browser.close();
      await close();
    },
  };
}
