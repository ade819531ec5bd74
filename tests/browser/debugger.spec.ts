import { readFileSync } from 'node:fs';

import type { Locator, Page } from '@playwright/test';

import { expect, nothing, openView, test } from './playground';

/** 2,499 rounds of four steps, and a fault at the end: 9,999 steps. */
const long = `    lis $4
    .word 1
    lis $5
    .word 2499
again:
    add $6, $6, $4
    sw $6, -4($30)
    add $3, $3, $6
    bne $6, $5, again
    div $1, $0
`;

/** The debugger, as a user finds its parts. */
class Debugger {
  readonly panel: Locator;
  readonly scrubber: Locator;
  readonly registers: Locator;

  constructor(readonly page: Page) {
    this.panel = page.getByRole('region', { name: 'Lockstep debugger' });
    this.scrubber = this.panel.getByRole('slider', { name: 'Position' });
    this.registers = this.panel.getByRole('table', { name: 'Registers' });
  }

  async run(a: string, b: string): Promise<void> {
    await openView(this.page, 'Step');
    await this.panel.getByRole('form', { name: 'Inputs' }).getByLabel('$1').fill(a);
    await this.panel.getByRole('form', { name: 'Inputs' }).getByLabel('$2').fill(b);
    await this.press('Run both');
  }

  async press(name: string): Promise<void> {
    await this.panel.getByRole('button', { name, exact: true }).click();
  }

  async expectAt(position: number, last: number): Promise<void> {
    const words = `Position ${position.toLocaleString('en')} of ${last.toLocaleString('en')}`;
    await expect(this.scrubber).toHaveAttribute('aria-valuetext', words);
  }

  side(side: 'left' | 'right'): Locator {
    return this.panel.getByRole('region', { name: `the ${side} program`, exact: true });
  }

  /** The values of a register, of the left and of the right run. */
  async expectRegister(name: string, left: string, right: string): Promise<void> {
    const row = this.registers
      .getByRole('row')
      .filter({ has: this.page.getByRole('rowheader', { name, exact: true }) });
    const cells = async () =>
      (await row.getByRole('cell').allTextContents()).map((cell) =>
        cell.replace(/\s+/g, ' ').trim(),
      );
    await expect.poll(cells).toEqual([left, right]);
  }
}

const litLine = (page: Page, side: 'Left' | 'Right', kind = 'executed') =>
  page.getByRole('textbox', { name: `${side} program` }).locator(`.cm-${kind}`);

