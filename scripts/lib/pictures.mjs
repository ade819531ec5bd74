// The pictures of README.md and docs/, and the steps to each on the page: by roles and names, as a
// reader would go. `npm run screenshots` writes them. A browser test takes the same steps without
// writing, so a picture of a view that is gone fails the tests.

import { tutorialPrograms } from './documents.mjs';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ png: Buffer, milliseconds: number }} Frame
 * @typedef {{ file: string, take: (page: Page) => Promise<Frame[]> }} Picture Of several frames it moves.
 */

/** The size of the window that all pictures show. */
export const viewport = { width: 1280, height: 800 };

/** Milliseconds allowed for a verdict or a map. */
const LONG = 120_000;

const { 'larger.asm': larger, 'subtract.asm': mistaken } = tutorialPrograms();

/** The program before the edit that is the mistake: it agrees with the left program. */
const harmless = mistaken.replace('slt $5, $4, $0', 'slt $5, $1, $2');

/** @type {readonly Picture[]} */
export const pictures = [
  { file: 'demo.png', take: demo },
  {
    file: 'screenshot.png',
    take: async (page) => {
      await twoPrograms(page, larger, mistaken);
      await pressCompare(page);
      await explained(page);
      return [{ png: await shot(page), milliseconds: 0 }];
    },
  },
  {
    file: 'debugger.png',
    take: async (page) => {
      await twoPrograms(page, larger, mistaken);
      await pressCompare(page);
      await explained(page);
      await openDebugger(page);
      return [{ png: await shot(page), milliseconds: 0 }];
    },
  },
  {
    file: 'map.png',
    take: async (page) => {
      await compare(page, 'nearer');
      await explained(page);
      await openTab(page, 'Map');
      await page.getByText('16 samples a cell.').waitFor({ timeout: LONG });
      return [{ png: await shot(page), milliseconds: 0 }];
    },
  },
];

/**
 * An edit without effect, an edit that is a mistake, the explanation, and both runs step by step.
 */
async function demo(page) {
  /** @type {Frame[]} */
  const frames = [];
  const take = async (milliseconds) => frames.push({ png: await shot(page), milliseconds });

  await twoPrograms(page, larger, larger);
  await verdict(page, 'equivalent');
  await take(2000);
  await type(page, 'Right', harmless);
  await verdict(page, 'equivalent');
  await take(2000);
  await type(page, 'Right', mistaken);
  await verdict(page, 'disequivalent');
  await explained(page);
  await take(3500);

  const fix = page.getByRole('region', { name: 'Suggested fix' });
  await fix.evaluate((region) => region.scrollIntoView({ block: 'nearest' }));
  await take(3500);

  await openDebugger(page);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const position = page.getByRole('slider', { name: 'Position' });
  for (let at = 0; ; at++) {
    await page.locator(`[aria-valuetext^="Position ${at} of "]`).waitFor();
    const isLast = (await position.getAttribute('max')) === String(at);
    await take(isLast ? 3000 : 900);
    if (isLast) return frames;
    await page.getByRole('button', { name: 'Step', exact: true }).click();
  }
}

/** A picture of the window, without a pointer, a caret or animations. */
async function shot(page) {
  await page.mouse.move(0, 0);
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

async function twoPrograms(page, left, right) {
  await type(page, 'Left', left);
  await type(page, 'Right', right);
}

/** Waits for a verdict on the current programs. */
async function verdict(page, kind) {
  await page.locator(`[data-verdict="${kind}"]:not([data-stale])`).waitFor({ timeout: LONG });
}

/** Waits for the complete explanation of a difference. */
async function explained(page) {
  await page.locator('[data-why]').waitFor({ timeout: LONG });
  for (const name of ['Cause', 'Suggested fix', 'Regions']) {
    const part = page.getByRole('region', { name, exact: true });
    await part.and(page.locator('[data-state=ended]')).waitFor({ timeout: LONG });
  }
}

/** Opens the debugger from the verdict, on the verdict's input. */
export async function openDebugger(page) {
  await page.getByRole('button', { name: /^Step through both runs on/ }).click();
  await page.getByRole('table', { name: 'Registers' }).waitFor();
}

/** Switches to one of the two places of a narrow page. */
export async function place(page, name) {
  const button = page.getByRole('button', { name, exact: true });
  if (await button.isVisible()) await button.click();
}

/** Switches to the editor of a side, if a narrow page shows the other one. */
export async function toSide(page, side) {
  const tab = page.getByRole('tab', { name: `${side} program` });
  if (await tab.isVisible()) await tab.click();
}

/** Replaces the text of an editor. */
export async function type(page, side, text) {
  await place(page, 'Programs');
  await toSide(page, side);
  await page.getByRole('textbox', { name: `${side} program` }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** Opens an example in the editors, by the name of its files. */
export async function choose(page, example) {
  await place(page, 'Programs');
  await page.getByRole('button', { name: /^Example/ }).click();
  await page.getByRole('dialog').locator(`[data-example="${example}"]`).click();
}

export async function pressCompare(page) {
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.locator('[data-verdict]').waitFor({ timeout: LONG });
}

export async function compare(page, example) {
  await choose(page, example);
  await pressCompare(page);
}

export async function openTab(page, name) {
  await place(page, 'Result');
  await page.getByRole('tab', { name, exact: true }).click();
}
