import { usualQuestion } from '../../www/src/comparison/arm64-question';
import { fromFields } from '../../www/src/comparison/options';
import { usual } from '../../www/src/links/fields';
import { assemblySource } from '../../www/src/programs/source';
import type { Quiz } from '../../www/src/quiz/quiz';
import { read, write } from '../../www/src/quiz/schema';
import { inFrame, open } from './arm64';
import { expectNoViolations, overflow } from './checks';
import { expect, openView, test, VERDICT } from './playground';

const question = usualQuestion;

/** The larger one of x0 and x1; a second comparison changes nothing. */
const larger = [
  ...['cmp x1, x0', 'cmp x0, x1', 'b.ge end', 'add x0, x1, xzr', 'add x5, x0, x1'],
  ...['end:', 'br x30', ''],
].join('\n');

function quizOf(change: Partial<Quiz>): string {
  const reading = fromFields(usual);
  if (!reading.ok) throw new Error('there are no usual options');
  const { options } = reading;
  const program = assemblySource(larger);
  const quiz = { title: '', program, options, arm64: question, seed: 1, questions: 2, ...change };
  const fragment = write(quiz);
  if (fragment === undefined) throw new Error('it is too long for a link');
  expect(read(fragment)).toEqual({ ok: true, quiz });
  return fragment;
}

test('a quiz about an ARM64 program is answered with words of 64 bits', { tag: '@smoke' }, async ({
  playground,
}) => {
  const { page } = playground;
  await page.goto(`exercise.html#${quizOf({ questions: 3 })}`);
  await expect(page.getByText('64-bit inputs in x0 and x1, within 10,000 steps.')).toBeVisible();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Question 1 of 3' })).toBeVisible({
    timeout: VERDICT,
  });
  await expectNoViolations(page);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const differ = page.getByRole('button', { name: 'They differ on this input' });
  await page.getByLabel('x0').fill('9223372036854775808');
  await page.getByLabel('x1').fill('18446744073709551616');
  await differ.click();
  await expect(page.getByText('A number is from -9223372036854775808')).toBeVisible();

  let points = 0;
  for (const index of [1, 2, 3]) {
    await page.getByLabel('x0').fill('0x8000000000000000');
    await page.getByLabel('x1').fill('9223372036854775807');
    await differ.click();
    const card = page.locator('[data-mark]');
    await expect(card).toContainText('On x0 = -9223372036854775808 (0x8000000000000000)');
    const mark = await card.getAttribute('data-mark');
    // What the emulator shows of the input decides, whatever the key is.
    const says = (await card.textContent()) ?? '';
    expect(mark === 'wrong').toBe(says.includes('each of them'));
    points += mark === 'least' ? 3 : mark === 'right' ? 2 : 0;
    await page.getByRole('button', { name: /^Step through x0 = -9223372036854775808/ }).click();
    const steps = page.locator('tm-arm64-steps');
    await expect(steps.getByLabel('x0', { exact: true })).toHaveValue('-9223372036854775808');
    if (mark !== 'wrong') await expect(steps).toContainText('They part at position');
    await page
      .getByRole('button', { name: index === 3 ? 'To the result' : 'Next question' })
      .click();
  }
  await expect(page.getByText(`${points} point`)).toBeVisible();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(4);
});

test('a quiz about an ARM64 program is played in a frame of another page', async ({
  page,
  baseURL,
}) => {
  await inFrame(page, `${baseURL}exercise.html#${quizOf({})}`, async (inner) => {
    await inner.getByRole('button', { name: 'Start', exact: true }).click();
    await inner.getByRole('button', { name: 'There is no such input' }).click({ timeout: VERDICT });
    await expect(inner.locator('[data-mark]')).toBeVisible({ timeout: VERDICT });
  });
});

test('a quiz about arrays takes an array, and the tab has a link to a quiz', async ({
  playground,
}) => {
  const { page } = playground;
  const first = [
    'ldur x2, [x0, 0]',
    'cmp x1, xzr',
    'b.eq end',
    'add x3, x2, xzr',
    'end:',
    'br x30',
  ];
  const program = assemblySource(`${first.join('\n')}\n`);
  const fragment = quizOf({ program, arm64: { ...question, array: '2' }, questions: 1 });
  await page.goto(`exercise.html#${fragment}`);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Question 1 of 1' })).toBeVisible({
    timeout: VERDICT,
  });
  await page.getByLabel('a', { exact: true }).fill('[7, -1]');
  await page.getByRole('button', { name: 'They differ on this input' }).click();
  await expect(page.locator('[data-mark]')).toContainText('On [7, -1]');

  await open(playground);
  await openView(page, 'Mutants');
  const href = await page.getByRole('link', { name: 'Open the quiz' }).getAttribute('href');
  const reading = read(href?.split('#')[1] ?? '');
  expect(reading).toMatchObject({ ok: true, quiz: { arm64: question } });
});
