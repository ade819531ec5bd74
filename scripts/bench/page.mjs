// From opening the page to the first verdict, on its initial example (the Tamarin paper's Fig. 5):
// a new browser profile each time, without caches.

import { serve } from '../serve.mjs';
import { coldPage, launch } from './chromium.mjs';
import { digits, median, megabytes, milliseconds, peakMemory, table } from './measure.mjs';

const LIMIT = 1000;
const BUDGET = 600;
const GOAL = 450;

export async function page({ quick }) {
  const rounds = quick ? 3 : 9;
  // Compresses what it sends (gzip), as static hosts do.
  const sent = [];
  const { address, close } = await serve({
    port: 8761,
    compress: true,
    onSent: (path, bytes) => sent.push({ path, bytes }),
  });
  const browser = await launch();
  const opened = [];
  try {
    // The first round fills the server's cache of compressed files.
    for (let round = 0; round <= rounds; round += 1) {
      sent.length = 0;
      const measured = await open(browser, address);
      opened.push({ ...measured, sent: [...sent] });
    }
  } finally {
    await browser.close();
    close();
  }
  opened.shift();
  const verdicts = opened.map(({ verdict }) => verdict);
  const transferred = (round) => round.sent.reduce((sum, { bytes }) => sum + bytes, 0);
  const bytes = Math.max(...opened.map(transferred));
  const asksZ3 = opened.some((round) => round.sent.some(({ path }) => path.includes('z3/')));
  table(`Opening the page, cold, median of ${rounds}`, [
    ['', ''],
    ['engine ready, programs checked', milliseconds(median(opened.map(({ ready }) => ready)))],
    ['first verdict (Fig. 5)', milliseconds(median(verdicts))],
    ['slowest', milliseconds(Math.max(...verdicts))],
    [`within ${LIMIT} ms`, Math.max(...verdicts) < LIMIT ? 'yes' : 'no'],
    ['transferred, compressed (gzip, by scripts/serve.mjs)', `${digits(bytes / 1000)} kB`],
    [
      `under ${BUDGET} kB; under ${GOAL} kB`,
      [BUDGET, GOAL].map((kB) => (bytes < kB * 1000 ? 'yes' : 'no')).join('; '),
    ],
    ['z3 downloaded', asksZ3 ? 'yes' : 'no'],
    [
      "largest resident set of the page's process",
      megabytes(Math.max(...opened.map((round) => round.memory))),
    ],
  ]);
  const files = opened[0].sent.toSorted((a, b) => b.bytes - a.bytes);
  table('What is transferred', [
    ['file', 'kB'],
    ...files.map((file) => [file.path, digits(file.bytes / 1000)]),
  ]);
}

/**
 * Opens the page and compares as soon as possible; times are measured from the navigation's start.
 */
async function open(browser, address) {
  const { page, close } = await coldPage(browser);
  await page.addInitScript(() => {
    const times = {};
    window.benchTimes = times;
    const look = () => {
      /** @type {HTMLElement | null | undefined} */
      const button = window.findDeep('tm-commands')?.shadowRoot?.querySelector('.primary');
      if (times.ready === undefined && button) {
        times.ready = performance.now();
        button.click();
      }
      if (times.ready !== undefined && window.findDeep('[data-verdict]'))
        times.verdict = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  try {
    await page.goto(address);
    await page.waitForFunction(() => window.benchTimes.verdict !== undefined);
    const times = await page.evaluate(() => window.benchTimes);
    const devtools = await browser.newBrowserCDPSession();
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    return { ...times, memory: Math.max(0, ...renderers.map(({ id }) => peakMemory(id))) };
  } finally {
    await close();
  }
}
