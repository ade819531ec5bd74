import { readFileSync } from 'node:fs';

import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

import type { Side } from '../../www/generated/tamarin';
import { test as base } from './base';

/** How long a comparison of a test may take, or an engine to come up, in milliseconds. */
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

/** The page, as a person finds their way about it. */
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
   * Opens the page and waits until both programs have been looked at; with an example,
   * puts that into the editors.
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

  /** Opens the panel with the contract and all options, has something done in it, and closes it. */
  async inPanel(act: (panel: Locator) => Promise<unknown>): Promise<void> {
    await this.page.getByRole('button', { name: 'Change the contract' }).click();
    const panel = this.page.getByRole('dialog', { name: 'What is compared' });
    await act(panel);
    await panel.getByRole('button', { name: 'Close' }).click();
  }

  /** Sets one of the options that are chosen, by its label. */
  async select(label: 'Search' | 'Solver', option: string): Promise<void> {
    await this.inPanel((panel) =>
      options(panel).getByLabel(label, { exact: true }).selectOption(option),
    );
  }

  /** Sets one of the options that are typed, by its label. */
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

  /** The value on the witness of an input, or of what is observed of a program: `Left $3`. */
  value(name: string): Locator {
    return valueIn(this.verdict, name);
  }

  /** Goes back from another view to the answer. */
  async toVerdict(): Promise<void> {
    await this.page.getByRole('tab', { name: 'Why', exact: true }).click();
  }

  /** Compares, where the verdict of another comparison may still be shown, and waits for the end. */
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

/** As a reader leaves it who has switched *Live* off. */
function notLive(): void {
  try {
    localStorage['tamarin.as-you-type'] ??= 'no';
  } catch {
    // A sandboxed frame has no storage.
  }
}

/**
 * Every test has the page, and fails when the page prints an error or asks
 * anybody but its own host for anything.
 */
export const test = base.extend<{ playground: Playground; strict: boolean; live: boolean }>({
  strict: [true, { option: true }],
  // Most tests press Compare, and are about nothing that was compared before.
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
 * The factorial of $1, by factors that grow or that get smaller: each number of rounds is a
 * path, and nothing is proved of all of them.
 */
export const factorial = (factors: 'up' | 'down'): string =>
  readFileSync(new URL(`../corpus/texts/factorial-${factors}.asm`, import.meta.url), 'utf8');

/** Whether there is time for all: `npm run test:long` runs what `npm test` takes a part of. */
export const isLong = Boolean(process.env.TAMARIN_LONG);
