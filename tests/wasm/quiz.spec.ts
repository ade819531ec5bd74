import { expect, test } from '@playwright/test';

import { pack } from '../../www/src/links/codec';
import { version2 } from '../../www/src/links/vocabularies';
import { assemblySource } from '../../www/src/programs/source';
import { changedLines } from '../../www/src/quiz/changed';
import type { Quiz } from '../../www/src/quiz/quiz';
import { read, write } from '../../www/src/quiz/schema';
import { usualOptions } from './engine';

const quiz = (change: Partial<Quiz> = {}): Quiz => ({
  title: '',
  program: assemblySource('    add $3, $1, $2\n    jr $31\n'),
  options: usualOptions(),
  seed: 7,
  questions: 6,
  ...change,
});

const written = (one: Quiz): string => {
  const fragment = write(one);
  if (fragment === undefined) throw new Error('too long for a link');
  return fragment;
};

test('a quiz is the same behind its link', () => {
  const files = [
    { name: 'a.asm', text: '.import b\n' },
    { name: 'b.wlp4', text: 'int wain(int a, int b) { return a; }', style: 'folded' as const },
  ];
  const options = { ...usualOptions(), fuel: 77, contract: { array: 3, assume: ['len > 1'] } };
  for (const one of [
    quiz(),
    quiz({ title: 'Ünïcode, 数', seed: 2 ** 32 - 1, questions: 20 }),
    quiz({ program: files, options: options as never, seed: 0, questions: 1 }),
    quiz({ arm64: { mode: 'usual', array: '', stream: '', bytes: '', assume: '', observe: '' } }),
    quiz({
      arm64: {
        mode: 'arm',
        array: '3',
        stream: 'typed',
        bytes: '',
        assume: 'len > 1',
        observe: 'a, output',
      },
    }),
  ]) {
    expect(read(written(one))).toEqual({ ok: true, quiz: one });
  }
});

test('a link of version 1 opens for ever', () => {
  const link = 'q1.j6XfewqVAjIZqpVKMktyQOV1cGluMbj4B7WHzGsB';
  expect(read(link)).toEqual({ ok: true, quiz: quiz({ title: 'Sums' }) });
});

test('what is no quiz is refused', () => {
  const text = 'jr $31\n';
  const withRecord = (record: unknown, texts = [text]) =>
    read(`q1.${pack([...texts, JSON.stringify(record)], version2)}`);
  expect(withRecord({ seed: 1 })).toMatchObject({ ok: true });
  // Fields that a later page adds and this one does not need are ignored.
  expect(withRecord({ seed: 1, later: [1] })).toMatchObject({ ok: true });
  const damaged = { ok: false, problem: 'damaged' };
  for (const record of [
    ...[null, [], 1, {}, { seed: -1 }, { seed: 1.5 }, { seed: '1' }, { seed: 2 ** 32 }],
    ...[
      { seed: 1, questions: 0 },
      { seed: 1, questions: 21 },
      { seed: 1, files: ['../a'] },
    ],
    ...[
      { seed: 1, contract: { array: -1 } },
      { seed: 1, options: { fuel: 1e9 } },
      { seed: 1, arm64: { mode: 'none' } },
      { seed: 1, arm64: 'usual' },
    ],
    ...[
      { seed: 1, files: ['a.asm', 'b.asm'] },
      { seed: 1, needs: 1 },
    ],
  ]) {
    expect(withRecord(record), JSON.stringify(record)).toEqual(damaged);
  }
  expect(withRecord({ seed: 1 }, [text, text])).toEqual(damaged);
  expect(withRecord({ seed: 1, needs: ['more'] })).toEqual({ ok: false, problem: 'newer' });
  const whole = written(quiz());
  expect(read(whole.replace('q1.', 'q2.'))).toEqual({ ok: false, problem: 'newer' });
  for (let length = 0; length < whole.length; length += 1) {
    expect(read(whole.slice(0, length)).ok, whole.slice(0, length)).toBe(false);
  }
  for (const other of ['', 'x1.AAAA', 'v2.AAAA', 'q0.AAAA', 'q.AAAA']) {
    expect(read(other)).toEqual({ ok: false, problem: 'not-a-link' });
  }
});

test('the lines that are not in the other program', () => {
  const lines = (text: string) => text.split('');
  expect(changedLines(lines('abc'), lines('axc'))).toEqual({ from: 1, to: [2, 2] });
  expect(changedLines(lines('abc'), lines('ac'))).toEqual({ from: 1, to: [2, 1] });
  expect(changedLines(lines('aac'), lines('aaac'))).toEqual({ from: 2, to: [2, 3] });
  expect(changedLines(lines('abc'), lines('abc'))).toEqual({ from: 3, to: [3, 3] });
  expect(changedLines([], lines('a'))).toEqual({ from: 0, to: [0, 1] });
});
