/** The page for ARM64 programs, as a user works with it. */

import type { Page } from '@playwright/test';

import { expect, type Playground, VERDICT } from './playground';

export const choose = (page: Page, machine: string) =>
  page.getByRole('combobox', { name: 'Machine' }).selectOption(machine);

/** Opens the page for ARM64, with its first example. */
export async function open(playground: Playground): Promise<Page> {
  const { page } = playground;
  await playground.open();
  await choose(page, 'ARM64');
  // The page is loaded anew; what the next lines wait for is on the page for MIPS, too.
  await expect(page.locator('tm-arm64-app')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Example: Nearer to 50' })).toBeVisible();
  await expect(page.getByText('ok, no problems')).toHaveCount(2, { timeout: VERDICT });
  return page;
}

export const back = '    br x30\n';

/** x0 := x0 + i, for a constant. */
export const plus = (i: number) =>
  `    ldr x1, 8\n    b 12\n    .8byte ${i}\n    add x0, x0, x1\n${back}`;
