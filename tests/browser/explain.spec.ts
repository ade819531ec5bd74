import { readFileSync } from 'node:fs';

import type { Locator, Page } from '@playwright/test';

import { expect, openView, type Playground, test } from './playground';

const left = `; whether $1 is the smaller one
    slt $4, $1, $2
    bne $4, $0, smaller
    add $3, $0, $2
    jr $31
smaller:
    add $3, $0, $1
    jr $31
`;
const right = left.replace('slt', 'sltu');

/** The tab, as a user finds its parts. */
class Explanation {
  readonly panel: Locator;
  readonly cause: Locator;
  readonly mend: Locator;
  readonly regions: Locator;

  constructor(readonly page: Page) {
    this.panel = page.locator('tm-explain');
    this.cause = this.panel.getByRole('region', { name: 'Cause' });
    this.mend = this.panel.getByRole('region', { name: 'Suggested fix' });
    this.regions = this.panel.getByRole('region', { name: 'Regions' });
  }

  async expectEnded(): Promise<void> {
    for (const part of [this.cause, this.mend, this.regions]) {
      await expect(part).toHaveAttribute('data-state', 'ended');
    }
  }
}

async function differ(playground: Playground, texts: { left: string; right: string }) {
  await playground.open();
  await playground.type('left', texts.left);
  await playground.type('right', texts.right);
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
}

async function explain(playground: Playground): Promise<Explanation> {
  const explanation = new Explanation(playground.page);
  await playground.verdict.getByRole('button', { name: 'Explain' }).click();
  await explanation.expectEnded();
  return explanation;
}

test('a cause lights both lines, tells both values, and leads into the debugger', {
  tag: '@smoke',
}, async ({ playground }) => {
  const { page } = playground;
  await differ(playground, { left, right });
  const explanation = await explain(playground);
  await expect(explanation.cause).toContainText(
    /Line \d+ on the (left|right) should .+ what line \d+ on the (left|right) .+: then they agree on every input \(proved\)/,
  );
  const values = explanation.cause.getByRole('table', { name: 'On the witness' });
  await expect(values.getByRole('rowheader', { name: 'Left, line 2' })).toBeVisible();
  await expect(values.getByRole('rowheader', { name: 'Right, line 2' })).toBeVisible();
  for (const side of ['left', 'right'] as const) {
    const lit = playground.editor(side).locator('.cm-cause');
    await expect(lit).toHaveText(/^ {4}sltu? \$4, \$1, \$2$/);
  }

  await explanation.cause.getByRole('button', { name: /^Step through both runs/ }).click();
  const debug = page.getByRole('region', { name: 'Lockstep debugger' });
  await expect(debug.getByText('line 2 on the left and line 2 on the right')).toBeVisible();
  for (const side of ['left', 'right'] as const) {
    await expect(playground.editor(side).locator('.cm-executed')).toHaveText(/sltu? \$4/);
    // They are lit while the explanation is looked at.
    await expect(playground.editor(side).locator('.cm-cause')).toHaveCount(0);
  }
  const position = debug.getByRole('slider', { name: 'Position' });
  const there = await position.inputValue();
  await position.press('End');
  await expect(position).not.toHaveValue(there);
  await debug.getByRole('button', { name: 'Go to where both were executed' }).click();
  await expect(position).toHaveValue(there);
});

test('a mend is written into the right program, by which they agree, and undo takes it back', async ({
  playground,
}) => {
  const { page } = playground;
  await differ(playground, { left, right });
  const { mend, panel } = await explain(playground);
  await expect(mend).toContainText(
    'Did you mean slt in line 2? With it they agree on every input.',
  );
  await expect(mend.locator('del')).toHaveText('sltu $4, $1, $2');
  await expect(mend.locator('ins')).toHaveText('slt $4, $1, $2');
  await mend.getByRole('button', { name: 'Write it into the right program' }).press('Enter');
  await expect(mend.getByRole('status').first()).toContainText('It is in the right program now');
  await expect(panel.getByText('The programs have changed')).toBeVisible();
  expect((await playground.text('right')).trim()).toBe(left.trim());
  await expect(playground.editor('right').locator('.cm-cause')).toHaveCount(0);
  await playground.editor('right').click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(async () => (await playground.text('right')).trim()).toBe(right.trim());
  await expect(panel.getByText('The programs have changed')).toBeHidden();
  await mend.getByRole('button', { name: 'Write it into the right program' }).click();
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
  // There is nothing to explain any more.
  await expect(panel).toHaveText(/^\s*Show why they agree\s*$/);
});