test('from Fig. 5’s witness it opens where the two runs part, and steps either way', {
  tag: '@smoke',
}, async ({ playground }) => {
  const { page } = playground;
  const debug = new Debugger(page);
  await playground.open('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await page.getByRole('button', { name: 'Step through both runs on $1 = 1, $2 = 100' }).click();
  await debug.expectAt(3, 5);
  await expect(debug.scrubber).toBeFocused();
  await expect(debug.panel).toContainText('a branch goes one way in P₁ and the other way in P₂');
  await expect(litLine(page, 'Left')).toHaveText(/bne \$1, 42, end/);
  await expect(litLine(page, 'Right')).toHaveText(/bne \$2, 100, end/);
  await debug.expectRegister('$3', '0', '101');

  await debug.press('Step');
  await debug.expectAt(4, 5);
  await debug.expectRegister('$3', '101 was 0', '201 was 101');
  await expect(litLine(page, 'Right')).toHaveText(/add \$3, \$3, \$2/);
  await debug.press('End');
  await expect(debug.side('left')).toContainText('done: $3 = 101');
  await expect(debug.side('right')).toContainText('done: $3 = 201');

  await debug.press('Start');
  await debug.expectAt(0, 5);
  await expect(debug.side('left')).toContainText('at its start');
  await expect(litLine(page, 'Left')).toHaveCount(0);
  await debug.press('Step');
  // The right program adds first; the left one is a step before its branch and waits.
  await debug.expectRegister('$3', '0', '101 was 0');
  await debug.press('Go to where they part');
  await debug.expectAt(3, 5);
});

test('whoever asks for two runs is taken to them, however late the debugger itself is loaded', async ({
  playground,
}) => {
  const { page } = playground;
  const debug = new Debugger(page);
  let letDebuggerCome = () => {};
  const comes = new Promise<void>((resolve) => {
    letDebuggerCome = resolve;
  });
  await page.route('**/debugger-*.js', async (route) => {
    await comes;
    await route.continue();
  });
  await playground.open('fig05');
  await playground.compare.click();
  const ask = page.getByRole('button', { name: 'Step through both runs on $1 = 1, $2 = 100' });
  await ask.click();
  // The runs exist before the debugger opens: the editors show their position.
  await expect(litLine(page, 'Left')).toHaveCount(1);
  await expect(debug.scrubber).toHaveCount(0);
  letDebuggerCome();
  await debug.expectAt(3, 5);
  await expect(debug.scrubber).toBeFocused();

  // Pressed again, the button focuses the open debugger.
  await debug.press('End');
  await playground.toVerdict();
  await ask.click();
  await debug.expectAt(3, 5);
  await expect(debug.scrubber).toBeFocused();

  // Selecting the tab by hand keeps the focus at the tab.
  await openView(page, 'Runs');
  const tab = page.getByRole('tab', { name: 'Step', exact: true });
  await tab.click();
  await debug.expectAt(3, 5);
  await expect(tab).toBeFocused();
});

test('a fault is the last step, and one steps back from it', async ({ playground }) => {
  const debug = new Debugger(playground.page);
  await playground.open();
  await playground.type('left', '    lis $3\n    .word 7\n    div $1, $2\n    jr $31\n');
  await playground.type('right', nothing);
  await debug.run('5', '0');
  await expect(debug.panel).toContainText('P₁ faults, and P₂ does not');
  await debug.expectAt(2, 2);
  await expect(debug.side('left')).toContainText('fault: division by zero');
  await expect(debug.side('left').locator('code')).toContainText('div $1, $2');
  await debug.press('Back');
  await expect(debug.side('left')).not.toContainText('fault');
  await debug.expectRegister('$3', '7 was 0', '0');
  await debug.press('Back');
  await debug.expectRegister('$3', '0', '0');
});

test('a value that differs is where they part, whatever the registers and the order', async ({
  playground,
}) => {
  const debug = new Debugger(playground.page);
  await playground.open();
  await playground.type('left', '    lis $4\n    .word 2\n    add $3, $1, $4\n    jr $31\n');
  await playground.type(
    'right',
    '    add $9, $1, $0\n    lis $8\n    .word 3\n    add $3, $8, $9\n    jr $31\n',
  );
  await debug.run('-1', '0x10');
  await expect(debug.panel).toContainText('the values that lead to $3 differ');
  await expect(debug.side('left').locator('code')).toContainText('lis $4');
  await expect(debug.side('right').locator('code')).toContainText('lis $8');
});

test('10,000 steps are scrubbed, by hand and by key', { tag: '@long' }, async ({ playground }) => {
  const { page } = playground;
  const debug = new Debugger(page);
  await playground.open();
  await playground.type('left', long);
  await playground.type('right', long);
  await debug.run('1', '1');
  const last = 2 + 4 * 2499 + 1;
  await debug.expectAt(0, last);
  await expect(debug.panel).toContainText('agree on every branch');
  const box = await debug.scrubber.boundingBox();
  if (!box) throw new Error('no scrubber');
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + 9, middle);
  await page.mouse.down();
  for (let share = 0.05; share < 1; share += 0.05) {
    await page.mouse.move(box.x + share * box.width, middle);
  }
  await page.mouse.move(box.x + box.width / 2, middle);
  await page.mouse.up();
  const position = Number(await debug.scrubber.inputValue());
  expect(position).toBeGreaterThan(4900);
  expect(position).toBeLessThan(5100);
  // The display has caught up with the scrubber.
  await expect(debug.side('left')).toContainText(
    `${position.toLocaleString('en')} of ${last.toLocaleString('en')} steps`,
  );
  const rounds = Math.floor((position - 2 + 3) / 4);
  const row = debug.registers.getByRole('row', { name: /^\$6/ });
  await expect(row.getByRole('cell').first()).toContainText(String(rounds));

  await debug.scrubber.focus();
  await page.keyboard.press('End');
  await debug.expectAt(last, last);
  await expect(debug.side('right')).toContainText('fault: division by zero');
  await page.keyboard.press('ArrowLeft');
  await debug.expectAt(last - 1, last);
  await expect(debug.side('right')).not.toContainText('fault');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await debug.expectAt(1, last);
  await expect(debug.side('left')).toContainText('lis $4');
});

