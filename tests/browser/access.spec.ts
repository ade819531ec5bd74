import { expectNoViolations, overflow } from './checks';
import { expect, factoring, isLong, nothing, openView, type Playground, test } from './playground';

const first = 'the page at first';

/** Every view of the page, and how to reach it from the opened page. */
const views: Record<string, (playground: Playground) => Promise<void>> = {
  [first]: async () => {},
  'the examples': async ({ page }) => {
    await page.getByRole('button', { name: /^Example/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'the instructions': async (playground) => {
    const { page } = playground;
    await playground.menu('Instructions');
    await expect(page.getByRole('dialog')).toContainText('mult $s, $t');
  },
  'all options': async ({ page }) => {
    await page.getByRole('button', { name: 'Change the contract' }).click();
    await expect(page.getByLabel('Solver', { exact: true })).toBeVisible();
  },
  'a running comparison': async (playground) => {
    await playground.type('left', factoring);
    await playground.type('right', nothing);
    await playground.select('Solver', 'bitblast');
    await playground.set('Effort for a query', '4294967295');
    await playground.compare.click();
    await expect(playground.page.getByRole('region', { name: 'Progress' })).toBeVisible();
  },
  'a difference, and a run in detail': async (playground) => {
    const { page } = playground;
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    await openView(page, 'Runs');
    await page.getByRole('button', { name: 'Details of run 4' }).click();
    await page.getByRole('tab', { name: 'ssa' }).click();
    await expect(page.locator('pre').first()).not.toBeEmpty();
  },
  'a query in detail': async (playground) => {
    const { page } = playground;
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    await openView(page, 'Queries');
    await page.getByRole('button', { name: 'Details of query 1' }).click();
    await expect(page.locator('pre')).toContainText('(check-sat)');
  },
  'a proof': async (playground) => {
    await playground.choose('rare-pair-same');
    await playground.compare.click();
    await playground.expectVerdict('equivalent');
  },
  'a proof about loops': async (playground) => {
    const { page } = playground;
    const loop = (step: string) =>
      `    lis $4\n    .word 1\nloop:\n    beq $1, $0, end\n    add $3, ${step}\n    sub $1, $1, $4\n    beq $0, $0, loop\nend:\n    jr $31\n`;
    await playground.type('left', loop('$3, $2'));
    await playground.type('right', loop('$2, $3'));
    await playground.compare.click();
    await playground.expectVerdict('equivalent');
    await openView(page, 'Proof');
    await expect(page.getByRole('img', { name: /^Automaton/ })).toBeVisible();
    for (const summary of await page.locator('tm-proof summary').all()) await summary.click();
    await expect(page.locator('tm-meetings').getByRole('table')).toBeVisible();
  },
  'an explanation': async (playground) => {
    const { page } = playground;
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    await playground.verdict.getByRole('button', { name: 'Explain' }).click();
    const explanation = page.locator('tm-explain');
    await expect(explanation.locator('[data-state="ended"]')).toHaveCount(3);
  },
  'two versions': async (playground) => {
    const { page } = playground;
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    await openView(page, 'Versions');
    await expect(page.locator('tm-versions [data-state="ended"]')).toBeVisible();
    await expect(page.locator('tm-side-by-side').getByRole('table').first()).toBeVisible();
  },
  'what z3 is missing for': async (playground) => {
    const { page } = playground;
    await page.route('**/z3-worker.js*', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'onmessage = () => postMessage({ type: "died", message: "no memory" })',
      }),
    );
    await playground.select('Solver', 'z3');
    await playground.compare.click();
    await expect(page.getByRole('region', { name: 'What is missing here' })).toBeVisible();
  },
  'the debugger': async (playground) => {
    const { page } = playground;
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    await openView(page, 'Step');
    await expect(page.getByRole('table', { name: 'Registers' })).toBeVisible();
  },
  'the map': async ({ page }) => {
    await openView(page, 'Map');
    await page.getByRole('button', { name: 'Draw the map' }).click();
    await expect(page.getByText('16 samples a cell.')).toBeVisible();
    await page.getByText('The map as a table').click();
  },
  'what tests miss': async (playground) => {
    const { page } = playground;
    await openView(page, 'Mutants');
    await page.getByLabel(/^Tests: an input in each line/).fill('1, 2\n');
    const others = ['add $3, $1, $2\njr $31\n', 'add $3, $1\n'].map((text, at) => ({
      name: `${at}.asm`,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    }));
    await page.locator('tm-others input[type=file]').setInputFiles(others);
    await page.getByRole('button', { name: 'Look for what they miss' }).click();
    await expect(page.locator('tm-found')).toContainText(' killed');
    await page.locator('summary', { hasText: 'Your tests (1)' }).click();
  },
  'the diff': async ({ page }) => {
    await openView(page, 'Diff');
    await expect(page.locator('tm-diff .cm-editor').first()).toBeVisible();
  },
  'the path tree': async (playground) => {
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    await openView(playground.page, 'Paths');
    await expect(playground.page.getByRole('tree')).toBeVisible();
  },
  'what the compiler saw': async (playground) => {
    await playground.compare.click();
    await playground.expectVerdict('disequivalent');
    await openView(playground.page, 'Compiler');
    await expect(playground.page.locator('tm-compiler').getByRole('table').first()).toBeVisible();
  },
  'a program with errors': async (playground) => {
    await playground.type('left', '    addd $3, $1, $2\n');
    await expect(playground.page.getByText('Fix: ').first()).toBeVisible();
    await playground.compare.click();
    await expect(playground.page.getByRole('alert').filter({ hasText: 'line 1' })).toBeVisible();
  },
};

/** The widths of a phone, a small window, a usual one and a large one, in pixels. */
const widths = [390, 1024, 1440, 2560];

/** The widths at which axe runs in `npm test`; for the others only horizontal overflow is tested. */
const lookedAt = isLong ? widths : [390, 1440];

/** The page's colour schemes, and those of a system with forced colours. */
const colours = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;

/** The rules about colours; the others give the same result in all schemes. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** The views that the short test looks at; the others consist of the same parts. */
const inShort = [
  first,
  'all options',
  'a difference, and a run in detail',
  'a proof about loops',
  'an explanation',
  'the map',
  'a program with errors',
  'a running comparison',
];

for (const [view, open] of Object.entries(views)) {
  const tag = inShort.includes(view) ? {} : { tag: '@long' };
  test(
    `${view}: axe finds nothing in any colours, and nothing is too wide`,
    tag,
    async ({ playground }) => {
      const { page } = playground;
      test.setTimeout(300_000);
      // Fig. 5 uses every part of the page.
      await playground.open(view === first ? undefined : 'fig05');
      await open(playground);
      /** Axe, in all colours. */
      const look = async (width: number) => {
        if (!lookedAt.includes(width)) return;
        // A phone has the colours of any other window, and forced colours exist in one scheme.
        const usual = view === first ? colours : colours.slice(0, 2);
        const media = isLong ? colours : width === 390 ? colours.slice(0, 1) : usual;
        // The bar at the bottom of a phone covers scrolled content, which axe takes for small targets.
        if (width === 390) {
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewportSize({ width, height: Math.max(900, height) });
        }
        for (const [index, medium] of media.entries()) {
          await page.emulateMedia(medium);
          const where = `${JSON.stringify(medium)}, ${width} pixels`;
          await expectNoViolations(page, where, index === 0 ? undefined : ofColours);
        }
      };
      await page.setViewportSize({ width: 320, height: 900 });
      // A resize observer runs a frame after the change.
      await expect.poll(() => overflow(page), 'at 320 pixels').toBeLessThanOrEqual(0);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        // A phone shows one place at a time.
        const places = page.getByRole('navigation', { name: 'Parts of the page' });
        const isModal = (await page.getByRole('dialog').count()) > 0;
        const all =
          width === 390 && !isModal ? await places.getByRole('button').all() : [undefined];
        const everywhere = isLong || view === first;
        // The view itself is what is visible; the first view also shows the others.
        if (!everywhere) await look(width);
        for (const place of all) {
          await place?.click();
          await expect.poll(() => overflow(page), `at ${width} pixels`).toBeLessThanOrEqual(0);
          if (everywhere) await look(width);
        }
        await page.emulateMedia({ forcedColors: 'none' });
      }
    },
  );
}

