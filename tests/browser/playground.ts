import { test as base, expect, type Locator, type Page } from '@playwright/test';

import type { Side } from '../../www/generated/tamarin';

/** The page, as a person finds their way about it. */
export class Playground {
  readonly verdict: Locator;
  readonly compare: Locator;
  readonly stop: Locator;

  constructor(readonly page: Page) {
    this.verdict = page.locator('[data-verdict]');
    this.compare = page.getByRole('button', { name: 'Compare' });
    this.stop = page.getByRole('button', { name: 'Stop' });
  }

  /** Opens the page and waits until both programs have been looked at. */
  async open(): Promise<void> {
    await this.page.goto('./');
    await expect(this.page.getByText('Not checked yet')).toHaveCount(0);
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
    await this.page.getByRole('button', { name: 'Examples' }).click();
    await this.page.getByRole('dialog').locator(`[data-example="${name}"]`).click();
  }

  /** Sets one of the options that are chosen, by its label. */
  async select(label: 'Search' | 'Solver', option: string): Promise<void> {
    const field = this.page.getByLabel(label, { exact: true });
    if (!(await field.isVisible())) await this.page.getByText('More options').click();
    await field.selectOption(option);
  }

  async expectVerdict(verdict: string): Promise<void> {
    await expect(this.verdict).toHaveAttribute('data-verdict', verdict);
  }
}

/**
 * Every test has the page, and fails when the page prints an error or asks
 * anybody but its own host for anything.
 */
export const test = base.extend<{ playground: Playground; strict: boolean }>({
  strict: [true, { option: true }],
  playground: async ({ page, baseURL, strict }, use) => {
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

export { expect };

/** Two factors of a product are asked for: minutes of work for z3. */
export const factoring = `    multu $1, $2
    mflo $4
    mfhi $5
    lis $6
    .word 0xae1dd491
    lis $7
    .word 0xf2cce6f0
    bne $4, $6, end
    bne $5, $7, end
    lis $3
    .word 1
end:
    jr $31
`;

export const nothing = '    jr $31\n';
