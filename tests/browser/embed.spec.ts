import { expect } from '@playwright/test';

import type {} from '../../www/src/embed/mounting';
import {
  buttonIn,
  frame,
  larger,
  linkTo,
  linkToArm64,
  sample,
  script,
  signed,
  test,
  verdictIn,
} from './notes';
import { factoring, nothing, openView, VERDICT } from './playground';

// These tests count what is fetched.
test.describe('in a browser that has nothing of them yet', () => {
  test.use({ fresh: true });

  test('three embeds of an ordinary page compare, with one worker and one download', async ({
    notes,
  }) => {
    const same = linkTo({
      left: '    add $3, $1, $2\n    jr $31\n',
      right: '    add $3, $2, $1\n    jr $31\n',
    });
    const page = await notes.show(
      [sample, same, sample].map((fragment) => frame(notes.host, fragment)).join('\n'),
    );
    for (const index of [0, 1, 2]) await expect(buttonIn(page, index, 'Compare')).toBeVisible();
    expect(page.workers()).toHaveLength(0);
    expect(notes.scriptBytes()).toBeGreaterThan(10_000);
    expect(notes.scriptBytes()).toBeLessThan(60_000);
    expect(notes.asked.filter((url) => url.includes('.wasm'))).toEqual([]);

    for (const index of [0, 1, 2]) await buttonIn(page, index, 'Compare').press('Enter');
    await expect(verdictIn(page, 0)).toHaveAttribute('data-verdict', 'disequivalent', {
      timeout: VERDICT,
    });
    await expect(verdictIn(page, 1)).toHaveAttribute('data-verdict', 'equivalent', {
      timeout: VERDICT,
    });
    await expect(verdictIn(page, 2)).toHaveAttribute('data-verdict', 'disequivalent', {
      timeout: VERDICT,
    });
    expect(page.workers()).toHaveLength(1);
    expect(notes.asked.filter((url) => /tamarin_bg.*\.wasm/.test(url))).toHaveLength(1);
    expect(notes.asked.filter((url) => url.includes('/z3/'))).toEqual([]);
  });
});

test.describe('in a browser that has nothing of either machine yet', () => {
  test.use({ fresh: true });

  test('embeds of both machines compare and step on one page, with a worker for each machine', async ({
    notes,
  }) => {
    const same = linkToArm64({ left: signed, right: signed.replace('b.ge', 'b.gt') });
    const links = [`${larger}&show=evidence,full`, same, sample];
    const page = await notes.show(
      links.map((link) => frame(notes.host, link)).join('\n') + script(notes.host),
    );
    for (const index of [0, 1, 2]) await expect(buttonIn(page, index, 'Compare')).toBeVisible();
    expect(page.workers()).toHaveLength(0);
    expect(notes.asked.filter((url) => url.includes('.wasm'))).toEqual([]);
    const verdicts = ['disequivalent', 'equivalent', 'disequivalent'];
    for (const [index, verdict] of verdicts.entries()) {
      await buttonIn(page, index, 'Compare').press('Enter');
      await expect(verdictIn(page, index)).toHaveAttribute('data-verdict', verdict, {
        timeout: VERDICT,
      });
    }
    const wasms = notes.asked.filter((url) => url.includes('.wasm'));
    expect(wasms.filter((url) => url.includes('tamarin_arm64'))).toHaveLength(1);
    expect(wasms.filter((url) => url.includes('tamarin_bg'))).toHaveLength(1);
    expect(page.workers()).toHaveLength(2);

    await buttonIn(page, 0, 'Step through').press('Enter');
    const inner = page.locator('iframe').nth(0).contentFrame();
    await expect(inner.getByText(/\d of \d+ steps/).first()).toBeVisible({ timeout: VERDICT });
    await buttonIn(page, 0, 'End').press('Enter');
    const row = inner.getByRole('table', { name: 'Registers' }).getByRole('row', { name: /^x0/ });
    const words = await row.getByRole('cell').allTextContents();
    expect(new Set(words).size).toBe(2);
    // Without evidence there is no tab to step in.
    await expect(buttonIn(page, 2, 'Step through')).toHaveCount(0);
  });
});

