import { readFileSync } from 'node:fs';

import type { Locator } from '@playwright/test';

import { expect, openView, type Playground, test } from './playground';

/** Two procedures; the second one is looked for by a branch that is written in two ways. */
const program = (parts: { step: string; larger: string }) => `    sw $31, -4($30)
    lis $4
    .word 4
    sub $30, $30, $4
    lis $5
    .word larger
    jalr $5
    add $6, $3, $0
    lis $7
    .word ${parts.step}
    add $3, $6, $7
    lis $4
    .word 4
    add $30, $30, $4
    lw $31, -4($30)
    jr $31
larger:
${parts.larger}`;

const larger = `    slt $8, $1, $2
    bne $8, $0, second
    add $3, $1, $0
    jr $31
second:
    add $3, $2, $0
    jr $31
`;
const inverted = `    slt $8, $1, $2
    beq $8, $0, first
    add $3, $2, $0
    jr $31
first:
    add $3, $1, $0
    jr $31
`;
const block = `    add $3, $1, $0
    slt $8, $2, $1
    bne $8, $0, end
    add $3, $2, $0
end:
    jr $31
`;

async function versions(playground: Playground, left: string, right: string): Promise<Locator> {
  await playground.open();
  await playground.type('left', left);
  await playground.type('right', right);
  await playground.compareAnew();
  await openView(playground.page, 'Versions');
  const panel = playground.page.locator('tm-versions');
  await expect(panel.getByRole('group', { name: 'Versions' })).toHaveAttribute(
    'data-state',
    'ended',
  );
  return panel;
}

test('a refactoring is level and named, and nothing of it is lit', {
  tag: '@smoke',
}, async ({ playground }) => {
  const { page } = playground;
  const old = program({ step: '1', larger });
  const panel = await versions(playground, old, program({ step: '1', larger: inverted }));
  await expect(panel.locator('.verdict')).toHaveText('equal');
  const procedures = panel.getByRole('table', { name: 'Procedures' }).getByRole('row');
  await expect(procedures).toHaveCount(3);
  await expect(procedures.nth(2)).toContainText('inverse branch');
  await expect(panel.locator('tr.changed')).toHaveCount(0);
  const branch = panel.locator('tr[data-mark="inverse-branch"]');
  await expect(branch).toContainText('bne $8, $0, second');
  await expect(branch).toContainText('beq $8, $0, first');
  // A procedure leads to its lines, by the keyboard.
  await panel.getByRole('button', { name: 'Go to the lines of larger' }).press('Enter');
  const heading = panel.getByRole('heading', { name: 'larger', exact: true });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  // Long unchanged parts are folded.
  const fold = panel.getByRole('button', { name: /^Show \d+ rows in which nothing changed/ });
  const rows = await panel.locator('tm-side-by-side tr').count();
  await fold.first().press('Enter');
  await expect.poll(() => panel.locator('tm-side-by-side tr').count()).toBeGreaterThan(rows);
  // The report can be saved, in the form that the command line prints.
  const saved = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save as JSON' }).click();
  const report = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  expect(report.verdict).toBe('equal');
  expect(report.procedures[1].by.patterns).toEqual({ 'inverse-branch': 1 });
});

test('a changed constant is lit with its witness, which leads into the debugger', async ({
  playground,
}) => {
  const { page } = playground;
  const old = program({ step: '1', larger });
  const panel = await versions(playground, old, program({ step: '2', larger: inverted }));
  await expect(panel.locator('.verdict')).toHaveText('different');
  const lit = panel.locator('tr.changed');
  await expect(lit).toHaveCount(1);
  await expect(lit).toContainText('.word 1');
  await expect(lit).toContainText('.word 2');
  const procedures = panel.getByRole('table', { name: 'Procedures' }).getByRole('row');
  await expect(procedures.nth(1)).toContainText('different');
  await expect(procedures.nth(2)).toContainText('equal');
  await expect(panel.getByText('here the comparison ends')).toBeVisible();
  await panel.getByRole('button', { name: /^Step through both runs on/ }).click();
  await expect(page.getByRole('region', { name: 'Lockstep debugger' })).toBeVisible();
});

test('a block tells what a solver was asked and what was shown', async ({ playground }) => {
  const old = program({ step: '1', larger });
  const panel = await versions(playground, old, program({ step: '1', larger: block }));
  await expect(panel.locator('.verdict')).toHaveText('equal');
  const open = panel.getByRole('button', { name: 'Block 1 of larger: obligations' }).first();
  await open.press('Enter');
  await expect(open).toHaveAttribute('aria-expanded', 'true');
  const detail = panel.locator('tr.detail');
  await expect(detail).toContainText('There are none.');
  await expect(detail.locator('li').first()).toContainText(/^the same in both: .*\$2/);
  await expect(detail.locator('li').last()).toContainText('$3');
  await open.press('Enter');
  await expect(detail).toHaveCount(0);
});

