import { describe } from '../../www/src/comparison/contract';
import { corpus, expectedOf } from '../wasm/corpus';
import { expect, isLong, test } from './playground';

/** The short test compares one of this many examples here; tests/wasm/engine.spec.ts compares all. */
const EACH = 3;

test('examples have their verdicts, without a download of z3', async ({ playground }) => {
  const asked: string[] = [];
  playground.page.on('request', (request) => {
    if (request.url().includes('/z3/')) asked.push(request.url());
  });
  await playground.open();
  const some = corpus.filter((_, index) => isLong || index % EACH === 0);
  for (const example of some) {
    await test.step(example.name, async () => {
      const expected = expectedOf(example, example.options.strategy ?? 'product');
      await playground.choose(example.name);
      await playground.compareAnew();
      await playground.expectVerdict(expected.verdict);
      if (expected.witness) {
        const { contract } = example.options;
        const cells = playground.verdict.locator('[data-case=witness] [data-input]');
        const shown = await cells.evaluateAll((all) =>
          all.map((cell) => `${cell.getAttribute('data-input')} = ${cell.textContent?.trim()}`),
        );
        const owned = describe(contract, expected.witness).replaceAll(/(left|right)\./g, '$1 ');
        // A stream of bytes is shown as a text.
        if (contract?.stdin_bytes == null) expect(shown.join(', ')).toBe(owned);
      }
    });
  }
  expect(asked).toEqual([]);
});

test('the menu can be filtered', async ({ playground }) => {
  await playground.open();
  await playground.page.getByRole('button', { name: /^Example/ }).click();
  const dialog = playground.page.getByRole('dialog');
  const offered = dialog.getByRole('listitem');
  await expect(offered).toHaveCount(corpus.length);
  await dialog.getByRole('searchbox').fill('fig. 5');
  await expect(offered).toHaveCount(1);
  await dialog.getByRole('searchbox').fill('no such thing');
  await expect(dialog).toContainText('No example matches.');
});

test('what an example replaced comes back with undo', async ({ playground }) => {
  await playground.open();
  await playground.type('left', '; mine\n    jr $31\n');
  await playground.choose('fig01-as-printed');
  await expect.poll(() => playground.text('left')).not.toContain('; mine');
  await playground.editor('left').click();
  await playground.page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => playground.text('left')).toContain('; mine');
});