test('it runs to breakpoints and back, set by key, by pointer and in the debugger', async ({
  playground,
}) => {
  const { page } = playground;
  const debug = new Debugger(page);
  await playground.open();
  await playground.type('left', long);
  await playground.type('right', nothing);
  await debug.run('1', '1');
  await debug.press('Start');
  // The sixth line, `add $6, $6, $4`, by the keyboard.
  await playground.editor('left').click();
  await page.keyboard.press('ControlOrMeta+Home');
  for (let line = 1; line < 6; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F9');
  const marks = page.locator('tm-editor').first().locator('.cm-breakpoints .cm-breakpoint:visible');
  await expect(marks).toHaveCount(1);
  await debug.press('Run to breakpoint');
  await expect(litLine(page, 'Left')).toHaveText(/add \$6/);
  await debug.expectRegister('$6', '1 was 0', '0');
  await debug.press('Run to breakpoint');
  await debug.expectRegister('$6', '2 was 1', '0');
  await debug.press('Back to breakpoint');
  await debug.expectRegister('$6', '1 was 0', '0');
  // One more in the debugger, which shows its own lines when the editors are not visible.
  await page.setViewportSize({ width: 1000, height: 900 });
  const toggle = debug.panel.getByRole('button', { name: 'Breakpoint at line 7', exact: true });
  await toggle.first().click();
  await expect(toggle.first()).toHaveAttribute('aria-pressed', 'true');
  await debug.press('Run to breakpoint');
  await expect(litLine(page, 'Left')).toHaveText(/sw \$6/);
  await expect(debug.panel.getByRole('region', { name: 'P₁ Memory touched' })).toContainText(
    /0x00fffffc\s*1\s*written, was 0/,
  );
  await toggle.first().click();
  // A window of another size has the same editors, with their breakpoints.
  await page.setViewportSize({ width: 1280, height: 900 });
  await marks.click();
  await expect(marks).toHaveCount(0);
  // Without breakpoints it runs to the end.
  await debug.press('Run to breakpoint');
  await expect(debug.side('left')).toContainText('fault: division by zero');
});

test('it plays, and says so when the text has changed', { tag: '@long' }, async ({
  playground,
}) => {
  const { page } = playground;
  const debug = new Debugger(page);
  await playground.open();
  await playground.type('left', long);
  await playground.type('right', long);
  await debug.run('1', '1');
  await debug.panel.getByLabel('Speed').selectOption('very fast');
  await debug.press('Play');
  await expect.poll(async () => Number(await debug.scrubber.inputValue())).toBeGreaterThan(30);
  await debug.press('Pause');
  await expect(debug.panel.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(litLine(page, 'Left')).toHaveCount(1);

  await playground.type('left', nothing);
  await expect(debug.panel).toContainText('The left program has changed since');
  await expect(litLine(page, 'Left')).toHaveCount(0);
  await expect(litLine(page, 'Right')).toHaveCount(1);
  await debug.press('Run both');
  await expect(debug.panel).not.toContainText('has changed since');

  await playground.type('left', '    addd $3, $1, $2\n');
  await debug.press('Run both');
  await expect(debug.panel).toContainText('the left program has errors');
});

test('the steps can be saved as a table', async ({ playground }) => {
  const { page } = playground;
  const debug = new Debugger(page);
  await playground.open('fig05');
  await debug.run('1', '100');
  const saved = page.waitForEvent('download');
  await debug.press('Steps as CSV');
  const file = await saved;
  expect(file.suggestedFilename()).toBe('steps.csv');
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines).toHaveLength(1 + 5 + 1);
  expect(lines[3]).toBe('3,2,0x08,"bne $1, $28, 1",,3,0x0c,"bne $2, $28, 1",');
  expect(lines[5]).toBe('5,4,0x14,jr $31,"done, $3 = 101",5,0x14,jr $31,"done, $3 = 201"');
});

test('steps are said aloud, and wrong inputs are refused', async ({ playground }) => {
  const { page } = playground;
  const debug = new Debugger(page);
  await playground.open('fig05');
  await debug.run('1', '100');
  await expect(debug.panel.getByRole('status')).toContainText('Position 3 of 5. P₁: bne');
  await debug.press('Step');
  await expect(debug.panel.getByRole('status')).toContainText('add $3, $3, $2, $3 = 201');
  await debug.panel.getByRole('form', { name: 'Inputs' }).getByLabel('$1').fill('one');
  await expect(debug.panel.getByRole('form', { name: 'Inputs' }).getByLabel('$1')).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await debug.press('Run both');
  await debug.expectAt(4, 5);
});

test('runs that are opened while nobody looks are there when one comes back', async ({
  playground,
}) => {
  const { page } = playground;
  const debug = new Debugger(page);
  // After `hold`, requests to the engines wait for `release`.
  await page.addInitScript(() => {
    const held: (() => void)[] = [];
    let isHeld = false;
    const scope = window as unknown as { hold(): void; release(): void };
    scope.hold = () => {
      isHeld = true;
    };
    scope.release = () => {
      isHeld = false;
      for (const send of held.splice(0)) send();
    };
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, message: unknown) {
      const send = () => postMessage.call(this, message);
      if (isHeld) held.push(send);
      else send();
    } as typeof postMessage;
  });
  await playground.open('fig05');
  await playground.compare.click();
  await playground.expectVerdict('disequivalent');
  await openView(page, 'Step');
  await debug.expectAt(3, 5);
  await playground.toVerdict();
  await page.evaluate(() => (window as unknown as { hold(): void }).hold());
  await page.getByRole('button', { name: 'Step through both runs on $1 = 1, $2 = 100' }).click();
  await expect(debug.panel).toContainText('Running both programs');
  await openView(page, 'Runs');
  await expect(debug.panel).toHaveCount(0);
  await page.evaluate(() => (window as unknown as { release(): void }).release());
  await openView(page, 'Step');
  await debug.expectAt(3, 5);
});
