/** What two ARM64 programs are compared on, as typed in its fields. */

import { parseInteger } from '../kit/numbers';
import { formatAnyValue } from '../kit/words';

/** The sources of the machine where they differ. */
export const modes = ['usual', 'arm', 'course'] as const;

export type Mode = (typeof modes)[number];

export interface Arm64Question {
  /** The source of the machine that a comparison follows. */
  mode: Mode;
  /** The maximal number of elements of the array that the programs get; empty for two numbers. */
  array: string;
  /** The input stream. */
  stream: string;
  /** What is assumed about the inputs: a condition in each line. */
  assume: string;
  /** What is observed: items with commas between; empty for `x0` and the output. */
  observe: string;
}

/** The question about two numbers. A link does not contain what is usual, so this never changes. */
export const usualQuestion: Arm64Question = {
  mode: 'usual',
  array: '',
  stream: '',
  assume: '',
  observe: '',
};

/** The most elements of an array. */
export const MAX_ARRAY = 1_000_000;

/** Maximum length of the input stream. */
const MAX_STREAM = 100_000;
/** Maximum length of the conditions. */
const MAX_CONDITIONS = 10_000;
/** Maximum length of what is observed. */
const MAX_OBSERVED = 1_000;

/** The conditions on the inputs. */
export const conditionsOf = ({ assume }: Arm64Question): readonly string[] =>
  assume
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The most elements of the array; undefined if that is no number in the range, null for no array. */
export function arrayOf({ array }: Arm64Question): number | null | undefined {
  if (array.trim() === '') return null;
  const length = parseInteger(array);
  return length !== undefined && length >= 0 && length <= MAX_ARRAY ? length : undefined;
}

/** The names of the inputs: two numbers, or an array. */
export const inputNames = ({ array }: Arm64Question): readonly string[] =>
  array.trim() === '' ? ['x0', 'x1'] : ['a'];

/** An input in words. */
export function describeWords(
  question: Arm64Question,
  words: readonly bigint[],
  write: (word: bigint) => string = formatAnyValue,
): string {
  const names = inputNames(question);
  return names.length === 1
    ? `a = [${words.map(write).join(', ')}]`
    : words.map((word, at) => `${names[at]} = ${write(word)}`).join(', ');
}

/** Reads a question from storage or a link, which may come from anybody. */
export function readQuestion(given: unknown): Arm64Question | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const read: Record<string, unknown> = { ...usualQuestion, ...given };
  const { mode, array, stream, assume, observe } = read;
  const known = modes.find((name) => name === mode);
  const isText = (text: unknown, most: number): text is string =>
    typeof text === 'string' && text.length <= most;
  if (!known || !isText(array, 10) || !isText(stream, MAX_STREAM)) return undefined;
  if (!isText(assume, MAX_CONDITIONS) || !isText(observe, MAX_OBSERVED)) return undefined;
  return { mode: known, array, stream, assume, observe };
}

/** The parts of a question that are not usual. */
export function writeQuestion(question: Arm64Question): Partial<Arm64Question> {
  const unusual = Object.entries(question).filter(
    ([name, value]) => value !== usualQuestion[name as keyof Arm64Question],
  );
  return Object.fromEntries(unusual);
}
