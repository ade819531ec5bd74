// Pictures of the built page.
//
//   npm run screenshots                the pictures of README.md and docs/, to docs/
//   npm run screenshots -- FOLDER [VIEW ...]
//       every view (or those that are named) at four widths in three themes,
//       to look at: a folder outside the repository

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { build } from './build.mjs';
import { animate } from './lib/apng.mjs';
import { findChromium, quiet } from './lib/chromium.mjs';
import {
  choose,
  compare,
  openDebugger,
  openTab,
  pictures,
  place,
  pressCompare,
  toSide,
  type,
  viewport,
} from './lib/pictures.mjs';
import { main, root, Trouble } from './lib/run.mjs';
import { ensureChromium } from './lib/tools.mjs';
import { serve } from './serve.mjs';

const widths = [390, 1024, 1440, 2560];

/** The names of the themes, each with the system's preference and the page's setting. */
const themes = {
  light: { colorScheme: 'light', theme: 'Light' },
  dark: { colorScheme: 'dark', theme: 'Dark' },
  contrast: { colorScheme: 'dark', theme: 'High contrast' },
};

/** The steps to each view from the page with its first example compared. */
const views = {
  start: async () => {},
  different: (page) => compare(page, 'fig05'),
  equivalent: (page) => compare(page, 'rare-pair-same'),
  'up-to-fuel': async (page) => {
    await type(page, 'Left', factorial('up'));
    await type(page, 'Right', factorial('down'));
    await options(page, (panel) => panel.getByLabel('Fuel').fill('100'));
    await pressCompare(page);
    await page.locator('[data-verdict=equivalent-up-to]').waitFor();
  },
  proof: async (page) => {
    await compare(page, 'loop-same');
    await openTab(page, 'Proof');
    await page.getByRole('img', { name: /^Automaton/ }).waitFor();
  },
  explain: async (page) => {
    await compare(page, 'fig05');
    await openTab(page, 'Why');
    await page.locator('section[aria-label][data-state=ended]').nth(2).waitFor();
  },
  // Asks for two factors of a 61-bit prime: there are none, which no solver shows soon.
  open: async (page) => {
    await type(page, 'Left', factors);
    await type(page, 'Right', 'jr $31\n');
    await options(page, async (panel) => {
      await panel.getByLabel('Effort').fill('100');
      await panel.getByLabel('Solver', { exact: true }).selectOption('bitblast');
    });
    await pressCompare(page);
    await page.locator('[data-verdict=possibly-equivalent]').waitFor();
  },
  files: async (page) => {
    await type(page, 'Left', '.import twice\n    lis $5\n    .word twice\n    jr $5\n');
    await page.locator('tm-files').first().locator('summary').click();
    await page.getByRole('button', { name: 'New file' }).click();
    await type(page, 'Left', 'twice:\n    add $3, $1, $1\n    jr $31\n');
    await page.getByText('no file exports').first().waitFor();
  },
  wlp4: async (page) => {
    for (const [side, language] of [
      ['Left', 'stack'],
      ['Right', 'registers'],
    ]) {
      const name = /^Language of/;
      const index = side === 'Left' ? 0 : 1;
      await place(page, 'Programs');
      await toSide(page, side);
      await page.getByLabel(name).nth(index).selectOption(language);
      await type(page, side, wlp4);
    }
    await pressCompare(page);
  },
  printing: async (page) => {
    await type(page, 'Left', printing(120));
    await type(page, 'Right', printing(17));
    await pressCompare(page);
    await openDebugger(page);
  },
  running: async (page) => {
    await type(page, 'Left', factorial('up'));
    await type(page, 'Right', factorial('down'));
    await options(page, (panel) => panel.getByLabel('Fuel').fill('1000000'));
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('region', { name: 'Progress' }).waitFor();
  },
  errors: async (page) => {
    await page.getByRole('textbox', { name: 'Left program' }).click();
    await page.keyboard.insertText('    addd $3, $1, $2\n');
    await page.getByText('Fix: ').first().waitFor();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('alert').filter({ hasText: 'line 1' }).waitFor();
  },
  debugger: async (page) => {
    await compare(page, 'fig05');
    await openDebugger(page);
  },
  map: async (page) => {
    await compare(page, 'fig05');
    await openTab(page, 'Map');
    await page.getByText('16 samples a cell.').waitFor({ timeout: 120_000 });
  },
  tree: async (page) => {
    await compare(page, 'fig05');
    await openTab(page, 'More');
    await openTab(page, 'Paths');
    await page.getByRole('tree').waitFor();
  },
  diff: async (page) => {
    await choose(page, 'fig05');
    await openTab(page, 'Diff');
    await page.locator('tm-diff .cm-editor').first().waitFor();
  },
};

const factorial = (factors) =>
  readFileSync(join(root, `tests/corpus/texts/factorial-${factors}.asm`), 'utf8');

const factors = [
  ...['multu $1, $2', 'mflo $4', 'mfhi $5', 'lis $6', '.word 0xffffffff', 'lis $7'],
  ...['.word 0x1fffffff', 'bne $4, $6, end', 'bne $5, $7, end', 'lis $3', '.word 1'],
  ...['end: jr $31', ''],
].join('\n');

