import type { Page } from '@playwright/test';

import { receiptOf } from '../../www/src/links/receipt';
import { read, type Shared, write } from '../../www/src/links/schema';
import { assemblySource } from '../../www/src/programs/source';
import { corpus } from '../wasm/corpus';
import { compare, engine } from '../wasm/engine';
import { expectNoViolations } from './checks';
import { expect, isLong, nothing, type Playground, test, valueIn } from './playground';

const fig05 = corpus.find(({ name }) => name === 'fig05');
if (!fig05) throw new Error('tests/corpus has no fig05');
const { left, right } = fig05;
const options = { ...engine.default_options(), ...fig05.options };

function linkTo(change: Partial<Shared> = {}): string {
  const names = { left: '', right: '' };
  const programs = { left: assemblySource(left), right: assemblySource(right) };
  const shared = { programs, names, options, receipt: undefined, ...change };
  const fragment = write(shared);
  if (!fragment) throw new Error('too long for a link');
  return fragment;
}

const receipt = async () => receiptOf((await compare(fig05, { options })).report, engine.version());

/** Types work that a link must not overwrite. */
async function typeOwnWork(playground: Playground): Promise<void> {
  await playground.open();
  await playground.type('left', '; mine\n    jr $31\n');
  await playground.type('right', '; mine too\n    jr $31\n');
}

/** As a user does who pastes another address over that of the page. */
const goTo = (page: Page, fragment: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);

const refusal = (page: Page) => page.locator('[data-link="refused"]');

test('a link gives both programs, their names and the options', { tag: '@smoke' }, async ({
  playground,
  context,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', '; one\n    jr $31\n');
  await playground.type('right', '; → two\n    jr $31\n');
  await page.getByLabel('Name on the left').fill('Ada');
  await page.getByLabel('Name on the right').fill('Alan');
  await playground.set('Fuel', '77');
  await playground.select('Solver', 'bitblast');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();

  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText('; → two')).toBeVisible();
  await expect(other.getByText('; one')).toBeVisible();
  await expect(other.getByLabel('Name on the left')).toHaveValue('Ada');
  await expect(other.getByLabel('Name on the right')).toHaveValue('Alan');
  await other.getByRole('button', { name: 'Change the contract' }).click();
  await expect(other.getByLabel('Fuel')).toHaveValue('77');
  await expect(other.getByLabel('Solver', { exact: true })).toHaveValue('bitblast');
});

test('the link is copied', async ({ playground, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { page } = playground;
  await playground.open();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue());
  expect(copied).toContain('/some/folder/#v2.');
});

test('the address follows the work, and the history does not', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  expect(new URL(page.url()).hash).toBe('');
  const before = await page.evaluate(() => history.length);
  await playground.type('left', '; 1\n    jr $31\n');
  await expect.poll(() => new URL(page.url()).hash).toContain('#v2.');
  const first = page.url();
  await playground.editor('left').click();
  await page.keyboard.type('; many keys, one after the other');
  await expect.poll(() => page.url()).not.toBe(first);
  expect(await page.evaluate(() => history.length)).toBe(before);
  // Values that a link cannot contain are not in the address, and still survive a reload.
  await playground.set('Fuel', 'many');
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await page.reload();
  await playground.expectOption('Fuel', 'many');
  await expect(playground.editor('left')).toContainText('many keys');
});

test('a link does not lose what was there, in any of the ways back', async ({ playground }) => {
  const { page } = playground;
  await typeOwnWork(playground);
  await goTo(page, linkTo());
  await expect(playground.editor('left')).toContainText('bne $1, 42, end');
  // Undo.
  await playground.editor('left').click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(playground.editor('left')).toContainText('; mine');
  await page.keyboard.press('ControlOrMeta+y');
  await expect(playground.editor('left')).toContainText('bne $1, 42, end');
  // After a reload, and after changes to the linked programs.
  await playground.type('right', '; changed\n    jr $31\n');
  await page.reload();
  await expect(playground.editor('right')).toContainText('; changed');
  await page.getByRole('button', { name: 'Back to your own work' }).click();
  await expect(playground.editor('left')).toContainText('; mine');
  await expect(playground.editor('right')).toContainText('; mine too');
  await expect(page.getByRole('button', { name: 'Back to your own work' })).toHaveCount(0);

  await goTo(page, linkTo());
  await page.getByRole('button', { name: 'Forget it' }).click();
  await expect(page.getByRole('button', { name: 'Back to your own work' })).toHaveCount(0);
  await expect(playground.editor('left')).toContainText('bne $1, 42, end');
});

