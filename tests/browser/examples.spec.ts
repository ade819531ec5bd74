import { corpus, expectedOf } from '../wasm/corpus';
import { expect, test } from './playground';

test('the page opens with the example of the paper', async ({ playground }) => {
  await playground.open();
  expect(await playground.text('left')).toContain('bne $1, 42, end');
  expect(await playground.text('right')).toContain('bne $2, 100, end');
  await expect(playground.page.getByLabel('$1')).toHaveValue('1');
});

for (const example of corpus) {
  const { name } = example;
  const expected = expectedOf(example, example.options.strategy ?? 'product');
  test(`${name}: ${expected.verdict}, without a download of z3`, async ({ playground }) => {
    const asked: string[] = [];
    playground.page.on('request', (request) => {
      if (request.url().includes('/z3/')) asked.push(request.url());
    });
    await playground.open();
    await playground.choose(name);
    await playground.compare.click();
    await playground.expectVerdict(expected.verdict);
    if (expected.witness) {
      const [first, second] = expected.witness;
      await expect(playground.verdict).toContainText(`$1 = ${first}, $2 = ${second}`);
    }
    expect(asked).toEqual([]);
  });
}

test('the menu can be filtered', async ({ playground }) => {
  await playground.open();
  await playground.page.getByRole('button', { name: 'Examples' }).click();
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
