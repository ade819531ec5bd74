import { expect, openView, type Playground, test } from './playground';

const forward = `    lis $11
    .word 1
    lis $4
    .word 4
loop: beq $5, $2, done
    lw $7, 0($1)
    add $3, $3, $7
    add $1, $1, $4
    add $5, $5, $11
    beq $0, $0, loop
done: jr $31
`;

const butLast = forward.replace(
  'loop: beq $5, $2, done',
  'loop: sub $8, $2, $11\n    slt $9, $5, $8\n    beq $9, $0, done',
);

const tooFar = forward.replace(
  'loop: beq $5, $2, done',
  'loop: slt $8, $2, $5\n    bne $8, $0, done',
);

const sum = '    add $3, $1, $2\n    jr $31\n';

/** Opens the form of the sentence that states what is compared. */
async function openForm({ page }: Playground) {
  await page.getByRole('button', { name: 'Change the contract' }).click();
  return page.getByRole('dialog', { name: 'What is compared' });
}

const sentence = ({ page }: Playground) =>
  page.getByRole('paragraph').and(page.getByLabel('What is compared'));

test('two programs are compared for all arrays', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', forward);
  await playground.type('right', butLast);
  const form = await openForm(playground);
  await form.getByLabel('an array: its address in $1, its length in $2').check();
  await form.getByLabel('Numbers at most').fill('3');
  await expect(form).toContainText('4 input words: len, a[0], a[1], a[2]');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(sentence(playground)).toContainText('for every array of up to 3 numbers?');

  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(playground.value('a')).toHaveText('[1]');
  await expect(playground.verdict).toContainText('On a = [1] the left program gives $3 = 1');

  // The debugger runs them on the array.
  await playground.verdict
    .getByRole('button', { name: 'Step through both runs on a = [1]' })
    .click();
  await expect(page.getByRole('textbox', { name: 'a[0]' })).toHaveValue('1');
  await expect(page.getByText('lw $7, 0($1)').first()).toBeVisible();

  // The map shows two of the inputs.
  await openView(page, 'Map');
  await expect(page.getByLabel('Upwards')).toHaveValue('1');
  await expect(page.getByText('not allowed by the contract').first()).toBeAttached();
  await page.getByLabel('To the right').selectOption('a[2]');
  await page.locator('tm-map details.more summary').click();
  await expect(page.getByLabel('a[2] from')).toBeVisible();
  await expect(page.getByText('On all of it len = 3, a[1] = 0.')).toBeVisible();
  await expect(page.getByText('not allowed by the contract')).toHaveCount(0);

  // A link contains the comparison.
  await page.reload();
  await expect(sentence(playground)).toContainText('for every array of up to 3 numbers?');
});

test('reads behind the array are found where memory there is free', async ({ playground }) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', forward);
  await playground.type('right', tooFar);
  const form = await openForm(playground);
  await form.getByLabel('an array: its address in $1, its length in $2').check();
  await form.getByLabel('Numbers at most').fill('2');
  await form.getByRole('button', { name: 'Close' }).click();
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await openForm(playground);
  await form.getByLabel('Words behind the array that hold any number').fill('1');
  await expect(form).toContainText('4 input words: len, a[0], a[1], beyond[0]');
  await expect(form.getByRole('checkbox', { name: 'memory behind the array' })).toBeVisible();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(sentence(playground)).toContainText('any 1 word behind the array');
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  await expect(playground.verdict).toContainText('On a = [], beyond = [1] the left program gives');
  await expect(playground.value('beyond')).toHaveText('[1]');

  // The debugger runs them with this word, and a link contains it.
  await playground.verdict
    .getByRole('button', { name: 'Step through both runs on a = [], beyond = [1]' })
    .click();
  await expect(page.getByRole('textbox', { name: 'beyond[0]' })).toHaveValue('1');
  await page.reload();
  await expect(sentence(playground)).toContainText('any 1 word behind the array');
});

test('a result that does not count is not beside what differs', async ({ playground }) => {
  await playground.open();
  await playground.choose('array-reverse');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(playground.value('Left a[1]')).toBeVisible();
  await expect(playground.value('Left $3')).toHaveCount(0);
});

test('conditions are checked as they are typed, and nothing that was typed is lost', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', sum);
  await playground.type('right', sum.replace('add', 'sub'));
  let form = await openForm(playground);
  const assume = form.getByLabel('Only inputs of which this holds');
  await assume.fill('$2 == 0\n$1 >> 3');
  await expect(form).toContainText('Line 2, at “>”: expected an input or a number, not >.');
  await expect(assume).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(sentence(playground)).toContainText('for every $1, $2? Inputs: any.');

  form = await openForm(playground);
  await expect(assume).toHaveValue('$2 == 0\n$1 >> 3');
  await assume.fill('$2 == 0');
  await expect(form).toContainText('2 input words');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(sentence(playground)).toContainText('Inputs: only with $2 == 0.');
  await playground.compare.click();
  await playground.expectVerdict('equivalent');
  await expect(playground.verdict).toContainText('Proved for every input with $2 == 0.');

  // Unsatisfiable conditions are not a proof.
  form = await openForm(playground);
  await assume.fill('$1 < $2\n$2 < $1');
  await form.getByRole('button', { name: 'Close' }).click();
  await playground.compareAnew();
  await playground.expectVerdict('possibly-equivalent');
  await expect(playground.verdict).toContainText('No input satisfies what the contract assumes');
  await expect(page.getByRole('button', { name: 'Compare' })).toBeEnabled();
});

test('a program beside itself shows what its result depends on', async ({ playground }) => {
  await playground.open();
  await playground.type('left', sum);
  await playground.type('right', sum);
  const form = await openForm(playground);
  await form.getByRole('checkbox', { name: '$2' }).check();
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(sentence(playground)).toContainText('each program with its own $2');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(playground.value('right $2')).toContainText('1');

  const again = await openForm(playground);
  await again.getByRole('button', { name: 'Two integers' }).click();
  await again.getByLabel('What is compared where both stop').fill('$3, keeps $16, [0x800000]');
  await again.getByRole('button', { name: 'Close' }).click();
  await playground.type('right', `    lis $16\n    .word 7\n${sum}`);
  await playground.compareAnew();
  await expect(playground.verdict).toContainText('does not keep $16');
  await expect(playground.value('Right keeps $16')).toContainText('no');
});

test('where only $3 differs, the card says whether they print the same, and that can be compared alone', async ({
  playground,
}) => {
  const print = (register: string) =>
    `lis ${register}\n.word 0xffff000c\nlis $5\n.word 97\nsw $5, 0(${register})\njr $31\n`;
  await playground.open();
  await playground.type('left', print('$3'));
  await playground.type('right', print('$6'));
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await expect(playground.verdict).toContainText('both print the same; only $3 differs');
  // The second verdict, which the command line has in its last line.
  await expect(playground.verdict.locator('[data-alone]')).toHaveText(
    'If only how they end and what they print count, they agree on all inputs.',
  );
  await playground.page.getByRole('button', { name: 'Compare only what is printed' }).click();
  await playground.expectVerdict('equivalent');
});

test('programs that load from memory at $1 are offered an array', async ({ playground }) => {
  await playground.open();
  await playground.type('left', forward);
  await playground.type('right', butLast);
  await playground.compare.click();
  await playground.page.getByRole('button', { name: 'Compare arrays of up to 4 numbers' }).click();
  await playground.expectVerdict('disequivalent');
  await expect(sentence(playground)).toContainText('array');
  await expect(
    playground.page.getByRole('button', { name: 'Compare arrays of up to 4 numbers' }),
  ).toHaveCount(0);
});