test('a link in a new tab leaves the stored work alone', async ({ playground, context }) => {
  await typeOwnWork(playground);
  const other = await context.newPage();
  await other.goto(`./#${linkTo()}`);
  await expect(other.getByText('bne $1, 42, end')).toBeVisible();
  await other.close();
  const third = await context.newPage();
  await third.goto('./');
  await expect(third.getByText('; mine too')).toBeVisible();
});

const DAMAGED = isLong ? 200 : 25;

test(`${DAMAGED} damaged links: a clear message each, and the work stays`, async ({
  playground,
}) => {
  const { page } = playground;
  await typeOwnWork(playground);
  const refused = page.locator('[data-link="refused"]');
  const back = page.getByRole('button', { name: 'Back to your own work' });
  const whole = linkTo();
  let state = 42;
  const pick = (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const characters = 'ABCabc019-_.%<>"\'&=';
  for (let round = 0; round < DAMAGED; round += 1) {
    const at = 3 + pick(whole.length - 3);
    const character = characters[pick(characters.length)] ?? '';
    const damaged = [
      whole.slice(0, at) + character + whole.slice(at + 1),
      whole.slice(0, at),
      whole.slice(0, at) + whole.slice(at + 1 + pick(5)),
      whole.slice(0, at) + character.repeat(1 + pick(2000)) + whole.slice(at),
    ][round % 4];
    if (damaged === undefined || damaged === whole) continue;
    await page.evaluate((hash) => {
      location.hash = hash;
    }, damaged);
    // An embed's options follow an ampersand, and trailing punctuation is ignored: such a link is complete.
    await expect(refused.or(back), damaged).toBeVisible();
    if (await back.isVisible()) {
      await expect(playground.editor('left'), damaged).toContainText('bne $1, 42, end');
      await back.click();
    } else {
      await expect(refused, damaged).toContainText('What is in the editors was not touched.');
      await refused.getByRole('button', { name: 'Dismiss' }).click();
    }
    await expect(refused.or(back), damaged).toBeHidden();
    expect(await playground.text('left'), damaged).toContain('; mine');
    expect(await playground.text('right'), damaged).toContain('; mine too');
  }
});

for (const [what, fragment, words] of [
  ['a future version', 'v3.AbCd', 'newer version'],
  ['not one', 'section-3', 'not a comparison'],
  ['one that is too long', `v1.${'A'.repeat(150_000)}`, 'longer than a comparison can be'],
  ['an empty one', 'v1.', 'damaged'],
] as const) {
  const tag = what === 'a future version' ? {} : { tag: '@long' };
  test(`a page that begins with a link, ${what}, says so`, tag, async ({ playground }) => {
    const { page } = playground;
    await typeOwnWork(playground);
    await page.goto('about:blank');
    await page.goto(`./#${fragment}`);
    await expect(refusal(page)).toContainText(words);
    await expect(playground.editor('left')).toContainText('; mine');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(refusal(page)).toHaveCount(0);
  });
}

test('names and programs are text, whatever they look like', async ({ playground }) => {
  const { page } = playground;
  const hostile = '<img src=x onerror="document.title=1">"\'><script>document.title=2</script>';
  await page.goto(
    `./#${linkTo({
      programs: {
        left: assemblySource(`; ${hostile}\n    jr $31\n`),
        right: assemblySource(nothing),
      },
      names: { left: hostile, right: '\u202etxt\n' },
    })}`,
  );
  await expect(page.getByLabel('Name on the left')).toHaveValue(hostile.slice(0, 80));
  await expect(page.getByLabel('Name on the right')).toHaveValue('txt');
  await expect(playground.editor('left')).toContainText('<script>');
  await playground.menu('Embed');
  await expect(page.getByLabel('Code to paste')).toHaveValue(/&lt;script&gt;/);
  await expect(page.getByLabel('Code to paste')).not.toHaveValue(/<img/);
  expect(await page.title()).toBe('Tamarin Playground');
});

test('a receipt is replayed at once, without a solver', async ({ playground }) => {
  const { page } = playground;
  await page.goto(`./#${linkTo({ receipt: await receipt() })}`);
  const card = page.locator('[data-receipt]');
  await expect(card).toHaveAttribute('data-receipt', 'confirmed');
  await expect(card.getByRole('button', { name: /Step through/ })).toBeVisible();
  await expect(card).toContainText('without a solver');
  // The result is shown with its values, and not the introduction of the page.
  await expect(valueIn(card, '$2')).toHaveText('100');
  await expect(valueIn(card, 'Left $3')).toBeVisible();
  await expect(valueIn(card, 'Right $3')).toBeVisible();
  await expect(page.getByRole('region', { name: 'What this is' })).toHaveCount(0);
  await expect(playground.verdict).toHaveCount(0);
  await expectNoViolations(page);
  // It applies to the programs of the link only.
  await playground.type('left', nothing);
  await expect(card).toHaveCount(0);
});

/** Counts `$1` in twos and stops at `$2`: never from an odd number to an even one. */
const byTwo =
  'lis $4\n.word 2\nloop: beq $1, $2, end\nadd $1, $1, $4\nadd $3, $3, $1\nbeq $0, $0, loop\nend: jr $31\n';

const endless = (right: string): Partial<Shared> => ({
  programs: { left: assemblySource(byTwo), right: assemblySource(right) },
  options: engine.default_options(),
  receipt: {
    engine: engine.version(),
    verdict: 'disequivalent',
    witness: {
      inputs: [1, 4],
      left: ['out-of-fuel'],
      right: ['done', 0],
      printed: undefined,
    },
  },
});

test('a run of a receipt that never ends is proved to', async ({ playground }) => {
  const { page } = playground;
  await page.goto(`./#${linkTo(endless('jr $31\n'))}`);
  const card = page.locator('[data-receipt]');
  await expect(card).toHaveAttribute('data-receipt', 'confirmed', { timeout: 30_000 });
  await expect(valueIn(card, 'Left ends')).toHaveText('runs for ever');
  await expect(valueIn(card, 'Right ends')).toHaveText('stops, $3 = 0');
  await expect(card).toContainText('it was proved that the left one never ends');
  await expect(card.getByRole('button', { name: /Step through/ })).toBeVisible();
});

test('where neither ends, a receipt that says so of one is not confirmed', async ({
  playground,
}) => {
  const { page } = playground;
  await page.goto(`./#${linkTo(endless(byTwo.replace('add $3, $3', 'add $5, $5')))}`);
  const card = page.locator('[data-receipt]');
  await expect(card).toHaveAttribute('data-receipt', 'refuted', { timeout: 30_000 });
});

test('a proof goes into the link, and is checked where that is opened', async ({ playground }) => {
  const { page } = playground;
  const loop = (step: string) =>
    `    lis $4\n    .word 1\nloop:\n    beq $1, $0, end\n    add $3, ${step}\n    sub $1, $1, $4\n    beq $0, $0, loop\nend:\n    jr $31\n`;
  await playground.open();
  await playground.type('left', loop('$3, $2'));
  await playground.type('right', loop('$2, $3'));
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = page.getByRole('textbox', { name: 'Link', exact: true });
  const fragment = async () => (await link.inputValue()).replace(/^[^#]*#/, '');
  // The certificate arrives when it is found, which may be before the link is read.
  const isCertified = async () => {
    const reading = read(await fragment());
    return reading.ok && reading.shared.receipt?.certificate !== undefined;
  };
  await expect.poll(isCertified).toBe(true);
  const shared = await fragment();
  await page.keyboard.press('Escape');
  await goTo(page, shared);
  const card = page.locator('[data-receipt="proved"]');
  await expect(card).toContainText('The programs agree: proved here');
  await expect(card).toContainText('They stop on the same inputs');
});

test('a receipt that this version does not confirm is said to be so', async ({ playground }) => {
  const { page } = playground;
  const given = await receipt();
  if (!given.witness) throw new Error('no witness');
  const witness = { ...given.witness, inputs: [5, 6] as [number, number] };
  await page.goto(`./#${linkTo({ receipt: { ...given, engine: '9.9.9', witness } })}`);
  const card = page.locator('[data-receipt]');
  await expect(card).toHaveAttribute('data-receipt', 'refuted');
  await expect(card).toContainText('This version disagrees with the link');
  await expect(card).toContainText('version 9.9.9');

  await goTo(
    page,
    linkTo({ receipt: { engine: '0.1.0', verdict: 'equivalent', witness: undefined } }),
  );
  await expect(card).toHaveAttribute('data-receipt', 'not-checked');
  await expect(card).toContainText('A link proves nothing');

  const programs = { left: assemblySource('what?'), right: assemblySource(right) };
  await goTo(page, linkTo({ programs, receipt: given }));
  await expect(card).toHaveAttribute('data-receipt', 'failed');
});

test('the result goes into the link only when it is of these programs', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByLabel('With the result')).toBeDisabled();
  await page.keyboard.press('Escape');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = page.getByRole('textbox', { name: 'Link', exact: true });
  const withResult = await link.inputValue();
  await page.getByLabel('With the result').uncheck();
  expect(withResult.length).toBeGreaterThan((await link.inputValue()).length);
  await page.keyboard.press('Escape');
  await goTo(page, withResult.slice(withResult.indexOf('#') + 1));
  await expect(page.locator('[data-receipt="confirmed"]')).toBeVisible();
});

test('a program of another link is put beside', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', '; mine\n    jr $31\n');
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Another link').fill('https://example.org/nothing');
  await expect(dialog).toContainText('is not a comparison');
  const names = { left: 'theirs', right: 'not theirs' };
  await dialog.getByLabel('Another link').fill(`https://example.org/x#${linkTo({ names })}`);
  await dialog.getByLabel('Take its').selectOption('left');
  await dialog.getByRole('button', { name: 'Put it beside' }).click();
  await expect(playground.editor('right')).toContainText('bne $1, 42, end');
  await expect(page.getByLabel('Name on the right')).toHaveValue('theirs');
  await expect(playground.editor('left')).toContainText('; mine');
});

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'light' ? { tag: '@long' } : {};
  test.describe(`in the ${colorScheme} theme`, tag, () => {
    test.use({ colorScheme });

    test('axe finds nothing in the dialogs and messages of links', async ({ playground }) => {
      const { page } = playground;
      await typeOwnWork(playground);
      await goTo(page, 'v7.x');
      await expect(refusal(page)).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole('button', { name: 'Share' }).press('Enter');
      await page.getByLabel('Another link').fill(`#${linkTo()}`);
      await expectNoViolations(page);
      await page.keyboard.press('Escape');
      await playground.menu('Embed');
      await expect(page.locator('tamarin-compare button').first()).toBeVisible();
      await expectNoViolations(page);
    });
  });
}

test('360 pixels are wide enough for the dialogs', async ({ playground }) => {
  const { page } = playground;
  await page.setViewportSize({ width: 360, height: 740 });
  await playground.open();
  for (const name of ['Share', 'Embed']) {
    if (name === 'Embed') await playground.menu(name);
    else await page.getByRole('button', { name }).press('Enter');
    const dialog = page.getByRole('dialog');
    if (name === 'Share') await dialog.getByLabel('Another link').fill(`#${linkTo()}`);
    await expect(dialog).toBeVisible();
    // Its contents may still be loading.
    await expect.poll(() => dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await page.keyboard.press('Escape');
  }
});