const pattern = (name: string) => readFileSync(`examples/patterns/${name}.pattern`, 'utf8');

/** A loop around a snippet, and a constant that makes two programs differ at once. */
const rounds = (snippet: string, constant: number) => `    add $8, $1, $0
    lis $9
    .word 1
    add $1, $2, $0
loop:
    beq $8, $0, end
${snippet}
    sub $8, $8, $9
    add $1, $1, $3
    beq $0, $0, loop
end:
    lis $3
    .word ${constant}
    add $3, $3, $1
    jr $31
`;

/** Two programs: one with the old snippet of a pattern, the other with the new one. */
function around(text: string): [string, string] {
  const [, old = '', recent = ''] = text.split(/^(?:old|new):$/m);
  return [rounds(old, 1), rounds(recent, 2)];
}

test("patterns of one's own are proved and used, kept, and refused with values or a line", {
  tag: '@long',
}, async ({ playground }) => {
  const { page } = playground;
  const text = pattern('short-quotient-by-ten');
  const panel = await versions(playground, ...around(text));
  const custom = panel.locator('tr[data-mark="custom"]');
  await expect(custom).toHaveCount(0);
  await panel.getByText('Patterns of your own').click();
  const field = panel.getByRole('textbox', { name: 'Patterns, one after the other' });
  const use = panel.getByRole('button', { name: 'Prove and use them' });

  await field.fill(text.replace('0xcccd', '0xcccc'));
  await use.click();
  const problem = panel.locator('.wrong');
  await expect(problem).toContainText(/Line 2: .* do not do the same: \$1 = \d+.* gives old \$3/);
  await expect(panel.getByText('the versions were not compared')).toBeVisible();
  await expect(field).toBeFocused();

  await field.fill(text.replace('divu $1, $4', 'divu $1, 4'));
  await use.click();
  await expect(problem).toContainText(/Line 14: /);
  const chosen = await field.evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(chosen).toContain('divu $1, 4');

  await field.fill(text);
  await expect(problem).toBeHidden();
  await use.click();
  await expect(custom.filter({ hasText: 'divu $1, $4' })).toHaveCount(1, { timeout: 30_000 });
  const lit = panel.locator('tr.changed');
  await expect(lit).toHaveCount(1);
  await expect(lit).toContainText('.word 2');
  await expect(panel.getByText('short-quotient-by-ten was proved and met 1 time.')).toBeVisible();

  // The pattern is there after a reload, and is used.
  await page.reload();
  await playground.compareAnew();
  await openView(page, 'Versions');
  await expect(custom.first()).toBeVisible({ timeout: 30_000 });
  await expect(field).toHaveValue(text);
  await field.fill('');
  await panel.getByRole('button', { name: 'Compare without patterns' }).click();
  await expect(custom).toHaveCount(0);
  await expect(panel.locator('.verdict')).toHaveText('different');
});

/** Whether a number is divisible by 3, by its product with the inverse; this is proved by trying all words. */
const divisible = `pattern: divisible-by-3
entry: $1 = $1
exit: $3 = $3
scratch old: $4 $5 $6 hi lo
scratch new: $4 $5 $6 hi lo
old:
    lis $4
    .word 3
    divu $1, $4
    mfhi $5
    lis $6
    .word 1
    sltu $3, $5, $6
new:
    lis $4
    .word 0xaaaaaaab
    multu $1, $4
    mflo $5
    lis $6
    .word 0x55555556
    sltu $3, $5, $6
`;

test('a long proof of a pattern tells how far it is and can be stopped', { tag: '@long' }, async ({
  playground,
}) => {
  const panel = await versions(playground, ...around(divisible));
  await panel.getByText('Patterns of your own').click();
  const file = { name: 'divisible.pattern', mimeType: 'text/plain' };
  await panel
    .locator('tm-patterns input[type=file]')
    .setInputFiles({ ...file, buffer: Buffer.from(divisible) });
  await expect(panel.getByText('The patterns are those of divisible.pattern now.')).toBeVisible();
  await panel.getByRole('button', { name: 'Prove and use them' }).click();
  await expect(panel.getByText(/\d+ of 1,000 parts of all words tried/)).toBeVisible({
    timeout: 60_000,
  });
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(panel.getByText('Stopped.')).toBeVisible({ timeout: 2_000 });
});
