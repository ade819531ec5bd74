/** What every view of the page has to stand: axe, and a narrow window. */

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe finds on the page, by all its rules or only by these; frames are not gone into. */
async function violations(page: Page, rules?: readonly string[]) {
  const builder = new AxeBuilder({ page })
    // In the page itself: the context that tests share has no other tab for it.
    .setLegacyMode()
    .options({
      iframes: false,
      // Passed rules are reported without details.
      resultTypes: ['violations'],
      // 24 pixels each way, or as much room around it (WCAG 2.5.8): off unless it is asked for.
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
