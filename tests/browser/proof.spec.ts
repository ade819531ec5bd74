import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { shellLine } from './command-line';
import { expect, nothing, openView, type Playground, test, VERDICT } from './playground';

const loops = (name: string, folder = 'loops') =>
  (['left', 'right'] as const).map((side) =>
    readFileSync(new URL(`../corpus/${folder}/${name}.${side}.asm`, import.meta.url), 'utf8'),
  );

async function compareLoops(playground: Playground, name: string): Promise<void> {
  const [left = '', right = ''] = loops(name);
  await playground.open();
  await playground.type('left', left);
  await playground.type('right', right);
  // Without a proof, all paths within it are followed.
  await playground.set('Fuel', '200');
  await playground.compare.click();
}

const panel = (page: Page) => page.locator('tm-proof');

test('a proof about loops is seen, checked again, and followed in the debugger', async ({
  playground,
}) => {
  const { page } = playground;
  await compareLoops(playground, 'call-in-loop');
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict).toContainText(/\d+ obligations of the proof/);
  await expect(playground.verdict).not.toContainText('no solver had to');
  await expect(playground.verdict).not.toContainText(/Open: \d/);
  await openView(page, 'Proof');
  const proof = panel(page);
  await expect(proof.getByRole('img', { name: /^Automaton with 3 places/ })).toBeVisible();
  // The sentences that a person would write come first, then the others.
  await expect(proof.locator('.lead')).toContainText('After every round:');
  for (const title of ['All that holds at each place', 'On one input', 'Rules of the kernel']) {
    await proof.locator('summary', { hasText: title }).click();
  }
  const places = proof.getByRole('region', { name: 'What holds at each place' });
  await expect(places.getByText('left $3 = right $3').first()).toBeVisible();

  await expect(
    proof.getByRole('row', { name: /^lemma|^split|^ring|^linear/ }).first(),
  ).toBeVisible();

  await proof.getByLabel('$1').fill('5');
  await proof.getByRole('button', { name: 'Look' }).click();
  const meetings = proof.getByRole('region', { name: 'On one input' }).getByRole('row');
  // A head, and each round but the last.
  await expect(meetings).toHaveCount(1 + 5);
  await expect(meetings.last()).toContainText(/all \d+ hold/);
  await proof
    .getByRole('button', { name: /^Step from place 1/ })
    .nth(2)
    .click();
  const debug = page.getByRole('region', { name: 'Lockstep debugger' });
  await expect(debug.getByText(/place 1 of the proof.*: all \d+ hold/)).toBeVisible();
  await debug.getByRole('slider', { name: 'Position' }).press('Home');
  await expect(debug.getByText(/place 1 of the proof/)).toBeHidden();
});

test('a proof of an unrolled loop is listed and saved', async ({ playground }, info) => {
  const { page } = playground;
  const [left = '', right = ''] = loops('unrolled-behind-3-registers', 'families');
  await playground.open();
  await playground.type('left', left);
  await playground.type('right', right);
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict).toContainText('the kernel, a small checker');
  await openView(page, 'Proof');
  const proof = panel(page);
  await expect(proof.getByRole('img', { name: /^Automaton with \d+ places/ })).toBeVisible();
  await proof.locator('summary', { hasText: 'All that holds at each place' }).click();
  const places = proof.getByRole('region', { name: 'What holds at each place' });
  await expect(places.getByText('left $5 = right $5').first()).toBeVisible();
  const download = page.waitForEvent('download');
  await proof.getByRole('button', { name: 'Save the certificate' }).click();
  const file = info.outputPath('evidence.json');
  await (await download).saveAs(file);
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toContain('nodes');
});

test('a proof by all paths leads to their tree, and can be saved', async ({ playground }) => {
  const { page } = playground;
  await playground.open('rare-pair-same');
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await openView(page, 'Proof');
  const saved = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: 'Save the certificate' }).click();
  const path = await (await saved).path();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ nodes: {} });
  await panel(page).getByRole('button', { name: 'Look at the tree of paths' }).click();
  await expect(page.getByRole('tree')).toBeVisible();
});

