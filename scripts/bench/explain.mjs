// Explanations of the corpus pairs that are labelled to differ: by the command line, and on the
// page.
//
// Native is a whole process, including the comparison. On the page each pair has a page of its own
// without caches. The time of a part is from the click on *Explain*, after the verdict, until the
// part reports that it has ended, including the download (from this machine), compilation and start
// of its own engine. The parts are searched one after the other, so the last one's time is the
// total. Each is given 20 seconds, as on a reader's page.

import { openOn } from '../lib/page.mjs';
import { serve } from '../serve.mjs';
import { coldPage, launch } from './chromium.mjs';
import { measured, median, milliseconds, pairsIn, table, tamarin } from './measure.mjs';

const FOLDERS = ['pairs', 'oracle'];
/** In the order of the page, from top to bottom. */
const PARTS = ['Mend', 'Cause', 'Regions'];
/** Seconds allowed for a part. */
const LIMIT = 20;
const QUICK = 9;

export async function explain({ quick, corpus }) {
  const pairs = FOLDERS.flatMap((folder) => pairsIn(`${corpus}/${folder}`)).filter(({ texts }) =>
    texts[0].includes(';@ verdict: disequivalent'),
  );
  const chosen = quick ? pairs.filter((_, index) => index % QUICK === 0) : pairs;
  const { address, close } = await serve();
  const browser = await launch();
  const rows = [];
  try {
    for (const pair of chosen) {
      const native = await measured(
        tamarin,
        ['explain', ...pair.files, '--json', '--seconds', String(LIMIT)],
        { watchdog: 6 * LIMIT * 1000 },
      );
      rows.push({ name: pair.name, native: native.ms, page: await onPage(browser, address, pair) });
    }
  } finally {
    await browser.close();
    await close();
  }
  const row = (what, times) => [
    what,
    String(times.length),
    milliseconds(median(times)),
    milliseconds(times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]),
  ];
  table('Explanations of pairs that differ', [
    ['', 'pairs', 'median', '95 %'],
    row(
      'native, with the comparison',
      rows.map(({ native }) => native),
    ),
    ...PARTS.map((part) =>
      row(
        `page, until the end of ${part.toLowerCase()}`,
        rows.map(({ page }) => page[part]),
      ),
    ),
  ]);
  const slowest = rows.toSorted((a, b) => b.page.Regions - a.page.Regions).slice(0, 8);
  table('The slowest of them', [
    ['pair', 'native', ...PARTS],
    ...slowest.map(({ name, native, page }) => [
      name,
      milliseconds(native),
      ...PARTS.map((part) => milliseconds(page[part])),
    ]),
  ]);
}

/** Milliseconds until each part of a pair's explanation has ended. */
async function onPage(browser, address, { name, texts }) {
  const [left, right] = texts;
  const { page, close } = await coldPage(browser);
  try {
    await openOn(page, address, { left, right });
    await page.getByRole('button', { name: 'Compare' }).click();
    const verdict = page.locator('[data-verdict="disequivalent"]');
    await verdict.waitFor({ timeout: 60_000 });
    const begin = performance.now();
    await verdict.getByRole('button', { name: 'Explain' }).click();
    const times = PARTS.map(async (part) => {
      const ended = page.locator('tm-explain [data-state="ended"]');
      await ended.and(page.getByRole('region', { name: part })).waitFor({ timeout: 120_000 });
      return [part, performance.now() - begin];
    });
    return Object.fromEntries(await Promise.all(times));
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  } finally {
    await close();
  }
}