test('the dialog makes an embed of ARM64 programs', async ({ notes, page }) => {
  await page.goto(`${notes.host}#${larger}`);
  await page.locator('tm-page-menu summary').click();
  await page.getByRole('button', { name: 'Embed' }).click();
  const dialog = page.getByRole('dialog');
  const code = dialog.getByLabel('Code to paste');
  await expect(code).toHaveValue(/machine="arm64"/);
  const component = await code.inputValue();
  await dialog.getByLabel('Embed as').selectOption({ index: 1 });
  const inFrame = await code.inputValue();
  await notes.show(component + inFrame);
  await page.locator('tamarin-compare').getByRole('button', { name: 'Compare' }).press('Enter');
  const plain = page.locator('main > iframe').contentFrame();
  await plain.getByRole('button', { name: 'Compare' }).press('Enter');
  for (const one of [page.locator('tamarin-compare iframe').contentFrame(), plain]) {
    await expect(one.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'disequivalent', {
      timeout: VERDICT,
    });
  }
});

test('stopping one embed leaves the comparison of another', async ({ notes }) => {
  const hard = linkTo({ left: factoring, right: nothing }, { effort: 4294967295 });
  const page = await notes.show(frame(notes.host, hard) + frame(notes.host, sample));
  await buttonIn(page, 0, 'Compare').press('Enter');
  const progress = page.locator('iframe').nth(0).contentFrame().getByLabel('Progress');
  await expect(progress).toContainText(/Query \d+/);
  await buttonIn(page, 1, 'Compare').press('Enter');
  // It waits for the engine, which answers the first one's query, and shows that.
  const waiting = page.locator('iframe').nth(1).contentFrame().getByLabel('Progress');
  await expect(waiting).toContainText('Waiting for the engine', { timeout: VERDICT });
  await expect(buttonIn(page, 1, 'Compare')).toHaveAttribute('aria-disabled', 'true');
  // A waiting comparison can be stopped and started again.
  await buttonIn(page, 1, 'Stop').press('Enter');
  await expect(waiting).toHaveCount(0);
  await expect(progress).toBeVisible();
  await buttonIn(page, 1, 'Compare').press('Enter');
  await expect(waiting).toContainText('Waiting for the engine', { timeout: VERDICT });
  await buttonIn(page, 0, 'Stop').press('Enter');
  await expect(verdictIn(page, 0)).toHaveAttribute('data-verdict', /stopped|possibly-equivalent/, {
    timeout: VERDICT,
  });
  await expect(verdictIn(page, 1)).toHaveAttribute('data-verdict', 'disequivalent', {
    timeout: VERDICT,
  });
});

test('two embeds step two programs, each its own, and after a restart of the engine too', async ({
  notes,
}) => {
  const adding = (times: number) => `${'    add $3, $3, $1\n'.repeat(times)}    jr $31\n`;
  const steps = [2, 6];
  const links = steps.map((n) => linkTo({ left: adding(n), right: adding(n) }));
  const hard = linkTo({ left: factoring, right: nothing }, { effort: 4294967295 });
  const page = await notes.show(
    [...links.map((link) => `${link}&show=evidence`), hard]
      .map((link) => frame(notes.host, link))
      .join('\n'),
  );
  const embed = (index: number) => page.locator('iframe').nth(index).contentFrame();
  const scrubber = (index: number) => embed(index).getByRole('slider', { name: 'Position' });
  const register = (index: number) =>
    embed(index).getByRole('table', { name: 'Registers' }).getByRole('row', { name: /^\$3/ });
  const expectAt = (index: number, position: number) =>
    expect(scrubber(index)).toHaveAttribute(
      'aria-valuetext',
      `Position ${position} of ${(steps[index] ?? 0) + 1}`,
    );
  for (const index of [0, 1]) {
    await buttonIn(page, index, 'Compare').press('Enter');
    await expect(verdictIn(page, index)).toHaveAttribute('data-verdict', 'equivalent', {
      timeout: VERDICT,
    });
    await embed(index).getByRole('tab', { name: 'Step', exact: true }).press('Enter');
    await embed(index)
      .getByRole('form', { name: 'Inputs' })
      .getByLabel('$1')
      .fill(String(index + 1));
    await buttonIn(page, index, 'Run both').press('Enter');
    await expectAt(index, 0);
  }
  // By turns: each has the frames of its own runs.
  for (const index of [0, 1, 0, 1]) await buttonIn(page, index, 'Step').press('Enter');
  await expectAt(0, 2);
  await expectAt(1, 2);
  await expect(register(0)).toContainText('2');
  await expect(register(1)).toContainText('4');

  // Ending a running comparison restarts the shared engine.
  await buttonIn(page, 2, 'Compare').press('Enter');
  await expect(
    embed(2)
      .getByText(/Query \d+/)
      .first(),
  ).toBeVisible();
  await buttonIn(page, 2, 'Stop').press('Enter');
  await expect(verdictIn(page, 2)).toHaveAttribute('data-verdict', /stopped|possibly-equivalent/, {
    timeout: VERDICT,
  });
  await buttonIn(page, 0, 'End').press('Enter');
  await buttonIn(page, 1, 'Step').press('Enter');
  await expectAt(0, 3);
  await expectAt(1, 3);
  await expect(register(1)).toContainText('6');
});

