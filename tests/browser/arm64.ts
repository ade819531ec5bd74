/** The page for ARM64 programs, as a user works with it. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { FrameLocator, Page } from '@playwright/test';

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

/** Shows an address in a frame of a page of another host while `look` looks at it. */
export async function inFrame(
  page: Page,
  address: string,
  look: (inner: FrameLocator) => Promise<void>,
): Promise<void> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    const frame = `<iframe src="${address}" title="Work" width="700" height="600"></iframe>`;
    response.end(`<!doctype html><html lang="en"><title>Notes</title>${frame}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await look(page.frameLocator('iframe'));
  server.close();
}

export const back = '    br x30\n';

/** x0 := x0 + i, for a constant. */
export const plus = (i: number) =>
  `    ldr x1, 8\n    b 12\n    .8byte ${i}\n    add x0, x0, x1\n${back}`;

/** A loop that adds the numbers below x0: with a sum, the next number, and 1 in these registers. */
const sum = (sum: string, next: string, one: string) =>
  [
    `    sub ${sum}, ${sum}, ${sum}\n    sub ${next}, ${next}, ${next}`,
    `    ldr ${one}, 8\n    b 12\n    .8byte 1`,
    `top:\n    cmp ${next}, x0\n    b.hs end`,
    `    add ${sum}, ${sum}, ${next}\n    add ${next}, ${next}, ${one}\n    b top`,
    `end:\n    add x0, ${sum}, xzr\n${back}`,
  ].join('\n');

/** Two such loops, of which a proof is found soon. */
export const sums = { left: sum('x2', 'x3', 'x4'), right: sum('x5', 'x6', 'x7') };
