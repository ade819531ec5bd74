import { expect, test } from 'vitest';

import { fieldsOf, parseInputs, textsOf } from '../../www/src/arm64/inputs';
import {
  arrayOf,
  readQuestion,
  usualQuestion,
  writeQuestion,
} from '../../www/src/comparison/arm64-question';
import { placeholderFields, usualOptions } from '../../www/src/comparison/options';
import { numberFormats } from '../../www/src/kit/numbers';
import { formatAnyWord, parseWideWord } from '../../www/src/kit/words';
import { toShared, toWork } from '../../www/src/links/opening';
import { read, type Shared, write } from '../../www/src/links/schema';
import { assemblySource } from '../../www/src/programs/source';

const words = [0n, 1n, 50n, 1_000_001n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n];

test('a word of 64 bits is written in each notation, and read again', () => {
  expect(words.map((word) => formatAnyWord(word, 'plain'))).toEqual([
    '0',
    '1',
    '50',
    '1000001 (0x00000000000f4241)',
    '9223372036854775807 (0x7fffffffffffffff)',
    '-9223372036854775808 (0x8000000000000000)',
    '-1',
  ]);
  for (const word of words) {
    for (const format of numberFormats.filter((name) => name !== 'plain')) {
      expect(parseWideWord(formatAnyWord(word, format))).toBe(word);
    }
  }
  for (const text of ['', 'x', '1.5', '18446744073709551616', '-9223372036854775809']) {
    expect(parseWideWord(text), text).toBeUndefined();
  }
});

test('inputs are two numbers, or the elements of an array', () => {
  expect(fieldsOf(usualQuestion)).toEqual(['x0', 'x1']);
  expect(parseInputs(['-1', '0x10'], usualQuestion)).toEqual({
    numbers: ['18446744073709551615', '16'],
  });
  expect(parseInputs(['-1', 'y'], usualQuestion)).toBeUndefined();
  const bytes = { ...usualQuestion, bytes: '2' };
  expect(fieldsOf(bytes)).toEqual(['x0', 'x1', 'in[0]', 'in[1]']);
  expect(parseInputs(['1', '2', '65', '10'], bytes)).toEqual({ numbers: ['1', '2', '65', '10'] });
  const array = { ...usualQuestion, array: '4' };
  expect(parseInputs(['[3, -1 2]'], array)).toEqual({
    elements: ['3', '18446744073709551615', '2'],
  });
  expect(parseInputs([' '], array)).toEqual({ elements: [] });
  expect(parseInputs(['1, z'], array)).toBeUndefined();
  expect(textsOf({ elements: ['3', '18446744073709551615'] }, 'plain')).toEqual(['3, -1']);
});

test('a question is read as it was written, and nothing else is', () => {
  const asked = {
    mode: 'course',
    array: '12',
    stream: 'two\nlines',
    bytes: '',
    assume: 'x0 > 0',
    observe: 'x19',
  } as const;
  expect(readQuestion(writeQuestion(asked))).toEqual(asked);
  expect(readQuestion(writeQuestion(usualQuestion))).toEqual(usualQuestion);
  for (const given of [undefined, null, 3, { mode: 'other' }, { array: 4 }, { stream: [] }]) {
    expect(readQuestion(given), JSON.stringify(given)).toBeUndefined();
  }
  expect(arrayOf(usualQuestion)).toBeNull();
  expect(arrayOf({ ...usualQuestion, array: '7' })).toBe(7);
  for (const array of ['-1', 'x', '1000001']) {
    expect(arrayOf({ ...usualQuestion, array }), array).toBeUndefined();
  }
});

test('a link says that it needs ARM64, and one for MIPS does not', () => {
  const shared = {
    programs: { left: assemblySource('br x30'), right: assemblySource('b 4\nbr x30') },
    names: { left: '', right: '' },
    options: usualOptions(),
    receipt: undefined,
  };
  const arm64 = { ...usualQuestion, mode: 'arm', array: '3' } as const;
  const fragment = write({ ...shared, arm64 });
  const reading = read(fragment ?? '');
  expect(reading.ok && reading.shared.arm64).toEqual(arm64);
  const work = reading.ok ? toWork(reading.shared) : undefined;
  expect(work?.arm64).toEqual(arm64);
  expect(toShared({ ...toWork(shared), options: placeholderFields, arm64 })?.arm64).toEqual(arm64);
  const plain = read(write(shared) ?? '');
  expect(plain.ok && plain.shared.arm64).toBeUndefined();
});

test('a result in a link has words of 64 bits as texts, and no others', () => {
  const options = usualOptions();
  const programs = { left: assemblySource('br x30\n'), right: assemblySource('br x30\n') };
  const shared = (change: Record<string, unknown>, arm64 = true): Shared => ({
    ...{ programs, names: { left: '', right: '' }, options },
    ...(arm64 ? { arm64: usualQuestion } : {}),
    receipt: {
      ...{ engine: '0.1.0', verdict: 'disequivalent' as const },
      witness: {
        inputs: ['18446744073709551615', '0'],
        left: ['done', '9223372036854775808'],
        right: ['fault', 'division-by-zero'],
        printed: undefined,
        ...change,
      },
    },
  });
  const reading = (of: Shared) => read(write(of) ?? '');
  const whole = shared({});
  expect(reading(whole)).toEqual({ ok: true, shared: whole });
  for (const change of [
    { inputs: [1, 2] },
    { inputs: ['18446744073709551616', '0'] },
    { inputs: ['-1', '0'] },
    { left: ['done', 5] },
    { right: ['fault', 'a <b>'] },
  ]) {
    const problem = { ok: false, problem: 'damaged' };
    expect(reading(shared(change)), JSON.stringify(change)).toEqual(problem);
  }
  // Words of the other machine are numbers.
  expect(reading(shared({}, false))).toEqual({ ok: false, problem: 'damaged' });
});
