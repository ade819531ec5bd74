/** What every view of the page has to stand: axe, and a narrow window. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  interface Window {
    axe?: { run(options: RunOptions): Promise<AxeResults> };
  }
}

/**
 * What axe finds on the page, by all its rules or only by these. It is put into
 * a page once; frames of other documents are not gone into.
 */
async function violations(page: Page, rules?: readonly string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const options: RunOptions = {
    // Nothing is told in detail of what is right.
    resultTypes: ['violations'],
    ...(rules ? { runOnly: [...rules] } : {}),
  };
  const found = await page.evaluate(async (options) => {
    if (!window.axe) throw new Error('no axe');
    return (await window.axe.run(options)).violations;
  }, options);
  return found.map(({ id, nodes }) => ({
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
