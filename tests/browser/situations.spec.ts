import type { Page } from '@playwright/test';

import { situations } from '../situations';
import { expectNoViolations, overflow } from './checks';
import { expect, test, VERDICT } from './playground';

type Situation = (typeof situations)[number];

/** Brings the page to the situation, and expects it to state what happened and what to do next. */
async function meet(page: Page, { path, fragment, press, at, says, verdict, next }: Situation) {
  await page.goto(`./${path}#${fragment}`);
  if (press) await page.locator(press.join(' ')).click();
  const answer = page.locator(at.join(' ')).first();
  await expect(answer).toHaveText(says, { timeout: VERDICT });
  if (verdict) await expect(answer).toHaveAttribute('data-verdict', verdict);
  if (next) await expect(answer.getByRole('button', { name: next })).toBeVisible();
  return answer;
}

for (const situation of situations) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test(`${situation.name}, ${width} pixels wide`, async ({ playground }) => {
      const { page } = playground;
      await page.setViewportSize({ width, height });
      const answer = await meet(page, situation);
      await expect(answer).toBeInViewport();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      // The next action is the only primary one.
      expect(await page.locator('button.primary:visible').count()).toBeLessThanOrEqual(1);
      await expectNoViolations(page);
    });
  }
}

test('on a processor that is six times slower the page does the same', { tag: '@long' }, async ({
  playground,
  context,
}) => {
  test.slow();
  const { page } = playground;
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  for (const situation of situations) await meet(page, situation);
});
