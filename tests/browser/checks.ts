/** Checks for every view of the page: axe, and a narrow window. */

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The violations that axe finds, with all rules or only these; frames are skipped. */
async function violations(page: Page, rules?: readonly string[]) {
  const builder = new AxeBuilder({ page })
    // In the page itself: the shared context has no other tab for it.
    .setLegacyMode()
    .options({
      iframes: false,
      // Passed rules are reported without details.
      resultTypes: ['violations'],
      // 24 by 24 pixels, or as much space around it (WCAG 2.5.8): disabled by default.
      rules: { 'target-size': { enabled: true } },
      ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
    });
  const found = await builder.analyze();
  return found.violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ target, html }) => ({ target, html })),
  }));
}

export async function expectNoViolations(
  page: Page,
  where?: string,
  rules?: readonly string[],
): Promise<void> {
  expect(await violations(page, rules), where).toEqual([]);
}

/** By how many pixels the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
