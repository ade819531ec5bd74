// npm run mutants: how long the page takes to analyse the tests of a program of five lines, from
// the click to the final results, and to draw the questions of a quiz about it. The figures are of
// one machine: no test depends on a clock.

import { openOn, withPage } from './lib/page.mjs';
import { main } from './lib/run.mjs';

/** The larger one. */
const program = `    add $3, $2, $0
    slt $4, $1, $2
    bne $4, $0, end
    add $3, $1, $0
end: jr $31
`;
const tests = '1,2\n2,1\n';
const TIMES = 5;

const measure = async (browser, address) => {
  const page = await browser.newPage();
  await openOn(page, address, { left: program, right: program });
  await page.getByRole('tab', { name: 'More' }).click();
  await page.getByRole('tab', { name: 'Mutants' }).click();
  await page.getByLabel(/^Tests: /).fill(tests);
  console.log('| of five lines | mutants | ms |');
  console.log('|---|---|---|');
  for (let time = 1; time <= TIMES; time += 1) {
    // This clears the earlier results.
    await page.getByLabel('Program', { exact: true }).selectOption('left');
    await page.locator('tm-found').waitFor({ state: 'detached' });
    const took = await timed(page, async () => {
      await page.getByRole('button', { name: 'Look for what they miss' }).click();
      await page
        .locator('tm-found')
        .getByRole('heading', { name: 'Tests that would do' })
        .waitFor();
    });
    const all = page.locator('tm-found').getByRole('row', { name: /^All/ }).first();
    const counts = (await all.getByRole('cell').allTextContents()).map(Number);
    const mutants = counts.reduce((sum, count) => sum + count, 0);
    console.log(`| tests, time ${time} | ${mutants} | ${took.toFixed(0)} |`);
  }
  const quiz = await browser.newPage();
  await quiz.goto(await page.getByLabel('Link to the quiz').inputValue());
  const took = await timed(quiz, async () => {
    await quiz.getByRole('button', { name: 'Start', exact: true }).click();
    await quiz.getByRole('heading', { name: /^Question 1/ }).waitFor();
  });
  console.log(`| questions of a quiz | | ${took.toFixed(0)} |`);
};

await main(() => withPage(measure));

async function timed(page, action) {
  const begin = performance.now();
  await action();
  // The time includes drawing the results.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  return performance.now() - begin;
}