// WCAG 2.2, 1.4.12.
test('with the spacing that a reader sets, nothing is cut off and nothing is too wide', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  const cutOff = () =>
    page.evaluate(() => {
      const rule =
        '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-block-end:2em!important}';
      const found: string[] = [];
      const walk = (root: Document | ShadowRoot) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rule);
        root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
        for (const element of root.querySelectorAll<HTMLElement>('*')) {
          if (element.shadowRoot) walk(element.shadowRoot);
        }
      };
      walk(document);
      const look = (root: Document | ShadowRoot) => {
        for (const element of root.querySelectorAll<HTMLElement>('*')) {
          if (element.shadowRoot) look(element.shadowRoot);
          // The name of an example may be long: its tooltip has all of it.
          if (
            !element.matches('button, summary, [role=tab], h1, h2') ||
            element.closest('tm-examples')
          )
            continue;
          if (element.offsetParent === null || element.matches('.unseen, .skip')) continue;
          const isCut = element.scrollWidth > element.clientWidth + 1;
          if (isCut && getComputedStyle(element).overflow !== 'visible')
            found.push(element.textContent?.trim() ?? '');
        }
      };
      look(document);
      return found;
    });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await cutOff(), `at ${width} pixels`).toEqual([]);
    await expect.poll(() => overflow(page), `at ${width} pixels`).toBeLessThanOrEqual(0);
  }
});