test('that a witness is the least one has a proof, and the line beside it checks it', async ({
  playground,
}, info) => {
  const { page } = playground;
  const left = '    add $3, $1, $0\n    jr $31\n';
  // They differ where $1 is 5.
  const right =
    '    lis $4\n    .word 5\n    add $3, $1, $0\n    bne $1, $4, 1\n    add $3, $0, $0\n    jr $31\n';
  await playground.open();
  await playground.type('left', left);
  await playground.type('right', right);
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await openView(page, 'Proof');
  await expect(panel(page)).toContainText(/On all inputs smaller than .* they give the same/);

  const folder = info.outputPath('certificate');
  mkdirSync(folder, { recursive: true });
  const saved = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: 'Save the certificate' }).click();
  await (await saved).saveAs(join(folder, 'certificate.json'));
  writeFileSync(join(folder, 'left.asm'), left);
  writeFileSync(join(folder, 'right.asm'), right);
  const line = panel(page).locator('code').filter({ hasText: 'tamarin check certificate' });
  expect(shellLine(await line.innerText(), folder)).toContain('accepted: `equivalent before ');
});

test('where nothing is claimed of all inputs there is no proof, and the panel asks for hints', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', nothing);
  await playground.type('right', nothing);
  await playground.select('Search', 'paper');
  await playground.compare.click();
  await playground.expectVerdict('possibly-equivalent');
  await openView(page, 'Proof');
  await expect(panel(page)).toContainText(
    'No proof was found that the programs agree on all inputs.',
  );
});

test('a loop whose engine cannot be had is compared all the same, and the verdict says what was not tried', async ({
  playground,
}) => {
  const { page } = playground;
  await page.context().route('**/tamarin_proofs*', (route) => route.abort());
  await compareLoops(playground, 'two-rounds');
  await playground.expectVerdict('possibly-equivalent');
  await expect(page.locator('tm-verdict')).toContainText('No proof about loops was tried');
});

/** $1 added up $2 times, with so many changing words that the search does not try sums of products. */
const hidden = (): string => {
  const registers = [5, 6, 7, 8, 9, 10];
  const init = registers.map((r) => `add $${r}, $2, $4\nadd $${r}, $${r}, $${r - 1}\n`);
  const change = registers.map((r) => `mult $${r}, $${r}\nmflo $${r}\nadd $${r}, $${r}, $1\n`);
  return `lis $4
.word 1
${init.join('')}add $20, $0, $0
add $21, $0, $0
loop: beq $20, $2, done
${change.join('')}add $21, $21, $1
add $20, $20, $4
beq $0, $0, loop
done: add $3, $21, $0
jr $31
`;
};

test('a hint is tried and never believed, and a line that is none is told', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', hidden());
  await playground.type('right', 'mult $1, $2\nmflo $3\njr $31\n');
  await playground.set('Fuel', '200');
  await playground.set('Seconds at most', '2');
  await playground.compareAnew();
  await expect(playground.verdict).toHaveAttribute('data-verdict', /up-to|possibly/, {
    timeout: VERDICT,
  });
  await openView(page, 'Proof');
  const hints = panel(page).getByRole('textbox', { name: 'Hints' });
  const look = panel(page).getByRole('button', { name: 'Look for a proof' });
  await hints.fill('left $21 equals all of it');
  await look.click();
  await expect(panel(page)).toContainText('There is no proof in a form that can be checked');
  await expect(panel(page)).toContainText(/line 1|left \$21 equals/);
  // A false hint is not believed: the proof that is found does not use it.
  await hints.fill('left $21 = 3');
  await look.click();
  await expect(panel(page)).toContainText('Looking for a proof');
  await expect(panel(page)).toContainText('Checked just now by the kernel');
  await expect(panel(page)).not.toContainText('left $21 = 3');
});

test('a proof of recursion shows the functions of both programs, and what was proved by induction', async ({
  playground,
}) => {
  const { page } = playground;
  await compareLoops(playground, 'recursion-power');
  await playground.expectVerdict('equivalent');
  await openView(page, 'Proof');
  const proof = page.locator('tm-proof');
  await expect(proof).toContainText('They stop on the same inputs.');
  const functions = proof.getByRole('region', { name: 'The programs as functions' });
  await expect(functions).toContainText(/left: f\(.*\) = .* where .*; otherwise /);
  await expect(functions).toContainText('By induction');
  await expect(proof.getByText('the proof is by all paths')).toHaveCount(0);
});
