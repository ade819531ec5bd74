import { test as base, expect } from '@playwright/test';

import { findWebKit } from '../../scripts/lib/webkit.mjs';
import { serve } from '../../scripts/serve.mjs';
import { situations } from '../situations';
import { exerciseLink, quizLink } from '../teaching-links';
import { Browser } from './driver';

interface Site {
  page: Browser;
  address: string;
}

/** The page in WebKit, freshly opened; the test fails when it says that its engine failed. */
const test = base.extend<{ site: Site }, { browserOfAll: Browser }>({
  browserOfAll: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const paths = findWebKit();
      if (!paths) throw new Error('no WebKit');
      const browser = await Browser.start(paths);
      await use(browser);
      await browser.end();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ browserOfAll: page }, use) => {
    const server = await serve({ port: 8920, mount: '/some/folder/' });
    await page.open(server.address);
    await expect
      .poll(() => page.text('tm-app', 'tm-editor', 'tm-problems'))
      .toContain('no problems');
    await use({ page, address: server.address });
    expect((await page.text('tm-app', 'tm-crash')).trim()).toBe('');
    await server.close();
  },
});

const left = ['tm-app', 'tm-editor:first-of-type', '.cm-content'];
const right = ['tm-app', 'tm-editor:last-of-type', '.cm-content'];
// Not the primary button if the programs are compared while they are typed.
const compare = ['tm-app', 'tm-commands', 'button'];
const answer = ['tm-app', 'tm-answer', 'tm-verdict'];
const verdict = [...answer, '[data-verdict]'];

/** Types two programs that differ and compares them. */
async function compareTwo(page: Browser): Promise<void> {
  await page.typeOver('add $3, $1, $1\njr $31', ...left);
  await page.typeOver('add $3, $1, $2\njr $31', ...right);
  await expect.poll(() => page.text(...left)).toContain('add $3, $1, $1');
  await expect.poll(() => page.text(...right)).toContain('add $3, $1, $2');
  await page.click(...compare);
  await expect.poll(() => page.attribute('data-verdict', ...verdict)).toBe('disequivalent');
}

for (const { name, path, fragment, press, verdict: wanted, at, says, next } of situations) {
  test(name, async ({ site: { page, address } }) => {
    // Another address than the page's own, so that it is loaded anew.
    await page.open(`${address}${path}?#${fragment}`);
    if (press) await page.click(...press);
    await expect.poll(() => page.text(...at)).toMatch(says);
    if (wanted) expect(await page.attribute('data-verdict', ...at)).toBe(wanted);
    if (next) expect(await page.text(...at, '.next')).toMatch(next);
  });
}

test('two programs that are typed are compared', async ({ site: { page } }) => {
  await compareTwo(page);
  expect(await page.text(...verdict)).toContain('$3');
  // The proof, too.
  await page.typeOver('add $3, $2, $1\njr $31', ...left);
  await expect.poll(() => page.text(...left)).toContain('add $3, $2, $1');
  await page.click(...compare);
  await expect.poll(() => page.attribute('data-verdict', ...verdict)).toBe('equivalent');
});

test('the debugger steps, and lights the lines in the editors', async ({ site: { page } }) => {
  await compareTwo(page);
  await page.click(...answer, '.next button.primary');
  const runs = ['tm-app', 'tm-evidence', 'tm-debugger'];
  const position = () =>
    page.run<string>('return find(arguments)?.value', ...runs, 'input[type="range"]');
  await expect.poll(position).toBeTruthy();
  const lit = () => page.text(...left.slice(0, 2), '.cm-executed');
  await expect.poll(lit).not.toBe('');
  const before = await position();
  await page.run(
    `const [, ...path] = arguments;
     [...find(path).shadowRoot.querySelectorAll('button')].find((b) => b.textContent.trim() === arguments[0]).click()`,
    'Step',
    ...runs,
  );
  await expect.poll(position).not.toBe(before);
});

test('the map is drawn', async ({ site: { page } }) => {
  await compareTwo(page);
  await page.click('tm-app', 'tm-evidence', '#tab-map');
  const map = ['tm-app', 'tm-evidence', 'tm-map'];
  await expect.poll(() => page.text(...map)).toMatch(/16 samples a cell\.|a single input\./);
  // Pixels of more than one colour: what the legend says is seen.
  const colours = await page.run<number>(
    `const canvas = find(arguments);
     const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
     return new Set(new Uint32Array(data.buffer)).size`,
    ...map,
    'tm-map-plane',
    'canvas',
  );
  expect(colours).toBeGreaterThan(1);
});

test('an exercise is compared with its reference', async ({ site: { page, address } }) => {
  await page.open(`${address}exercise.html#${exerciseLink}`);
  const task = ['tm-exercise', 'tm-task'];
  await expect.poll(() => page.text(...task, 'tm-editor', '.cm-content')).toContain('sltu');
  await page.click(...task, 'button.primary');
  const outcome = [...task, 'tm-outcome', 'tm-verdict', '[data-verdict]'];
  await expect.poll(() => page.attribute('data-verdict', ...outcome)).toBe('disequivalent');
});

test('a quiz asks, and judges', async ({ site: { page, address } }) => {
  await page.open(`${address}exercise.html#${quizLink}`);
  await expect.poll(() => page.text('tm-quiz', 'button.primary')).toContain('Start');
  await page.click('tm-quiz', 'button.primary');
  const question = ['tm-quiz', 'tm-question'];
  await expect.poll(() => page.text(...question, 'h2')).toMatch(/^Question 1 of \d+$/);
  await page.click(...question, 'form button[type=button]');
  const mark = [...question, 'tm-judged', '[data-mark]'];
  await expect.poll(() => page.text(...mark)).toMatch(/^\s*(Right|Wrong)/);
});
