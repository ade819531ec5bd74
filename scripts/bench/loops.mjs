// Proofs about loops, for the pairs labelled equivalent, and for quotients by constants that are
// written as products: by the command line, and on the page.
//
// Native is a whole process. On the page each pair has a page of its own without caches: *first* is
// the first comparison, which fetches the prover's part (from this machine) when it is needed;
// *again* is the same after the page was opened once more. Both are from the click on *Compare*
// until the verdict is final.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openOn } from '../lib/page.mjs';
import { serve } from '../serve.mjs';
import { coldPage, launch } from './chromium.mjs';
import { measured, median, milliseconds, pairsIn, table, tamarin } from './measure.mjs';

/** Families of arithmetic on which bit-blasting alone is slow. */
const ARITHMETIC = [
  ...['division by a constant', 'casting out', 'digital root', 'digits', 'quotient', 'remainder'],
  ...['geometric sum', 'power', 'product by halves', 'square root', 'gcd', 'halvings'],
];
/** Target time of a proof in milliseconds. */
const GOAL = 2000;
/** Seconds allowed for a comparison. */
const LIMIT = 60;
/** `--quick` takes one in this many pairs. */
const QUICK = 2;

/** The page's options, without the contract and the time limit. */
const OPTIONS = {
  ...{ fuel: '10000', depth: '', input1: '42', input2: '42', maxRuns: '100000' },
  ...{ seconds: String(LIMIT), effort: '4294967295', strategy: 'product', solver: 'bitblast' },
};

export async function loops({ quick, corpus }) {
  const same = pairsIn(`${corpus}/loops`).filter(({ texts }) => label(texts, 'claim') !== 'differ');
  const finite = pairsIn(`${corpus}/pairs`).filter(
    ({ texts }) =>
      ARITHMETIC[0] === label(texts, 'family') && label(texts, 'verdict') === 'equivalent',
  );
  const chosen = quick ? same.filter((_, index) => index % QUICK === 0) : [...same, ...finite];
  const { address, close } = await serve();
  const browser = await launch();
  const folder = mkdtempSync(join(tmpdir(), 'tamarin-'));
  const rows = [];
  try {
    for (const pair of chosen) {
      const contract = label(pair.texts, 'contract') ?? '';
      const file = join(folder, 'contract.json');
      writeFileSync(file, contract || '{}');
      const options = ['--json', '--solver', 'bitblast', '--seconds', String(LIMIT)];
      const native = await measured(tamarin, [
        ...['compare', ...pair.files, '--contract', file],
        ...options,
      ]);
      const claim = label(pair.texts, 'claim') ?? label(pair.texts, 'verdict');
      const family = label(pair.texts, 'family');
      const page = await onPage(browser, address, pair, contract);
      rows.push({ name: pair.name, family, claim, native: native.ms, ...page });
    }
  } finally {
    await browser.close();
    await close();
    rmSync(folder, { recursive: true });
  }
  const looping = rows.filter(({ family }) => family !== ARITHMETIC[0]);
  const proved = looping.filter(({ verdict, claim }) => verdict === claim);
  const row = (what, key) => {
    const times = proved.map((row) => row[key]).toSorted((a, b) => a - b);
    const soon = times.filter((ms) => ms < GOAL).length;
    const late = times[Math.ceil(times.length * 0.95) - 1];
    return [what, String(soon), milliseconds(median(times)), milliseconds(late)];
  };
  table(
    `Loops: ${proved.length} of ${looping.length} pairs that are the same are proved on the page`,
    [
      ['', `under ${GOAL / 1000} s`, 'median', '95 %'],
      row('native', 'native'),
      row('page, first', 'first'),
      row('page, again', 'again'),
    ],
  );
  const each = (title, chosen) =>
    table(title, [
      ['pair', 'family', 'verdict', 'native', 'page, first', 'page, again'],
      ...chosen.map(({ name, family, verdict, native, first, again }) => [
        ...[name, family, verdict],
        ...[native, first, again].map(milliseconds),
      ]),
    ]);
  each('The slowest of them', looping.toSorted((a, b) => b.first - a.first).slice(0, 12));
  const arithmetic = ARITHMETIC.flatMap((name) => rows.filter(({ family }) => family === name));
  each('Arithmetic', arithmetic);
}

function label(texts, key) {
  return texts[0].match(new RegExp(`^;@ ${key}: (.*)$`, 'm'))?.[1];
}

/**
 * The verdict on a pair, and the milliseconds until it appears, for the first time and once more.
 */
async function onPage(browser, address, { name, texts }, contract) {
  const [left, right] = texts;
  const { page, close } = await coldPage(browser);
  try {
    await openOn(page, address, { left, right, options: { ...OPTIONS, contract } });
    const first = await compared(page);
    await page.reload();
    await page.getByText('Not checked yet').first().waitFor({ state: 'detached' });
    return { first: first.ms, again: (await compared(page)).ms, verdict: first.verdict };
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  } finally {
    await close();
  }
}

/**
 * Compares on a page without a comparison yet: the verdict, and the milliseconds until it appears.
 * The page's own clock is used, which excludes the time to click and to notice from outside.
 */
async function compared(page) {
  const measured = page.evaluate(watch, 2 * LIMIT * 1000);
  const clicked = page.getByRole('button', { name: 'Compare', exact: true }).click();
  const [times] = await Promise.all([measured, clicked]);
  return times;
}

/** In the page: the verdict, if it comes within this limit, and the milliseconds from a click. */
function watch(limit) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('there is no verdict')), limit);
    let begin;
    const began = (event) => {
      begin = event.timeStamp;
    };
    addEventListener('click', began, { capture: true, once: true });
    const look = () => {
      const found = begin === undefined ? undefined : window.findDeep('[data-verdict]');
      if (!found) requestAnimationFrame(look);
      else resolve({ ms: performance.now() - begin, verdict: found.dataset.verdict });
    };
    look();
  });
}