const printing = (number) =>
  [
    ...['.import print', 'add $6, $31, $0', 'lis $1', `.word ${number}`, 'lis $5'],
    ...['.word print', 'jalr $5', 'add $3, $0, $0', 'jr $6', ''],
  ].join('\n');

const wlp4 = `int twice(int n) {
  return n + n;
}

int wain(int a, int b) {
  int sum = 0;
  if (a < b) {
    sum = twice(a) + b;
  } else {
    sum = a - b;
  }
  println(sum);
  return sum;
}
`;

/** Opens the panel with the contract and the options, performs an action in it, and closes it. */
async function options(page, act) {
  await page.getByRole('button', { name: 'Change the contract' }).click();
  const panel = page.getByRole('dialog');
  await act(panel);
  await panel.getByRole('button', { name: 'Close' }).click();
}

/** Chooses the page's colours. */
async function theme(page, choice) {
  await page.locator('tm-page-menu summary').click();
  await page.getByLabel('Theme').selectOption(choice);
  await page.keyboard.press('Escape');
}

async function gallery(browser, address, folder, names) {
  for (const name of names) {
    for (const width of widths) {
      const page = await browser.newPage({ viewport: { width, height: width < 600 ? 844 : 900 } });
      await page.goto(address);
      await views[name](page);
      await page.mouse.move(0, 0);
      for (const [colours, { colorScheme, theme: choice }] of Object.entries(themes)) {
        await page.emulateMedia({ colorScheme });
        await theme(page, choice);
        const path = join(folder, `${name}-${width}-${colours}.png`);
        await page.screenshot({ path, fullPage: width !== 390 });
        console.log(path);
      }
      await page.close();
    }
  }
}

/** An embed on a page of its own, before and after the click that activates it. */
async function embeds(browser, address, folder) {
  for (const width of widths) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(address);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.locator('[data-verdict]').waitFor();
    // The address contains the programs only after an edit; the link always does.
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const { hash } = new URL(await page.getByLabel('Link', { exact: true }).inputValue());
    for (const [theme, { colorScheme }] of Object.entries(themes)) {
      if (theme === 'contrast') continue;
      await page.emulateMedia({ colorScheme });
      await page.goto('about:blank');
      await page.goto(`${address}embed.html${hash}`);
      await page.screenshot({ path: join(folder, `embed-${width}-${theme}.png`) });
      await page.getByRole('button').first().click();
      await page.getByRole('button', { name: 'Compare' }).waitFor();
      await page.screenshot({
        path: join(folder, `embed-live-${width}-${theme}.png`),
        fullPage: true,
      });
    }
    await page.close();
  }
}

/** The form that turns a comparison into an exercise, and the exercise, compared. */
async function exercises(browser, address, folder) {
  for (const width of widths) {
    for (const [colours, { colorScheme, theme: choice }] of Object.entries(themes)) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const take = (name) =>
        page.screenshot({ path: join(folder, `${name}-${width}-${colours}.png`), fullPage: true });
      await page.goto(address);
      await theme(page, choice);
      await choose(page, 'fig05');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      const { hash } = new URL(await page.getByLabel('Link', { exact: true }).inputValue());
      await page.goto(`${address}exercise.html${hash}`);
      await page.getByLabel('Title of the task').fill('The same in other words');
      await page
        .getByLabel('Text, in Markdown')
        .fill('Write a program that does what the **reference** does:\n\n- for all `$1`, `$2`');
      await page.getByRole('button', { name: 'Add a hint' }).click();
      await take('exercise-form');
      const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
      await page.goto('about:blank');
      await page.goto(link);
      await page.getByRole('button', { name: 'Compare with the reference' }).click();
      await page.locator('[data-verdict]').waitFor();
      await take('exercise');
      await page.close();
    }
  }
}

/** The pictures that README.md and docs/ show. */
async function documents(browser, address) {
  const folder = join(root, 'docs');
  for (const { file, take } of pictures) {
    const page = await browser.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(address);
    const frames = await take(page);
    const picture = frames.length > 1 ? animate(frames) : frames[0].png;
    writeFileSync(join(folder, file), picture);
    console.log(`docs/${file}: ${(picture.length / 1000).toFixed(0)} kB`);
    await page.close();
  }
}

await main(async () => {
  const [target, ...chosen] = process.argv.slice(2);
  const folder = target && resolve(target);
  if (folder && !relative(root, folder).startsWith('..')) {
    throw new Trouble('The folder for the pictures has to be outside the repository.');
  }
  const apart = { embed: embeds, exercise: exercises };
  const known = [...Object.keys(views), ...Object.keys(apart)];
  const unknown = chosen.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Trouble(`No view ${unknown.join(', ')}; ${known.join(', ')}`);
  await build();
  await ensureChromium();
  const { chromium } = await import('@playwright/test');
  const { address, close } = await serve();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: quiet,
  });
  try {
    if (!folder) await documents(browser, address);
    else {
      mkdirSync(folder, { recursive: true });
      const names = chosen.length > 0 ? chosen : known;
      const isApart = (name) => Object.hasOwn(apart, name);
      await gallery(
        browser,
        address,
        folder,
        names.filter((name) => !isApart(name)),
      );
      for (const name of names.filter(isApart)) await apart[name](browser, address, folder);
    }
  } finally {
    await browser.close();
    await close();
  }
});
