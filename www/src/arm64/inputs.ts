/** The input of both programs, as typed in fields and as the engine takes it. */

import { type Arm64Question, inputNames } from '../comparison/arm64-question';
import type { NumberFormat } from '../kit/numbers';
import { formatAnyWord, parseWideWord } from '../kit/words';
import type { Arm64Witness, GivenInputs } from './types';

/** The names of the fields: one for each number and byte, or the elements of an array in one field. */
export const fieldsOf = inputNames;

/** What fields hold before somebody typed. */
export const usualTexts = (question: Arm64Question): readonly string[] =>
  fieldsOf(question).length === 1
    ? ['3, 1, 2']
    : fieldsOf(question).map((_, at) => ['30', '60'][at] ?? DIGIT);

/** A digit as a byte. */
const DIGIT = '49';

/** The input in the fields; undefined if a text in one is no number. */
export function parseInputs(
  texts: readonly string[],
  question: Arm64Question,
): GivenInputs | undefined {
  const isArray = fieldsOf(question).length === 1;
  const words = isArray ? split(texts[0] ?? '') : texts;
  const parsed = words.map((text) => parseWideWord(text)?.toString());
  const whole = parsed.filter((word) => word !== undefined);
  if (whole.length !== parsed.length) return undefined;
  return isArray ? { elements: whole } : { numbers: whole };
}

const split = (text: string): readonly string[] => {
  const inner = text.replace(/^\s*\[?/, '').replace(/\]?\s*$/, '');
  return inner.trim() === '' ? [] : inner.split(/[\s,]+/);
};

/** The texts of fields with an input. */
export function textsOf(inputs: GivenInputs, format: NumberFormat): readonly string[] {
  const notation = format === 'plain' ? 'signed' : format;
  const write = (word: string) => formatAnyWord(BigInt(word), notation);
  return 'numbers' in inputs ? inputs.numbers.map(write) : [inputs.elements.map(write).join(', ')];
}

/** Words as an input, according to the question. */
export function givenOf(question: Arm64Question, words: readonly string[]): GivenInputs {
  const fields = fieldsOf(question);
  return fields.length === 1
    ? { elements: [...words] }
    : { numbers: fields.map((_, at) => words[at] ?? '0') };
}

/** A witness as an input. */
export const givenBy = ({ inputs, elements }: Arm64Witness): GivenInputs =>
  elements ? { elements } : { numbers: inputs ?? [] };