test('every tab is reached and chosen by the keyboard, and the way back is a key', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('Why').focus();
  for (const name of ['Step', 'Map', 'Proof', 'More']) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
  }
  await tab('Runs').focus();
  for (const name of ['Paths', 'Queries', 'Compiler', 'Versions', 'Mutants', 'Diff']) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
  }
  // The line under the tabs leads back to the answer.
  await page.locator('tm-evidence').getByTitle('Go to the verdict').press('Enter');
  await expect(tab('Why')).toHaveAttribute('aria-selected', 'true');
  await expect(playground.verdict).toBeVisible();
});

test('the theme can be chosen, and stays chosen', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await background();
  await playground.theme('Dark');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  expect(await background()).toBe(dark);
});

test('everything of the main flow can be done with the keyboard', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  /** Presses Tab until the focused element has this name. */
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        return element?.getAttribute('aria-label') || element?.textContent?.trim() || '';
      });
      if (name.test(focused)) return;
    }
    throw new Error(`the Tab key does not get to ${name}`);
  };

  // Past the head of the page at once.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to the programs' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(playground.editor('left')).toBeFocused();
  await page.reload();
  await expect(playground.editor('left')).toBeVisible();

  await tabTo(/^Example/);
  await page.keyboard.press('Enter');
  await tabTo(/The Tamarin paper's sample comparison/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await tabTo(/^Left program/);
  await page.keyboard.press('Tab');
  await expect(playground.editor('left')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('Escape');
  await tabTo(/^Right program/);
  await page.keyboard.press('Escape');
  await tabTo(/^Compare/);
  await page.keyboard.press('Enter');
  await playground.expectVerdict('disequivalent');

  // F6 moves past the editors to the answer; its tabs come before it.
  await page.keyboard.press('F6');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tab', { name: 'Why' })).toBeFocused();
  // The arrow keys move from tab to tab, and select none.
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await page.keyboard.press('ArrowLeft');
  await expect(tab('More')).toBeFocused();
  await expect(tab('Why')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(tab('More')).toHaveAttribute('aria-selected', 'true');
  await tabTo(/^Runs$/);
  const runs = tab('Runs');
  const queries = tab('Queries');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(queries).toBeFocused();
  await expect(runs).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(queries).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(runs).toHaveAttribute('aria-selected', 'true');
  await tabTo(/^Details of run 4$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Details of run 4' })).toBeVisible();
});

test('Ctrl+Enter compares, in an editor and outside', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  const before = await playground.text('left');
  await playground.editor('left').click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await playground.expectVerdict('disequivalent');
  expect(await playground.text('left')).toBe(before);
  await playground.set('Fuel', '9999');
  await expect(playground.verdict).toContainText('have changed');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(playground.verdict).not.toContainText('have changed');
});
