import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Page } from '@playwright/test';

import { root } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/serve.mjs';
import { expect, factoring, nothing, openView, test } from './playground';

const dist = join(root, 'dist');

/** The policy that the page sets for itself, as a host may set it for all files. */
function ownPolicy(): string {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const policy = html.match(/http-equiv="Content-Security-Policy"\s+content="([^"]+)"/)?.[1];
  if (!policy) throw new Error('index.html has no policy');
  return policy;
}

const hosts: Record<string, Host> = {
  'from a deep folder, with no header but the type': { mount: '/some/deep/folder/' },
  'from a folder whose name needs escapes': { mount: '/caf%C3%A9/a%20b/' },
  'from a host that compresses': { compress: true },
  'from a host that does not know wasm': {
    headers: (file: string): Record<string, string> =>
      file.endsWith('.wasm') ? { 'Content-Type': 'text/plain' } : {},
  },
  'under its own policy as a header of every file': {
    headers: () => ({ 'Content-Security-Policy': ownPolicy() }),
  },
  'where the host isolates it': {
    headers: () => ({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    }),
  },
};

/** The hosts tested in `npm test`. */
const usual = ['from a deep folder, with no header but the type', 'where the host isolates it'];

type Host = NonNullable<Parameters<typeof serve>[0]>;

/** The page from a server of the test's own. */
const hosted = test.extend<{ host: Host }>({
  host: [{}, { option: true }],
  baseURL: async ({ host }, use) => {
    const server = await serve({ ...host, port: 8700 });
    await use(server.address);
    server.close();
  },
});

hosted.describe('the page works, z3 included', () => {
  for (const [name, host] of Object.entries(hosts)) {
    hosted.describe(name, usual.includes(name) ? {} : { tag: '@long' }, () => {
      hosted.use({ host });

      hosted('both solvers', async ({ playground }) => {
        await playground.open('fig05');
        await playground.compare.click();
        await playground.expectVerdict('disequivalent');
        await playground.select('Solver', 'z3');
        await playground.compare.click();
        await openView(playground.page, 'Queries');
        await expect(
          playground.page.getByRole('table', { name: 'Questions to the solver' }),
        ).toContainText('by z3');
        await playground.expectVerdict('disequivalent');
      });
    });
  }
});

test.describe('opened as a file', () => {
  test.use({ strict: false });

  test('the page says that it cannot work so, and what to do', async ({ page }) => {
    await page.goto(pathToFileURL(join(dist, 'index.html')).href);
    await expect(page.getByText('The page has not started.')).toBeVisible();
    await expect(page.getByText('python3 -m http.server')).toBeVisible();
  });
});

test('nothing of that is seen where the page starts', async ({ playground }) => {
  await playground.open();
  await expect(playground.page.getByText('The page has not started.')).toBeHidden();
});

test.describe('where z3 cannot have its memory', () => {
  test.beforeEach(async ({ page }) => {
    // As on a phone: the worker's own messages arrive before those of the file.
    await page.route('**/z3-worker.js*', async (route) => {
      const response = await route.fetch();
      const body = `WebAssembly.Memory = function () {
        throw new RangeError('could not allocate memory');
      };\n${await response.text()}`;
      await route.fulfill({ response, body });
    });
  });

  test('the portfolio goes on without it, and nothing is said when nothing is missed', async ({
    playground,
  }) => {
    const { page } = playground;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await playground.open();
    // Settled by bitblast, but not within its first turn.
    await playground.type('left', smallFactors);
    await playground.type('right', nothing);
    await playground.select('Search', 'all pairs of paths');
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    await expect(playground.verdict).toContainText('7919');
    expect(asked.filter((path) => path.endsWith('z3-worker.js'))).toHaveLength(1);
    // The large file is not even asked for.
    expect(asked.filter((path) => path.endsWith('z3-built.wasm'))).toEqual([]);
    await expect(missing(page)).toHaveCount(0);
  });

  test('an undecided query says what is missing, and what helps', { tag: '@long' }, async ({
    playground,
  }) => {
    const { page } = playground;
    await playground.open();
    await playground.type('left', factoring);
    await playground.type('right', nothing);
    await playground.select('Search', 'all pairs of paths');
    await playground.select('Solver', 'bitblast, then z3');
    await playground.set('Effort for a query', '10');
    await playground.compare.click();
    await playground.expectVerdict('possibly-equivalent');
    await expect(missing(page)).toContainText('2 GiB of shared memory');
    await expect(missing(page)).toContainText('tamarin compare');

    await missing(page).getByRole('button', { name: 'with an effort of 100' }).click();
    await playground.expectOption('Effort for a query', '100');
    await playground.expectVerdict('possibly-equivalent');
    await expect(missing(page)).toBeVisible();

    // The message belongs to one comparison only.
    await playground.choose('fig05');
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    await expect(missing(page)).toHaveCount(0);
  });

  test('z3 alone is offered the built-in solver', async ({ playground }) => {
    const { page } = playground;
    await playground.open('fig05');
    await playground.select('Solver', 'z3');
    await playground.compare.click();
    await playground.expectVerdict('possibly-equivalent');
    await missing(page).getByRole('button', { name: 'built-in solver' }).click();
    await playground.expectVerdict('disequivalent');
    await expect(missing(page)).toHaveCount(0);
  });
});

const missing = (page: Page) => page.getByRole('region', { name: 'What is missing here' });

/** 7919 * 8009, by its remainders: neither for intervals, nor for a first look. */
const smallFactors = `    lis $9
    .word 8192
    sltu $10, $1, $9
    beq $10, $0, end
    sltu $10, $2, $9
    beq $10, $0, end
    multu $1, $2
    mflo $4
    lis $6
    .word 65521
    divu $4, $6
    mfhi $5
    lis $7
    .word 64464
    bne $5, $7, end
    lis $6
    .word 65537
    divu $4, $6
    mfhi $5
    lis $7
    .word 48992
    bne $5, $7, end
    lis $3
    .word 1
end:
    jr $31
`;

test('the folder says what it holds, and names the licence of each package', async ({ page }) => {
  const { address, close } = await serve({ port: 8300 });
  try {
    await page.goto(`${address}about.html`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Tamarin Playground \d/);
    const packages = page.getByRole('row').filter({ hasText: /npm|Rust/ });
    const names = await packages.locator('td:first-child').allTextContents();
    expect(names).toEqual(expect.arrayContaining(['lit', 'z3-solver', 'batsat', 'wasm-bindgen']));
    for (const licence of await packages.locator('td:nth-child(3)').allTextContents())
      expect(licence).toMatch(/MIT|Apache-2.0|BSD|ISC|Zlib|0BSD|BlueOak-1.0.0/);
    await page.getByRole('link', { name: 'licenses.txt' }).click();
    await expect(page.getByText(/^z3-solver \d/m)).toBeVisible();
  } finally {
    await close();
  }
});
