/** The view of mutants, which shows what tests miss, and the page of a quiz round. */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';
import { assemblySource } from '../../www/src/programs/source';
import { type Quiz, USUAL_QUESTIONS } from '../../www/src/quiz/quiz';
import { read, write } from '../../www/src/quiz/schema';
import { compare, engine, usualOptions } from '../wasm/engine';
import { expectNoViolations, overflow } from './checks';
import { expect, factoring, isLong, openView, type Playground, test } from './playground';

/** The maximum, with a register computed twice, and an unread word. */
const max = [
  'add $3, $2, $0',
  'slt $4, $1, $2',
  'slt $4, $1, $2',
  'bne $4, $0, end',
  'add $3, $1, $0',
  'add $5, $1, $2',
  'end: jr $31',
  '',
].join('\n');

const result = (text: string, inputs: number[]) =>
  engine.run({ files: [...assemblySource(text)], inputs, fuel: 1000, trace: false }).run;

test.describe('what tests miss', () => {
  const field = (page: Page) => page.getByLabel(/^Tests: an input in each line/);
  const look = (page: Page) => page.getByRole('button', { name: 'Look for what they miss' });

  async function open(playground: Playground, text: string): Promise<void> {
    const { page } = playground;
    await playground.open();
    await playground.type('left', text);
    await openView(page, 'Mutants');
    await expect(field(page)).toBeVisible();
  }

  test('a missed mutant comes with a test that kills it, and with all of them none is missed', {
    tag: '@smoke',
  }, async ({ playground }) => {
    const { page } = playground;
    await open(playground, max);
    await field(page).fill('1, 2\n');
    await look(page).click();
    const found = page.locator('tm-found');
    await expect(found).toContainText(/\d+ of the \d+ mutants that are wrong are killed \(\d+ %\)/);
    await expect(found.getByRole('row', { name: 'another register' })).toBeVisible();
    const mutants = found.getByRole('listitem');
    const first = mutants.first();
    // Its witness shows this: the line is put into the program, and both are run.
    const [from, to] = [
      await first.locator('del').textContent(),
      (await first.locator('ins').count()) ? await first.locator('ins').textContent() : '',
    ];
    const line = Number(/Line (\d+)/.exec((await first.textContent()) ?? '')?.[1]);
    const add = first.getByRole('button', { name: /^Add .* as a test$/ });
    const words = (await add.getAttribute('aria-label')) ?? '';
    const inputs = words.match(/-?\d+/g)?.map((word) => Number(word) >>> 0);
    const lines = max.split('\n');
    expect(lines[line - 1]).toContain(from?.split('\n')[0]);
    const mutated = [
      ...lines.slice(0, line - 1),
      lines
        .slice(line - 1)
        .join('\n')
        .replace(from ?? '', to ?? ''),
    ].join('\n');
    const ends = [max, mutated].map((text) => result(text, inputs ?? []));
    expect(ends[0]).not.toEqual(ends[1]);
    await add.click();
    await expect(field(page)).toHaveValue(/^1, 2\n-?\d+,-?\d+\n$/);
    await expect(page.getByText('The tests have changed since')).toBeVisible();

    await found.getByRole('button', { name: 'Add all of them as tests' }).click();
    await look(page).click();
    await expect(found).toContainText('No test is missing');
    await expect(found).toContainText('(100 %)');
    const saved = page.waitForEvent('download');
    await found.getByRole('button', { name: 'Save as JSON' }).click();
    const report = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
    expect(report).toMatchObject({ missed: 0, open: 0, complete: true, survivors: [] });
    expect(report.equivalent).toBeGreaterThan(0);
    expect(report.of).toEqual([report.killed, report.killed]);
  });

  test('lines that are no inputs are told one by one, and nothing is lost', async ({
    playground,
  }) => {
    const { page } = playground;
    await open(playground, max);
    const typed = '# mine\n1, 2\n1, two\n3\n4294967296, 0\n';
    await field(page).fill(typed);
    await look(page).click();
    await expect(page.getByText('3 lines are no inputs')).toHaveCount(2);
    await expect(page.getByText('Line 3: two is not a number')).toBeVisible();
    await expect(page.getByText('Line 4: there is 1 number, and')).toBeVisible();
    await expect(page.getByText('Line 5: 4294967296 does not fit')).toBeVisible();
    await expect(field(page)).toHaveValue(typed);
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
    // Another tab and back loses nothing either.
    await openView(page, 'Map');
    await openView(page, 'Mutants');
    await expect(field(page)).toHaveValue(typed);

    // A table replaces the typed text, and undo restores it.
    const table = {
      name: 'tests.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('$2,$1\r\n5,6\r\n'),
    };
    await page.locator('tm-missed input[accept*=csv]').setInputFiles(table);
    await expect(field(page)).toHaveValue('$2,$1\n5,6\n');
    await field(page).press('ControlOrMeta+z');
    await expect(field(page)).toHaveValue(typed);
    await page.locator('tm-missed input[accept*=csv]').setInputFiles(table);
    await expect(field(page)).toHaveValue('$2,$1\n5,6\n');
    await look(page).click();
    await page.locator('summary', { hasText: 'Your tests (1)' }).click();
    const yours = page.getByRole('region', { name: 'Your tests (1)' });
    await expect(yours.getByRole('row', { name: /^6, 5/ })).toBeVisible();
    // Added tests appear in the order of the table.
    await page.getByRole('button', { name: 'Add all of them as tests' }).click();
    await expect(field(page)).toHaveValue(/^\$2,\$1\n5,6\n(-?\d+,-?\d+\n)+$/);

    const image = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from([0xff, 0xfe, 0xff]) };
    await page.locator('tm-missed input[accept*=csv]').setInputFiles(image);
    await expect(page.getByText('x.png could not be read, or is no text.')).toBeAttached();
    await expect(field(page)).toHaveValue(/^\$2,\$1\n5,6/);
  });

  test('tests that were typed are there after a reload, for each pair of programs its own', async ({
    playground,
  }) => {
    const { page } = playground;
    await open(playground, max);
    await field(page).fill('1, 2\n');
    await page.getByLabel('Program', { exact: true }).selectOption('right');
    await page.reload();
    const tab = async (of = page) => {
      // Lookups while the page starts move the tabs away from under the pointer.
      await expect(of.getByText('Not checked yet')).toHaveCount(0);
      await openView(of, 'Mutants');
    };
    await tab();
    await expect(field(page)).toHaveValue('1, 2\n');
    await expect(page.getByLabel('Program', { exact: true })).toHaveValue('right');

    // Edited programs keep the tests from before the page was closed.
    await playground.type('left', `${max}; mine\n`);
    await page.reload();
    await tab();
    await expect(field(page)).toHaveValue('1, 2\n');

    // Another pair has none, and then its own.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await tab(other);
    await expect(field(other)).toHaveValue('1, 2\n');
    await other.close();
    await field(page).fill('');
    await page.reload();
    await tab();
    await expect(field(page)).toHaveValue('');
    await playground.type('left', 'add $3, $1, $2\njr $31\n');
    await field(page).fill('7, 7\n');
    await page.reload();
    await tab();
    await expect(field(page)).toHaveValue('7, 7\n');
    // Stored tests never replace typed ones.
    await playground.type('left', max);
    await expect(field(page)).toHaveValue('7, 7\n');
  });

  test('programs of others are mutants, too', { tag: '@long' }, async ({ playground }) => {
    const { page } = playground;
    await open(playground, max);
    await field(page).fill('1, 2\n2, 1\n');
    const asm = (name: string, text: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
    const programs = [
      asm('unsigned.asm', max.replaceAll('slt ', 'sltu ')),
      asm('sum.asm', 'add $3, $1, $2\njr $31\n'),
      asm('same.asm', max.replaceAll('$4', '$9')),
      asm('none.asm', 'add $3, $1\n'),
      asm(
        'left.wlp4',
        'int wain(int a, int b) {\n  int m = 0;\n  if (a < b) { m = a; } else { m = b; }\n  return m;\n}\n',
      ),
    ];
    const input = page.locator('tm-others input[type=file]');
    await input.setInputFiles(programs);
    const names = page.locator('tm-others').getByRole('listitem');
    await expect(names).toHaveCount(5);
    await look(page).click();
    const found = page.locator('tm-found');
    const row = found.getByRole('row', { name: 'a program of others' });
    // Killed: the sum and the smaller one. Missed: the unsigned one. One is equivalent.
    await expect(row.getByRole('cell')).toHaveText(['2', '1', '1', '0']);
    await expect(found).toContainText(/none\.asm: line 1: add takes 3 operands/);
    const missed = found.getByRole('listitem').first();
    await expect(missed).toContainText('unsigned.asm: a program of others');
    await expect(missed).toContainText('would tell: the program');
    await expect(missed.locator('ins')).toHaveCount(0);
    await missed.getByRole('button', { name: /^Add .* as a test$/ }).click();
    await expect(field(page)).toHaveValue(/^1, 2\n2, 1\n.+/);
    await look(page).click();
    await expect(row.getByRole('cell')).toHaveText(['3', '0', '1', '0']);

    // Removed, one alone and then all.
    await page.getByRole('button', { name: 'Take sum.asm out' }).click();
    await expect(names).toHaveCount(4);
    await expect(page.getByText('The programs of others have changed since')).toBeVisible();
    await look(page).click();
    await expect(row.getByRole('cell')).toHaveText(['2', '0', '1', '0']);
    await page.getByRole('button', { name: 'Take all out' }).click();
    await look(page).click();
    await expect(found.getByRole('row', { name: /^All/ })).toBeVisible();
    await expect(row).toHaveCount(0);

    // Dropped, many at once, with a table of tests among them.
    const transfer = await page.evaluateHandle(
      (files) => {
        const all = new DataTransfer();
        for (const [name, text] of files) all.items.add(new File([text], name));
        return all;
      },
      [
        ['a.asm', 'add $3, $1, $2\njr $31\n'],
        ['b.asm', 'add $3, $1, $0\njr $31\n'],
        ['tests.csv', '5,6\n'],
      ] as const,
    );
    await page.locator('tm-missed .given').dispatchEvent('drop', { dataTransfer: transfer });
    await expect(names).toHaveCount(2);
    await expect(field(page)).toHaveValue('5,6\n');
    await look(page).click();
    await expect(row).toBeVisible();
  });

  test('a search that is stopped keeps what it knows', { tag: '@long' }, async ({ playground }) => {
    const { page } = playground;
    // A mutant that passes all tests takes long to compare.
    await open(playground, factoring);
    await field(page).fill('1, 1\n');
    await look(page).click();
    await expect(page.getByText(/\d+ of \d+ mutants, \d+ put to a proof/)).toBeVisible();
    await page.getByRole('button', { name: 'Stop looking into the tests' }).click();
    await expect(page.locator('tm-missed .notice')).toContainText('Stopped');
    await expect(page.locator('tm-found').getByRole('row', { name: /^All/ })).toBeVisible();
    // A new engine replaces the terminated one.
    await playground.type('left', max);
    await openView(page, 'Mutants');
    await expect(page.getByText('The program has changed since')).toBeVisible();
    await look(page).click();
    await expect(page.locator('tm-found')).toContainText('that are wrong are killed');
  });

  test('a program with errors is told as such', async ({ playground }) => {
    const { page } = playground;
    await open(playground, '    addd $3, $1, $2\n');
    await look(page).click();
    await expect(page.locator('tm-missed')).toContainText('the left program has errors');
  });
});

