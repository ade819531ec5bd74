import { readFileSync } from 'node:fs';

import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

import type { Side } from '../../www/generated/tamarin';
import { test as base } from './base';

/** Time limit for a comparison of a test, or for an engine to start, in milliseconds. */
export const VERDICT = 60_000;

/** The views that have their tabs under the tab *More*. */
const underMore = ['Runs', 'Paths', 'Queries', 'Compiler', 'Versions', 'Mutants', 'Diff'] as const;

type ViewName = 'Why' | 'Step' | 'Map' | 'Proof' | (typeof underMore)[number];

/** Opens a view of the evidence by its tab, which takes at most two clicks. */
export async function openView(page: Page | FrameLocator, name: ViewName): Promise<void> {
  const tab = (of: string) => page.getByRole('tab', { name: of, exact: true });
  if (underMore.some((one) => one === name)) await tab('More').click();
  await tab(name).click();
}

/** The page, as a user finds its parts. */
export class Playground {
  readonly verdict: Locator;
  readonly compare: Locator;
  readonly stop: Locator;

  constructor(readonly page: Page) {
    this.verdict = page.locator('[data-verdict]');
    this.compare = page.getByRole('button', { name: 'Compare' });
    this.stop = page.getByRole('button', { name: 'Stop', exact: true });
  }

  /**
   * Opens the page and waits until both programs have been analysed; if an example is given, loads it into the editors.
   */
  async open(example?: string): Promise<void> {
    await this.page.goto('./');
    await expect(this.page.getByText('Not checked yet')).toHaveCount(0, { timeout: VERDICT });
    if (example) await this.choose(example);
  }

  editor(side: Side): Locator {
    return this.page.getByRole('textbox', {
      name: side === 'left' ? 'Left program' : 'Right program',
    });
  }

  async type(side: Side, text: string): Promise<void> {
    await this.editor(side).click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.insertText(text);
  }

  /** The text of an editor, line by line. */
  async text(side: Side): Promise<string> {
    const lines = await this.editor(side).locator('.cm-line').allTextContents();
    return lines.join('\n');
  }

  /** Puts an example into the editors, by the name of its files. */
  async choose(name: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Example/ }).click();
    await this.page.getByRole('dialog').locator(`[data-example="${name}"]`).click();
  }

  /** Opens the panel with the contract and all options, performs an action in it, and closes it. */
  async inPanel(act: (panel: Locator) => Promise<unknown>): Promise<void> {
    await this.page.getByRole('button', { name: 'Change the contract' }).click();
    const panel = this.page.getByRole('dialog', { name: 'What is compared' });
    await act(panel);
    await panel.getByRole('button', { name: 'Close' }).click();
  }

  /** Sets an option with a fixed set of values, by its label. */
  async select(label: 'Search' | 'Solver', option: string): Promise<void> {
    await this.inPanel((panel) =>
      options(panel).getByLabel(label, { exact: true }).selectOption(option),
    );
  }

  /** Sets an option with a typed value, by its label. */
  async set(label: string, value: string): Promise<void> {
    await this.inPanel((panel) => options(panel).getByLabel(label, { exact: true }).fill(value));
  }

  async expectOption(label: string, value: string): Promise<void> {
    await this.inPanel((panel) =>
      expect(options(panel).getByLabel(label, { exact: true })).toHaveValue(value),
    );
  }

  /** Chooses from the menu at the head of the page. */
  async menu(item: string): Promise<void> {
    await this.page.locator('tm-page-menu summary').click();
    await this.page.locator('tm-page-menu').getByRole('button', { name: item }).click();
  }

  async theme(theme: string): Promise<void> {
    await this.page.locator('tm-page-menu summary').click();
    await this.page.getByLabel('Theme').selectOption(theme);
    await this.page.keyboard.press('Escape');
  }

  /** The value of an input, or of an observed result, on the witness, such as `Left $3`. */
  value(name: string): Locator {
    return valueIn(this.verdict, name);
  }

  /** Returns from another view to the answer. */
  async toVerdict(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Why', exact: true }).click();
  }

  /** Compares while the verdict of an earlier comparison may still be visible, and waits for the end. */
  async compareAnew(): Promise<void> {
    const current = this.verdict.filter({ hasNotText: 'have changed' });
    await expect(current).toHaveCount(0);
    await this.compare.click();
    await expect(current).toBeVisible({ timeout: VERDICT });
  }

  async expectVerdict(verdict: string): Promise<void> {
    await expect(this.verdict).toHaveAttribute('data-verdict', verdict, { timeout: VERDICT });
  }
}

/** A value of the witness in a table of inputs: `$1`, `Left $3`. */
export function valueIn(card: Locator, name: string): Locator {
  const [, side, observed] = /^(Left|Right) (.+)$/.exec(name) ?? [];
  const cell = side
    ? `[data-observed="${observed}"][data-side="${side.toLowerCase()}"]`
    : `[data-input="${name}"]`;
  return card.locator(`[data-case=witness] ${cell}`);
}

/** The limits and the search, beside the contract. */
const options = (panel: Locator) => panel.getByRole('form', { name: 'Options' });

/** The state that a reader leaves who has switched *Live* off. */
function notLive(): void {
  try {
    localStorage['tamarin.as-you-type'] ??= 'no';
  } catch {
    // A sandboxed frame has no storage.
  }
}

/**
 * Every test has the page, and fails if the page logs an error or sends a request to another host.
 */
export const test = base.extend<{ playground: Playground; strict: boolean; live: boolean }>({
  strict: [true, { option: true }],
  // Most tests press Compare, and do not concern earlier comparisons.
  live: [false, { option: true }],
  playground: async ({ page, baseURL, strict, live }, use) => {
    if (!live) await page.addInitScript(notLive);
    const errors: string[] = [];
    const foreign: string[] = [];
    const own = new URL(baseURL ?? '').origin;
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol !== 'blob:' && origin !== own) foreign.push(request.url());
    });
    await use(new Playground(page));
    expect(foreign).toEqual([]);
    if (strict) expect(errors).toEqual([]);
  },
});

export { factoring, nothing } from '../factoring';
export { expect };

/**
 * The factorial of $1, with increasing or decreasing factors: each number of iterations is a path, and no proof covers
 * all of them.
 */
export const factorial = (factors: 'up' | 'down'): string =>
  readFileSync(new URL(`../corpus/texts/factorial-${factors}.asm`, import.meta.url), 'utf8');

/** Whether to run everything: `npm run test:long` does, `npm test` runs a part. */
export const isLong = Boolean(process.env.TAMARIN_LONG);