test('in a program of several files the mend is of its file, and the cause shows it', async ({
  playground,
}) => {
  const { page } = playground;
  await playground.open();
  await playground.type('left', '    lis $5\n    .word 7\n    add $3, $1, $5\n    jr $31\n');
  await playground.type(
    'right',
    '.import f\n    add $6, $31, $0\n    lis $7\n    .word f\n    jalr $7\n    jr $6\n',
  );
  const files = page.locator('tm-editor').nth(1);
  await files
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      {
        name: 'main.asm',
        mimeType: 'text/plain',
        buffer: Buffer.from(
          '.import f\n    add $6, $31, $0\n    lis $7\n    .word f\n    jalr $7\n    jr $6\n',
        ),
      },
      {
        name: 'f.asm',
        mimeType: 'text/plain',
        buffer: Buffer.from(
          '.export f\nf:\n    lis $5\n    .word 8\n    add $3, $1, $5\n    jr $31\n',
        ),
      },
    ]);
  await expect(files).toContainText('f.asm');
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  const { cause, mend } = await explain(playground);
  await expect(cause.getByRole('rowheader', { name: /^Right, f\.asm, line \d/ })).toBeVisible();
  await expect(mend).toContainText('f.asm');
  await expect(playground.editor('right').locator('.cm-cause')).toHaveText(/\$5|\.word 8/);
  await mend.getByRole('button', { name: 'Write it into the right program' }).click();
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
});

test('regions are counted, lead to the debugger, and leave nothing once they are assumed away', async ({
  playground,
}) => {
  const { page } = playground;
  await differ(playground, { left, right });
  const { regions } = await explain(playground);
  const count = 'They differ on 1 of every 2 inputs (9,223,372,036,854,775,808 of 2⁶⁴).';
  await expect(regions).toContainText(count);
  // The verdict says so, too, in short.
  await expect(playground.verdict).toContainText('They differ on 1 of every 2 inputs.');
  await expect(regions).toContainText('These are all of them');
  const rows = regions.getByRole('listitem');
  expect(await rows.count()).toBeGreaterThan(1);

  const saved = page.waitForEvent('download');
  await regions.getByRole('button', { name: 'Regions as CSV' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]).toBe('kind,condition,$1,$2,left,right,wraps');
  expect(lines).toHaveLength(1 + (await rows.count()));
  const whole = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  const explanation = JSON.parse(readFileSync(await (await whole).path(), 'utf8'));
  expect(explanation).toMatchObject({
    verdict: 'disequivalent',
    cause: { check: 'all-fix', more: [] },
    mend: { line: 2, proved: true },
    regions: { exact: true, count: String(2n ** 63n) },
  });

  await rows
    .first()
    .getByRole('button', { name: /^Step through/ })
    .click();
  await expect(page.getByRole('region', { name: 'Lockstep debugger' })).toBeVisible();
  await openView(page, 'Why');
  await regions.getByRole('button', { name: 'Leave all of them out' }).click();
  await expect(regions.getByText('The contract now leaves these inputs out')).toBeVisible();
  await expect(
    rows.first().getByRole('button', { name: 'Left out by the contract' }),
  ).toBeVisible();
  await playground.compareAnew();
  await playground.expectVerdict('equivalent');
});

test('the regions are drawn over the map, around the cells whose samples differ', async ({
  playground,
}) => {
  const { page } = playground;
  await differ(playground, { left, right });
  const { regions } = await explain(playground);
  const number = await regions.getByRole('listitem').count();
  await regions.getByRole('button', { name: 'See them on the map' }).click();
  const map = page.getByRole('region', { name: 'Difference map' });
  await expect(map).toContainText('16 samples a cell.');
  const differing = map.locator('[data-class="results-differ"] td').first();
  const cells = (await differing.textContent())?.trim();
  await expect(map).toContainText(
    `Outlined: ${cells} cells whose sample is in one of the ${number} regions`,
  );
  const plane = map.getByRole('application');
  const picture = () =>
    map.locator('canvas').evaluate((it) => (it as HTMLCanvasElement).toDataURL());
  const outlined = await picture();
  await plane.click({ position: { x: 120, y: 60 }, trial: true });
  await plane.hover({ position: { x: 120, y: 60 } });
  await expect(map.getByText('In the region')).toBeVisible();
  await page.mouse.move(0, 0);
  await map.getByLabel('Regions of the explanation').uncheck();
  await expect(map.getByText('Outlined:')).toBeHidden();
  expect(await picture()).not.toBe(outlined);
});

/** Sums up to $1, a bit a round: its paths are many, and questions about them take long. */
const slow = (step: string) => `    add $3, $0, $0
    add $4, $1, $0
    lis $6
    .word 1
loop:
    beq $4, $0, end
    mult $4, $4
    mflo $5
    div $5, $2
    mfhi $5
    add $3, $3, $5
    ${step}
    sub $4, $4, $6
    beq $0, $0, loop
end:
    jr $31
`;