test.describe('same or different', () => {
  const quiz = (change: Partial<Quiz> = {}): Quiz => ({
    title: '',
    program: assemblySource(max),
    options: usualOptions(),
    seed: 1,
    questions: USUAL_QUESTIONS,
    ...change,
  });

  const linkTo = (change: Partial<Quiz> = {}): string => {
    const fragment = write(quiz(change));
    if (!fragment) throw new Error('too long for a link');
    return fragment;
  };

  async function open(page: Page, fragment: string): Promise<void> {
    await page.goto(`./exercise.html#${fragment}`);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByRole('heading', { name: /^Question 1 of/ })).toBeVisible();
  }

  /** Both programs of the current question. */
  async function shown(page: Page): Promise<[string, string]> {
    const text = async (name: string) =>
      (await page.getByRole('region', { name }).locator('.line').allTextContents()).join('');
    return [await text('Left program'), await text('Right program')];
  }

  const questionsOf = async (page: Page): Promise<number> =>
    Number(/of (\d+)/.exec((await page.locator('h2').textContent()) ?? '')?.[1]);

  const next = (page: Page) =>
    page.getByRole('button', { name: /^(Next question|To the result)$/ });

  const give = async (page: Page, inputs: readonly number[]) => {
    await page.getByLabel('$1', { exact: true }).fill(String((inputs[0] ?? 0) | 0));
    await page.getByLabel('$2', { exact: true }).fill(String((inputs[1] ?? 0) | 0));
    await page.getByRole('button', { name: 'They differ on this input' }).click();
  };

  test('the keys are what a comparison says', { tag: '@smoke' }, async ({ playground }) => {
    const { page } = playground;
    test.setTimeout(240_000);
    const asked: string[] = [];
    for (const seed of isLong ? [1, 2, 3] : [1]) {
      await page.goto('about:blank');
      await open(page, linkTo({ seed }));
      const count = await questionsOf(page);
      expect(count).toBeGreaterThan(2);
      let points = 0;
      for (let at = 1; at <= count; at += 1) {
        await expect(page.locator('h2')).toHaveText(`Question ${at} of ${count}`);
        const [left, right] = await shown(page);
        expect(left).not.toBe(right);
        const { report } = await compare({ left, right }, { options: { solver: 'bitblast' } });
        const mark = page.locator('[data-mark]');
        if (report.witness) {
          expect(report.verdict).toBe('disequivalent');
          expect(report.witness.minimal).toBe(true);
          await give(page, report.witness.inputs);
          await expect(mark).toHaveAttribute('data-mark', 'least');
          points += 3;
        } else {
          expect(report.verdict).toBe('equivalent');
          await page.getByRole('button', { name: 'There is no such input' }).click();
          await expect(mark).toHaveAttribute('data-mark', 'right');
          await expect(mark).toContainText('They do the same on all inputs');
          points += 2;
        }
        if (seed === 1) asked.push(left + right);
        await expect(next(page)).toBeFocused();
        await page.keyboard.press('Enter');
      }
      await expect(page.getByText(`${points} points, ${count} of ${count} right`)).toBeVisible();
      await expect(page.getByRole('row')).toHaveCount(count + 1);
    }
    // Another reader of the link gets the same questions.
    const other = await page.context().newPage();
    await open(other, linkTo({ seed: 1 }));
    for (const question of asked) {
      expect((await shown(other)).join('')).toBe(question);
      await other.getByRole('button', { name: 'There is no such input' }).click();
      await next(other).click();
    }
  });

  test('a wrong answer is explained, and both programs are stepped through', async ({
    playground,
  }) => {
    const { page } = playground;
    await open(page, linkTo({ title: 'Which of them?' }));
    await expect(page.getByRole('heading', { name: 'Which of them?' })).toBeVisible();
    const count = await questionsOf(page);
    const seen = new Set<string>();
    for (let at = 1; at <= count; at += 1) {
      const [left, right] = await shown(page);
      const { report } = await compare({ left, right }, { options: { solver: 'bitblast' } });
      const card = page.locator('[data-mark=wrong]');
      if (report.witness) {
        // An invalid number gives no result, and can be corrected.
        await page.getByLabel('$1', { exact: true }).fill('one');
        await page.keyboard.press('Enter');
        await expect(page.getByText('Each word is a number')).toBeVisible();
        await expect(page.getByLabel('$1', { exact: true })).toBeFocused();
        await page.getByRole('button', { name: 'There is no such input' }).click();
        const [one = 0, two = 0] = report.witness.inputs.map((word) => word | 0);
        await expect(card).toContainText(
          `The least input on which they differ is $1 = ${one}, $2 = ${two}: the left program`,
        );
        if (!seen.has('differ')) {
          await page.getByRole('button', { name: /^Step through/ }).click();
          await expect(page.locator('tm-debugger tm-debug-frame')).toBeVisible();
          await expect(page.getByLabel('$1', { exact: true })).toHaveValue(String(one));
        }
        seen.add('differ');
      } else {
        await give(page, [7, 7]);
        await expect(card).toContainText('On $1 = 7, $2 = 7, each of them');
        await expect(card).toContainText('They do the same on all inputs: ');
        seen.add('same');
      }
      await expect(card).toContainText('0 points');
      await next(page).click();
    }
    expect([...seen].sort()).toEqual(['differ', 'same']);
    await expect(page.getByText(`0 points, 0 of ${count} right`)).toBeVisible();
    await page.getByRole('button', { name: 'The same round again' }).click();
    await expect(page.locator('h2')).toHaveText(`Question 1 of ${count}`);
  });

  test('the link of the view opens the round that it says', { tag: '@long' }, async ({
    playground,
    context,
  }) => {
    const { page } = playground;
    await playground.open();
    await playground.type('right', max);
    await openView(page, 'Mutants');
    await page.getByLabel('Program', { exact: true }).selectOption('right');
    await page.getByLabel('Title').fill('Week 3');
    await page.getByLabel('Questions').fill('3');
    await page.getByLabel('Questions').blur();
    const link = page.getByLabel('Link to the quiz');
    const reading = read(new URL(await link.inputValue()).hash.slice(1));
    expect(reading).toMatchObject({
      ok: true,
      quiz: { title: 'Week 3', questions: 3, program: assemblySource(max) },
    });
    const before = await link.inputValue();
    await page.getByRole('button', { name: 'Other questions' }).click();
    await expect(link).not.toHaveValue(before);
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open the quiz' }).click();
    const other = await opened;
    await expect(other.getByRole('heading', { name: 'Week 3' })).toBeVisible();
    expect(other.url()).toBe(await link.inputValue());
    // Nothing is drawn before it is requested.
    expect(other.workers().length).toBeLessThanOrEqual(1);
    await other.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(other.locator('h2')).toHaveText(/^Question 1 of/);
  });

  test('on paper a question has room for an answer, and the view no names without fields', {
    tag: '@long',
  }, async ({ playground }) => {
    const { page } = playground;
    await open(page, linkTo());
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByLabel('$1', { exact: true })).toBeVisible();
    await expect(page.getByText('They differ on this input')).toBeVisible();
    await page.emulateMedia({ media: null });
    await playground.open();
    await playground.type('left', max);
    await openView(page, 'Mutants');
    const name = page.locator('tm-mutants').getByText('Program', { exact: true });
    await expect(name).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(name).toBeHidden();
    await expect(page.getByText('Open the quiz')).toBeHidden();
    await page.emulateMedia({ media: null });
  });

  test('a program without fair questions says so, and a damaged link does nothing', async ({
    playground,
  }) => {
    const { page } = playground;
    await page.goto(`./exercise.html#${linkTo({ program: assemblySource('jr $31\n') })}`);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByText('no questions can be drawn')).toBeVisible();
    await page.goto('about:blank');
    await page.goto(`./exercise.html#${linkTo({ program: assemblySource('addd $3\n') })}`);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.getByText('There are no questions: ')).toContainText('has errors');
    await page.goto('about:blank');
    await page.goto(`./exercise.html#${linkTo().slice(0, -3)}AAA`);
    await expect(page.getByRole('alert')).toHaveText(/damaged/);
    await page.goto('about:blank');
    const title = '<img src=x onerror="document.body.dataset.hit = 1">';
    await page.goto(`./exercise.html#${linkTo({ title })}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.locator('body')).not.toHaveAttribute('data-hit');
  });

  test('in a frame of another page it is played, too', { tag: '@long' }, async ({
    page,
    baseURL,
  }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    const frame = `<iframe src="${baseURL}exercise.html#${linkTo()}" title="Quiz" width="700" height="600"></iframe><script src="${baseURL}tamarin-compare.js" async></script>`;
    const server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><html lang="en"><title>Notes</title>${frame}`);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://localhost:${port}`).catch(() => {});
    const inner = page.locator('iframe').contentFrame();
    await expect(inner.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
    expect(page.workers()).toHaveLength(0);
    await inner.getByRole('button', { name: 'Start', exact: true }).click();
    await inner.getByRole('button', { name: 'There is no such input' }).click();
    await expect(inner.locator('[data-mark]')).toBeVisible();
    expect(errors.filter((text) => !text.includes('favicon'))).toEqual([]);
    server.close();
  });

  test('a round is played with the keyboard alone', { tag: '@long' }, async ({ playground }) => {
    const { page } = playground;
    await page.goto(`./exercise.html#${linkTo({ questions: 2 })}`);
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
    const focused = () =>
      page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        const label = element?.closest('label')?.textContent;
        return (element?.getAttribute('aria-label') || label || element?.textContent || '').trim();
      });
    const tabTo = async (name: RegExp) => {
      for (let presses = 0; presses < 20 && !name.test(await focused()); presses += 1) {
        await page.keyboard.press('Tab');
      }
      expect(await focused()).toMatch(name);
    };
    await tabTo(/^Start$/);
    await page.keyboard.press('Enter');
    for (const answer of ['differ', 'same']) {
      // The focus moves to the question, and then to its end.
      await expect.poll(focused).toMatch(/^Question/);
      if (answer === 'differ') {
        await tabTo(/^\$1$/);
        await page.keyboard.type('-3');
        await tabTo(/^\$2$/);
        await page.keyboard.type('0x7');
        await page.keyboard.press('Enter');
      } else {
        await tabTo(/^There is no such input$/);
        await page.keyboard.press('Space');
      }
      await expect.poll(focused).toMatch(/^(Next question|To the result)$/);
      await page.keyboard.press('Enter');
    }
    await expect.poll(focused).toBe('The round is over');
    await tabTo(/^The same round again$/);
    await page.keyboard.press('Enter');
    await expect.poll(focused).toMatch(/^Question 1/);
  });

  test('axe finds nothing in a round, and nothing is too wide', { tag: '@long' }, async ({
    playground,
  }) => {
    const { page } = playground;
    const look = async (where: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [1440, 390]) {
          await page.setViewportSize({ width, height: 900 });
          await expectNoViolations(page, `${where}, ${colorScheme}, ${width} pixels`);
          expect(await overflow(page), where).toBeLessThanOrEqual(0);
        }
      }
    };
    await page.goto(`./exercise.html#${linkTo({ questions: 1 })}`);
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
    await look('the rules');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(page.locator('h2')).toHaveText('Question 1 of 1');
    await look('a question');
    await give(page, [7, 7]);
    await expect(page.locator('[data-mark]')).toBeVisible();
    await page
      .getByRole('button', { name: /^Step through/ })
      .first()
      .click();
    await expect(page.locator('tm-debug-frame')).toBeVisible();
    await look('an answer');
    await next(page).click();
    await expect(page.getByText('The round is over')).toBeVisible();
    await look('the result');
  });
});
