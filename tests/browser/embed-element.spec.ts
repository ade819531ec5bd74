import { expect, type Frame } from '@playwright/test';

import { usualQuestion } from '../../www/src/comparison/arm64-question';
import { read } from '../../www/src/links/schema';
import { expectNoViolations } from './checks';
import { element, frame, sample, script, test, verdictIn } from './notes';
import { VERDICT } from './playground';

test.describe('in a browser that has nothing of it yet', () => {
  test.use({ fresh: true });

  test('an element of a page with a strict policy comes alive on a click', async ({ notes }) => {
    const { origin } = new URL(notes.host);
    // The policy that docs/embedding.md requires of a page.
    const policy = `default-src 'none'; script-src ${origin}; frame-src ${origin}`;
    const page = await notes.show(element() + script(notes.host), {
      'Content-Security-Policy': policy,
    });
    await expect(page.getByText('They differ for $1 = 1, $2 = 100.')).toBeVisible();
    await expect(page.getByRole('group', { name: 'first' })).toBeVisible();
    await expect(page.getByText('bne $1, 42, end')).toBeVisible();
    await expectNoViolations(page);
    expect(notes.scriptBytes()).toBeLessThan(60_000);
    expect(page.workers()).toHaveLength(0);
    await page.getByRole('button', { name: 'Compare' }).press('Enter');
    await expect(verdictIn(page, 0)).toHaveAttribute('data-verdict', 'disequivalent', {
      timeout: VERDICT,
    });
    await expect(verdictIn(page, 0)).toContainText('$1 = 1, $2 = 100');
    // The height follows the content, without a style that the policy forbids.
    await expect
      .poll(async () => {
        const content = page.frames().find((other) => other.url().includes('embed.html')) as Frame;
        const inner = await content.evaluate(() => document.documentElement.scrollHeight);
        const outer = await page.locator('iframe').evaluate((one) => one.clientHeight);
        return outer - inner;
      })
      .toBe(0);
  });
});

test('two elements and a frame share the worker', { tag: '@long' }, async ({ notes }) => {
  const page = await notes.show(
    element() + element() + frame(notes.host, sample) + script(notes.host),
  );
  const elements = page.locator('tamarin-compare');
  for (const index of [1, 0]) {
    const one = elements.nth(index);
    await one.getByRole('button', { name: 'Compare' }).click();
    const verdict = one.locator('iframe').contentFrame().locator('[data-verdict]');
    await expect(verdict).toHaveAttribute('data-verdict', 'disequivalent', { timeout: VERDICT });
  }
  const plain = page.locator('main > iframe').contentFrame();
  // By keyboard: the frame still moves away from a pointer while those above it grow.
  await plain.getByRole('button', { name: 'Compare' }).press('Enter');
  await expect(plain.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'disequivalent', {
    timeout: VERDICT,
  });
  expect(page.workers()).toHaveLength(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an element is two programs and what the author says of them', async ({ notes }) => {
    const page = await notes.show(element() + script(notes.host));
    await expect(page.locator('pre').first()).toBeVisible();
    await expect(page.locator('pre').nth(1)).toContainText('bne $2, 100, end');
    await expect(page.getByText('They differ for $1 = 1, $2 = 100.')).toBeVisible();
  });
});

test('an element takes scripts as programs, too, and says what is missing', async ({ notes }) => {
  const page = await notes.show(`<tamarin-compare fuel="100">
      <script type="text/x-cs241" data-name="<b>one</b>">
        loop:
            bne $1, $2, loop
        jr $31
      </script>
      <script type="text/x-cs241">
        jr $31
      </script>
    </tamarin-compare>
    <tamarin-compare><pre>jr $31</pre></tamarin-compare>
    <tamarin-compare fuel="no"><pre>jr $31</pre><pre>jr $31</pre></tamarin-compare>
    ${script(notes.host)}`);
  await expect(page.getByRole('group', { name: '<b>one</b>' }).locator('pre')).toHaveText(
    'loop:\n    bne $1, $2, loop\njr $31\n',
    { useInnerText: true },
  );
  await expect(page.getByRole('alert').nth(0)).toContainText('needs two programs');
  await expect(page.getByRole('alert').nth(1)).toContainText('fuel');
  const address = await page.getByRole('link', { name: 'Open in full' }).getAttribute('href');
  const reading = read(address?.split('#')[1] ?? '');
  expect(reading.ok && reading.shared.options.fuel).toBe(100);
});

test('an element says that its programs are for ARM64', async ({ notes }) => {
  const ofLoads = (attributes: string) =>
    `<tamarin-compare ${attributes}>
<pre data-name="first">
ldur x0, [x0, 0]
br x30</pre>
<pre>
ldur x0, [x0, 8]
br x30</pre>
</tamarin-compare>`;
  const wrong = ['machine="x86"', 'machine="arm64" array="many"', 'machine="arm64" fuel="5"'];
  const page = await notes.show(
    [
      ofLoads('machine="arm64" array="2" assume="len > 0"'),
      ...wrong.map(ofLoads),
      script(notes.host),
    ].join('\n'),
  );
  for (const [index, name] of ['machine', 'array', 'fuel'].entries()) {
    await expect(page.getByRole('alert').nth(index)).toContainText(`can be used: ${name}.`);
  }
  const address = await page.getByRole('link', { name: 'Open in full' }).getAttribute('href');
  const reading = read(address?.split('#')[1] ?? '');
  expect(reading.ok && reading.shared.arm64).toEqual({
    ...usualQuestion,
    array: '2',
    assume: 'len > 0',
  });
  await page.getByRole('button', { name: 'Compare' }).press('Enter');
  await expect(verdictIn(page, 0)).toHaveAttribute('data-verdict', 'disequivalent', {
    timeout: VERDICT,
  });
  await expect(page.locator('iframe').contentFrame().locator('tm-arm64-question')).toContainText(
    'only with len > 0',
  );
});