test('two playgrounds in one document know nothing of each other', { tag: '@long' }, async ({
  notes,
  page,
}) => {
  // The scripts of an embed, in a page on its own host with two of them.
  const style = (await (await page.request.get(`${notes.host}embed.html`)).text()).match(
    /<link rel="stylesheet"[^>]*>/,
  )?.[0];
  await page.route('**/two.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Two</title>${style}<main><div id="one"></div><div id="two"></div></main><script src="./embed-live.js"></script>`,
    }),
  );
  await page.goto(`${notes.host}two.html`);
  await page.evaluate(async () => {
    const { tamarinLive } = window;
    const work = (right: string) => ({
      left: [{ name: 'main.asm', text: '    add $3, $1, $2\n    jr $31\n' }],
      right: [{ name: 'main.asm', text: right }],
      names: { left: '', right: '' },
      options: undefined,
      example: undefined,
    });
    const options = {
      theme: 'system',
      readOnly: false,
      hide: undefined,
      panels: ['evidence'],
      run: false,
    } as const;
    for (const [id, right] of [
      ['one', '    add $3, $2, $1\n    jr $31\n'],
      ['two', '    sub $3, $1, $2\n    jr $31\n'],
    ] as const) {
      const place = document.querySelector(`#${id}`);
      if (place) await tamarinLive?.mount(place, work(right), options, () => {});
    }
  });
  const playground = (id: string) => page.locator(`#${id}`);
  const verdict = (id: string) => playground(id).locator('[data-verdict]');
  await playground('one').getByRole('button', { name: 'Compare' }).click();
  await expect(verdict('one')).toHaveAttribute('data-verdict', 'equivalent', { timeout: VERDICT });
  await expect(verdict('two')).toHaveCount(0);
  await playground('two').getByRole('button', { name: 'Compare' }).click();
  await expect(verdict('two')).toHaveAttribute('data-verdict', 'disequivalent', {
    timeout: VERDICT,
  });
  await expect(verdict('one')).toHaveAttribute('data-verdict', 'equivalent', { timeout: VERDICT });
  await expect(playground('one').getByRole('textbox', { name: 'Right program' })).toContainText(
    'add',
  );
  await expect(playground('two').getByRole('textbox', { name: 'Right program' })).toContainText(
    'sub',
  );
});

