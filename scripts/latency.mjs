// npm run latency: how long the page takes from a key press to the next frame, while a comparison
// is running. Heavy comparisons of several kinds run while keys are typed into an editor. The
// figures are of one machine: no test depends on a clock.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { openOn, withPage } from './lib/page.mjs';
import { main, root } from './lib/run.mjs';

const KEYS = 60;
/** Milliseconds between two keys: fast typing. */
const PAUSE = 60;

const corpus = (name) => readFileSync(join(root, `tests/corpus/${name}.asm`), 'utf8');
const loops = { left: corpus('texts/factorial-up'), right: corpus('texts/factorial-down') };
/** Asks for two factors of a prime: endless work for a solver. */
const factors = {
  left: [
    ...['multu $1, $2', 'mflo $4', 'mfhi $5', 'lis $6', '.word 0xffffffff', 'lis $7'],
    ...[
      '.word 0x1fffffff',
      'bne $4, $6, end',
      'bne $5, $7, end',
      'lis $3',
      '.word 1',
      'end: jr $31',
    ],
  ].join('\n'),
  right: 'jr $31\n',
};

/** The options in the form in which the page keeps them. */
const defaults = {
  ...{ fuel: '10000', depth: '', input1: '42', input2: '42', maxRuns: '100000', seconds: '' },
  ...{ effort: '4294967295', strategy: 'product', solver: 'bitblast' },
};

/** Adds up the bits of $1, by a branch on each: a million short paths. */
const bits = Array.from({ length: 20 }, (_, bit) =>
  [`slt $5, $4, $0\nbeq $5, $0, bit${bit}\nadd $3, $3, $6`, `bit${bit}: add $4, $4, $4`].join('\n'),
);
/** A read from an address that depends on the input keeps the paths from being merged. */
const read = ['add $8, $2, $2', 'add $8, $8, $8', 'lw $9, 0($8)'];
const counting = [
  ...['add $3, $0, $0', 'add $4, $1, $0', 'lis $6', '.word 1'],
  ...[...bits, ...read, 'jr $31'],
].join('\n');
const branches = { left: counting, right: counting };

const scenes = [
  { name: 'no comparison', programs: loops, options: undefined },
  { name: 'pairs of short paths', programs: branches, options: { strategy: 'product' } },
  { name: 'the Tamarin paper’s search', programs: branches, options: { strategy: 'paper' } },
  { name: 'pairs of long paths', programs: loops, options: { fuel: '100000' } },
  { name: 'bitblast at a hard query', programs: factors, options: { solver: 'bitblast' } },
  { name: 'z3 at a hard query', programs: factors, options: { solver: 'z3' } },
];

const measureAll = async (browser, address) => {
  console.log(
    '| from a key to the next picture, ms | median | 95% | longest | keys | long tasks | the comparison by then |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const scene of scenes) {
    const { delays, longTasks, counts } = await measure(await browser.newPage(), address, scene);
    const at = (part) => delays[Math.min(delays.length - 1, Math.floor(part * delays.length))];
    const figures = [at(0.5), at(0.95), at(1)].map((ms) => ms.toFixed(0));
    console.log(`| ${[scene.name, ...figures, delays.length, longTasks, counts].join(' | ')} |`);
  }
};

await main(() => withPage(measureAll));

/**
 * The delays of all keys, sorted, and the number of the page's tasks that took over 50 ms
 * meanwhile.
 */
async function measure(page, address, { programs, options }) {
  await openOn(page, address, { ...programs, options: options && { ...defaults, ...options } });
  const editor = page.getByRole('textbox', { name: 'Right program' });
  await editor.click();
  if (options) {
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('region', { name: 'Progress' }).waitFor();
    // z3 has to be loaded, and the table of runs has to be long.
    await page.waitForTimeout(8000);
    await editor.click();
  }
  await page.evaluate(() => {
    window.delays = [];
    window.longTasks = 0;
    // From the key event to the end of its next frame: the Event Timing API rounds to 8 ms and
    // omits fast events.
    addEventListener(
      'keydown',
      (event) => {
        const { timeStamp } = event;
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => window.delays.push(performance.now() - timeStamp);
          port2.postMessage(null);
        });
      },
      true,
    );
    new PerformanceObserver((list) => {
      window.longTasks += list.getEntries().length;
    }).observe({ type: 'longtask' });
  });
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press(key % 10 === 9 ? 'Enter' : 'a');
    await page.waitForTimeout(PAUSE);
  }
  const progress = page.getByRole('region', { name: 'Progress' });
  const isRunning = await progress.isVisible();
  const counts = isRunning ? await progress.locator('span').first().textContent() : 'none';
  if (options && !isRunning) throw new Error('the comparison ended before the last key');
  const found = await page.evaluate(() => ({ delays: window.delays, longTasks: window.longTasks }));
  await page.close();
  return { ...found, counts, delays: found.delays.toSorted((a, b) => a - b) };
}