test('each search can be stopped at once, and looked for again', async ({ playground }) => {
  await differ(playground, {
    left: slow('add $3, $3, $5'),
    right: slow('add $3, $3, $2'),
  });
  await playground.verdict.getByRole('button', { name: 'Explain' }).click();
  const { cause, mend, regions } = new Explanation(playground.page);
  // Waiting searches are stopped as well.
  await regions.getByRole('button', { name: 'Stop: Regions' }).click();
  await expect(regions).toHaveAttribute('data-state', 'stopped');
  for (const part of [cause, mend]) {
    await expect(part).toHaveAttribute('data-state', /running|ended/);
    if ((await part.getAttribute('data-state')) === 'ended') continue;
    await part.getByRole('button', { name: /^Stop/ }).click();
    await expect(part).toHaveAttribute('data-state', /stopped|ended/, { timeout: 5_000 });
  }
  await regions.getByRole('button', { name: 'Look again: Regions' }).click();
  await expect(regions).toHaveAttribute('data-state', 'running');
  await regions.getByRole('button', { name: 'Stop: Regions' }).click();
  await expect(regions).toHaveAttribute('data-state', /stopped|ended/, { timeout: 5_000 });
  // Either nothing was left, or the result is marked as incomplete.
  await expect(regions).toContainText(/Stopped\.|The search was ended/);
  // A new comparison is not affected by the stopped search.
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
});

test('after a stop the next difference is explained as any other', async ({ playground }) => {
  await differ(playground, {
    left: slow('add $3, $3, $5'),
    right: slow('add $3, $3, $2'),
  });
  await playground.verdict.getByRole('button', { name: 'Explain' }).click();
  const { regions } = new Explanation(playground.page);
  await regions.getByRole('button', { name: 'Stop: Regions' }).click();
  await expect(regions).toHaveAttribute('data-state', 'stopped');
  await playground.type('left', left);
  await playground.type('right', right);
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  const explanation = await explain(playground);
  await expect(explanation.cause).toContainText('then they agree on every input (proved)');
  await expect(explanation.mend).toContainText('Did you mean slt in line 2?');
  await expect(explanation.regions).toContainText('They differ on 1 of every 2 inputs');
});

test('of two mistakes on two ways each has its pair, with the inputs on which it is needed', async ({
  playground,
}) => {
  const both = (first: string, second: string) =>
    `    slt $4, $1, $2
    beq $4, $0, big
    add $5, ${first}
    add $3, $5, $2
    jr $31
big:
    add $6, ${second}
    add $3, $6, $2
    jr $31
`;
  await differ(playground, {
    left: both('$1, $1', '$1, $2'),
    right: both('$1, $2', '$2, $2'),
  });
  const { cause } = await explain(playground);
  await expect(cause).toContainText('on which the left program goes the way of this one');
  await expect(cause).toContainText('so that together they agree on every input (proved)');
  const pairs = cause.getByRole('listitem');
  await expect(pairs).toHaveCount(2);
  await expect(pairs.filter({ hasText: 'needed where $1 > $2' })).toHaveCount(1);
  await expect(pairs.filter({ hasText: 'needed where $1 < $2' })).toHaveCount(1);
  // The lines of both are lit.
  for (const side of ['left', 'right'] as const) {
    await expect(playground.editor(side).locator('.cm-cause')).toHaveCount(2);
  }
});

test('where a branch is the cause it is said which way it should go', async ({ playground }) => {
  const text = `    slt $4, $1, $2
    beq $4, $0, big
    add $3, $1, $0
    jr $31
big:
    sub $3, $1, $2
    jr $31
`;
  await differ(playground, { left: text, right: text.replace('beq', 'bne') });
  const { cause } = await explain(playground);
  await expect(cause).toContainText(
    /Line 2 on the right should branch where line 2 on the left does \(here it should( not)?\): then they agree on every input \(proved\)/,
  );
  const values = cause.getByRole('table', { name: 'On the witness' });
  await expect(values.getByRole('cell', { name: 'branches', exact: true })).toHaveCount(1);
  await expect(values.getByRole('cell', { name: 'does not branch' })).toHaveCount(1);
});

test('texts and names are shown as text, whatever is in them', async ({ playground }) => {
  const { page } = playground;
  const hostile = '<img src=x onerror="document.title=1">';
  await playground.open();
  await playground.type('left', '    lis $3\n    .word 1 ; ok\n    jr $31\n');
  await page
    .locator('tm-editor')
    .nth(1)
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      {
        name: 'main.asm',
        mimeType: 'text/plain',
        buffer: Buffer.from(`    lis $3 ; ${hostile}\n    .word 2 ; ${hostile}\n    jr $31\n`),
      },
      {
        name: `${hostile.replaceAll('/', '')}.asm`,
        mimeType: 'text/plain',
        buffer: Buffer.from(`; ${hostile.repeat(2_000)}\n.export g\ng:\n    jr $31\n`),
      },
    ]);
  await playground.compareAnew();
  await playground.expectVerdict('disequivalent');
  const { panel } = await explain(playground);
  await expect(panel.locator('img')).toHaveCount(0);
  expect(await page.title()).not.toBe('1');
});