test('when the embed that runs the engine goes, the others go on', { tag: '@long' }, async ({
  notes,
}) => {
  const page = await notes.show(frame(notes.host, sample) + frame(notes.host, sample));
  await buttonIn(page, 0, 'Compare').press('Enter');
  await expect(verdictIn(page, 0)).toHaveAttribute('data-verdict', 'disequivalent', {
    timeout: VERDICT,
  });
  await buttonIn(page, 1, 'Compare').press('Enter');
  await expect(verdictIn(page, 1)).toHaveAttribute('data-verdict', 'disequivalent', {
    timeout: VERDICT,
  });
  await page
    .locator('iframe')
    .nth(0)
    .evaluate((element) => element.remove());
  await expect.poll(() => page.workers().length).toBe(1);
  const left = page.locator('iframe').nth(0).contentFrame();
  await left.getByRole('textbox', { name: 'Left program, assembly' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('    add $3, $1, $2\n    jr $31\n');
  await buttonIn(page, 0, 'Compare').press('Enter');
  await expect(verdictIn(page, 0)).toContainText('They differ');
  await expect(verdictIn(page, 0)).not.toContainText('have changed');
});

for (const sandbox of ['allow-scripts', 'allow-scripts allow-same-origin']) {
  test(`embeds compare in frames with sandbox="${sandbox}"`, async ({ notes }) => {
    const frames = [sample, larger].map((link) => frame(notes.host, link, `sandbox="${sandbox}"`));
    const page = await notes.show(frames.join('\n'));
    for (const index of [0, 1]) {
      await buttonIn(page, index, 'Compare').press('Enter');
      await expect(verdictIn(page, index)).toHaveAttribute('data-verdict', 'disequivalent', {
        timeout: VERDICT,
      });
    }
  });
}

test('heights are taken from embeds only, and told to who has asked', { tag: '@long' }, async ({
  notes,
  page,
}) => {
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    addEventListener('message', ({ data }) => heard.push(data?.tamarin));
  });
  await notes.show(frame(notes.host, sample));
  await expect(buttonIn(page, 0, 'Compare')).toBeVisible();
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await expect.poll(heard).toContain('hello');
  expect(await heard()).not.toContain('height');

  await notes.show(`${frame(notes.host, sample)}${frame(notes.host, sample)}${script(notes.host)}`);
  const height = (index: number) =>
    page
      .locator('iframe')
      .nth(index)
      .evaluate((one) => (one as HTMLIFrameElement).style.height);
  await expect.poll(() => height(0)).toMatch(/^\d+px$/);
  const before = await height(0);
  // Messages from the page itself and from a foreign frame are ignored.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        // Earlier listeners have received it by then.
        addEventListener('message', ({ data }) => data.height === 8 && resolve());
        postMessage({ tamarin: 'height', height: 7 }, '*');
        const stranger = document.createElement('iframe');
        stranger.srcdoc =
          '<script>parent.postMessage({ tamarin: "height", height: 8 }, "*")</script>';
        document.body.append(stranger);
      }),
  );
  expect(await height(0)).toBe(before);
  expect(await height(1)).not.toBe('8px');
});

