import { pairsOf } from '../wasm/pairs';
import { expect, nothing, openView, test } from './playground';

test('z3 is not asked for before it is needed, and then once', async ({ playground }) => {
  const { page } = playground;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/z3/')) asked.push(new URL(request.url()).pathname);
  });
  const wasm = () => asked.filter((path) => path.endsWith('z3-built.wasm'));
  await playground.open();
  await playground.type('left', nothing);
  await playground.type('right', nothing);
  await playground.compare.click();
  await expect(playground.verdict).toBeVisible();
  expect(asked).toEqual([]);

  await playground.choose('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  expect(asked).toEqual([]);

  await playground.select('Solver', 'z3');
  await playground.compare.click();
  // The verdict of before is seen until the comparison begins.
  await expect.poll(wasm).toHaveLength(1);
  await playground.expectVerdict('disequivalent');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  expect(wasm()).toHaveLength(1);
});

test.describe('without z3', () => {
  // The browser itself prints the failed request.
  test.use({ strict: false });

  test('a query is undecided, the reason is shown, and there is a verdict', async ({
    playground,
  }) => {
    const { page } = playground;
    await page.route('**/z3-built.wasm*', (route) => route.abort());
    await playground.open('fig05');
    await playground.select('Solver', 'z3');
    await playground.compare.click();
    await playground.expectVerdict('possibly-equivalent');
    await openView(page, 'Queries');
    await expect(page.getByRole('table', { name: 'Questions to the solver' })).toContainText(
      'undecided',
    );

    await page.unroute('**/z3-built.wasm*');
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
  });

  test('that the programs differ is told before the smallest input is known', async ({
    playground,
  }) => {
    const { page, verdict, stop } = playground;
    // z3 never loads: the search for a smaller input waits for it.
    await page.route('**/z3-built.wasm*', () => {});
    const pair = pairsOf('oracle').find(({ name }) => name === 'mul_addition_negative');
    await playground.open();
    await playground.type('left', pair?.left ?? '');
    await playground.type('right', pair?.right ?? '');
    await playground.select('Search', 'product');
    await playground.select('Solver', 'z3');
    await playground.compare.click();
    const answer = page.getByRole('region', { name: 'Result' });
    await expect(answer.getByRole('status')).toHaveText('They differ.');
    await expect(answer).toContainText('On $1 = 1, $2 = -1 they do not do the same.');
    await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible();
    await expect(verdict).toHaveCount(0);
    await stop.click();
    await playground.expectVerdict('disequivalent');
  });

  test('an engine that cannot be loaded is told, and the text is kept', async ({ playground }) => {
    const { page } = playground;
    await page.route('**/tamarin_bg*.wasm', (route) => route.abort());
    await page.goto('./');
    await expect(page.getByRole('heading', { name: 'The engine has failed.' })).toBeVisible();
    await expect(playground.editor('left')).toContainText('Who is nearer to 50?');
  });
});

test.describe('without the part of the engine that is loaded later', () => {
  // The browser itself prints the failed request.
  test.use({ strict: false });

  test('the first example has its verdict, and what needs that part says so', async ({
    playground,
  }) => {
    const { page } = playground;
    await page.route('**/tamarin_later*.wasm', (route) => route.abort());
    await page.route('**/z3-built.wasm*', (route) => route.abort());
    // Of other pairs a function that few need may be in the part that is loaded later.
    await playground.open();
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    await expect(page.getByRole('heading', { name: 'The engine has failed.' })).toHaveCount(0);

    await playground.choose('fig05');
    await playground.select('Solver', 'z3');
    await playground.compare.click();
    await expect(page.getByLabel('Report')).toHaveValue(/a part of the engine could not be loaded/);
    // The next use tries again.
    await page.unroute('**/tamarin_later*.wasm');
    await playground.compare.click();
    await playground.expectVerdict('possibly-equivalent');
  });
});

test('a call of the part that is loaded later gets it, if it is not there yet', async ({
  playground,
}) => {
  const { page } = playground;
  const asked: string[] = [];
  await page.route('**/tamarin_later*.wasm', async (route) => {
    asked.push(route.request().resourceType());
    // Prefetches of the worker never finish; a call waits for its own request.
    if (route.request().resourceType() === 'xhr') await route.continue();
  });
  await playground.open('fig05');
  await playground.select('Solver', 'z3');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  // A second engine explains the difference, and gets the part in the same way.
  expect(new Set(asked)).toEqual(new Set(['fetch', 'xhr']));
});

test('the engine warms up while nobody asks it anything, and that is not seen', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  const engine = () => page.workers().find((worker) => worker.url().includes('/assets/worker'));
  const marks = () =>
    engine()?.evaluate(() => performance.getEntriesByName('engine warm').length) ?? 0;
  await expect.poll(marks).toBe(1);
  await expect(playground.verdict).toHaveCount(0);
  await playground.choose('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await openView(page, 'Runs');
  await expect(page.getByRole('table', { name: 'Runs of both programs (4)' })).toBeVisible();
  expect(await marks()).toBe(1);
});

test.describe('when the engine panics', () => {
  test.use({ strict: false });

  test('the page says so, offers a report, and goes on', async ({ playground }) => {
    const { page } = playground;
    await playground.open();
    const engine = page.workers().find((worker) => worker.url().includes('/assets/worker'));
    if (!engine) throw new Error('no engine worker');
    // As console_error_panic_hook and the following trap do.
    await engine.evaluate(() => {
      console.error('panicked at src/cpu.rs:1:1:\nnot a real panic');
      setTimeout(() => {
        throw new WebAssembly.RuntimeError('unreachable');
      });
    });
    await expect(page.getByLabel('Report')).toHaveValue(
      /not a real panic[\s\S]*Who is nearer to 50\?/,
    );
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
  });
});