test('open in full keeps edits, and the embed writes no history', { tag: '@long' }, async ({
  notes,
  context,
}) => {
  const page = await notes.show(frame(notes.host, sample));
  const before = await page.evaluate(() => history.length);
  await buttonIn(page, 0, 'Edit').click();
  const inner = page.locator('iframe').contentFrame();
  await expect(inner.getByRole('textbox', { name: 'Left program, assembly' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('; edited\n    jr $31\n');
  const frameUrl = page.frames()[1]?.url();
  const opened = context.waitForEvent('page');
  await inner.getByRole('link', { name: 'Open in full' }).click();
  const full = await opened;
  await expect(full.getByText('; edited')).toBeVisible();
  await expect(full.getByLabel('Name on the left')).toHaveValue('first');
  expect(page.frames()[1]?.url()).toBe(frameUrl);
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test('the author’s choices hold: a theme, read-only, one side, more panels', async ({ notes }) => {
  const page = await notes.show(
    frame(notes.host, `${sample}&theme=dark&read-only&hide=right&show=evidence,options`),
  );
  const inner = page.locator('iframe').contentFrame();
  await expect(inner.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(inner.getByRole('group', { name: 'first' })).toBeVisible();
  await expect(inner.getByRole('group', { name: 'second' })).toHaveCount(0);
  await expect(inner.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(inner.getByRole('link', { name: 'Open in full' })).toHaveCount(0);
  await buttonIn(page, 0, 'Compare').press('Enter');
  await expect(verdictIn(page, 0)).toHaveAttribute('data-verdict', 'disequivalent', {
    timeout: VERDICT,
  });
  await expect(inner.getByRole('textbox', { name: 'Right program, assembly' })).toHaveCount(0);
  await openView(inner, 'Runs');
  await expect(inner.getByRole('table', { name: 'Runs of both programs' })).toBeVisible();
  await expect(inner.getByLabel('Fuel')).toBeVisible();
  const editor = inner.getByRole('textbox', { name: 'Left program, assembly' });
  const text = await editor.textContent();
  await editor.click();
  await page.keyboard.type('x');
  expect(await editor.textContent()).toBe(text);
});

test('a difference is explained where the evidence is shown, and nothing is written into what is read-only', async ({
  notes,
}) => {
  const signed = linkTo({
    left: '    slt $3, $1, $2\n    jr $31\n',
    right: '    sltu $3, $1, $2\n    jr $31\n',
  });
  const page = await notes.show(
    frame(notes.host, `${signed}&read-only&show=evidence`, 'sandbox="allow-scripts"') +
      frame(notes.host, sample),
  );
  await buttonIn(page, 0, 'Compare').press('Enter');
  await expect(verdictIn(page, 0)).toHaveAttribute('data-verdict', 'disequivalent', {
    timeout: VERDICT,
  });
  await buttonIn(page, 0, 'Explain').press('Enter');
  const inner = page.locator('iframe').nth(0).contentFrame();
  await expect(inner.locator('tm-explain [data-state="ended"]')).toHaveCount(3, {
    timeout: VERDICT,
  });
  await expect(inner.locator('tm-explain').getByText(/^They differ on/)).toBeVisible();
  const write = inner.getByRole('button', { name: 'Write it into the right program' });
  await expect(write).toHaveAttribute('aria-disabled', 'true');
  // Without evidence there is no tab for an explanation.
  await buttonIn(page, 1, 'Compare').press('Enter');
  await expect(verdictIn(page, 1)).toHaveAttribute('data-verdict', 'disequivalent', {
    timeout: VERDICT,
  });
  await expect(buttonIn(page, 1, 'Explain')).toHaveCount(0);
});

test('what is wrong with a read-only program is told, and not mended', async ({ notes }) => {
  const wrong = linkTo({ left: 'addd $3, $1, $2\n    jr $31\n', right: nothing });
  const page = await notes.show(frame(notes.host, `${wrong}&read-only`));
  const inner = page.locator('iframe').contentFrame();
  await buttonIn(page, 0, 'Compare').press('Enter');
  await expect(inner.getByRole('button', { name: /^Error Line 1/ })).toBeVisible();
  await expect(inner.getByRole('button', { name: /^Fix/ })).toHaveCount(0);
});

test('an embed with a damaged, a future or no link says so', async ({ notes }) => {
  const page = await notes.show(
    ['v1.broken', 'v5.x', ''].map((fragment) => frame(notes.host, fragment)).join(''),
  );
  const words = (index: number) =>
    page.locator('iframe').nth(index).contentFrame().getByRole('alert');
  await expect(words(0)).toContainText('damaged');
  await expect(words(1)).toContainText('newer version');
  await expect(words(2)).toContainText('no comparison');
});

test('the dialog makes code that works where it is pasted', async ({ notes, page }) => {
  await page.goto(notes.host);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.locator('[data-verdict]')).toBeVisible();
  await page.locator('tm-page-menu summary').click();
  await page.getByRole('button', { name: 'Embed' }).click();
  const dialog = page.getByRole('dialog');
  const code = dialog.getByLabel('Code to paste');
  const component = await code.inputValue();
  await expect(
    dialog.locator('tamarin-compare').getByRole('button', { name: 'Compare' }),
  ).toBeVisible();
  await dialog.getByLabel('Embed as').selectOption({ index: 1 });
  await dialog.getByLabel('Hide').selectOption('the right program');
  const inFrame = await code.inputValue();
  expect(inFrame).toContain('&amp;hide=right');
  await expect(
    dialog.locator('.preview iframe').contentFrame().getByRole('heading', { name: 'Left program' }),
  ).toBeVisible();

  await notes.show(component + inFrame);
  await expect(page.getByText(/They differ\. On \$1 = .* the left program gives/)).toBeVisible();
  const element = page.locator('tamarin-compare');
  // The first embed grows and moves the second one, so a click there may miss.
  await element.getByRole('button', { name: 'Compare' }).press('Enter');
  const plain = page.locator('main > iframe').contentFrame();
  await plain.getByRole('button', { name: 'Compare' }).press('Enter');
  for (const one of [element.locator('iframe').contentFrame(), plain]) {
    await expect(one.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'disequivalent', {
      timeout: VERDICT,
    });
  }
});
