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
  /** The text of the input stream. */
  stream: string;
  /** The number of bytes of the input stream if these are any; empty for the text. */
  bytes: string;
  /** What is assumed about the inputs: a condition in each line. */
  assume: string;
  /** What is observed: items with commas between; empty for `x0` and the output, a comma for nothing but how runs end. */
  observe: string;
}

/** The question about two numbers. A link does not contain what is usual, so this never changes. */
export const usualQuestion: Arm64Question = {
  mode: 'usual',
  array: '',
  stream: '',
  bytes: '',
  assume: '',
  observe: '',
};

/** The most elements of an array. */
export const MAX_ARRAY = 1_000_000;

/** The most bytes of an input stream if these are any. */
export const MAX_BYTES = 64;

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
export const arrayOf = ({ array }: Arm64Question): number | null | undefined =>
  countOf(array, MAX_ARRAY);

/** The number of any bytes of the input stream; undefined if that is no number in the range, null for a text. */
export const bytesOf = ({ bytes }: Arm64Question): number | null | undefined =>
  countOf(bytes, MAX_BYTES);

function countOf(text: string, most: number): number | null | undefined {
  if (text.trim() === '') return null;
  const count = parseInteger(text);
  return count !== undefined && count >= 0 && count <= most ? count : undefined;
}

/** The parts of a question that are no numbers in their range. */
export const wrongParts = (question: Arm64Question): readonly ('array' | 'bytes')[] => [
  ...(arrayOf(question) === undefined ? ['array' as const] : []),
  ...(bytesOf(question) === undefined ? ['bytes' as const] : []),
];

/** The names of the inputs: two numbers and any bytes of the input stream, or an array. */
export const inputNames = (question: Arm64Question): readonly string[] =>
  question.array.trim() === ''
    ? ['x0', 'x1', ...Array.from({ length: bytesOf(question) ?? 0 }, (_, at) => `in[${at}]`)]
    : ['a'];

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
  const { mode, array, stream, bytes, assume, observe } = read;
  const known = modes.find((name) => name === mode);
  const isText = (text: unknown, most: number): text is string =>
    typeof text === 'string' && text.length <= most;
  if (!known || !isText(array, 10) || !isText(bytes, 10)) return undefined;
  if (!isText(stream, MAX_STREAM)) return undefined;
  if (!isText(assume, MAX_CONDITIONS) || !isText(observe, MAX_OBSERVED)) return undefined;
  return { mode: known, array, stream, bytes, assume, observe };
}

/** The parts of a question that are not usual. */
export function writeQuestion(question: Arm64Question): Partial<Arm64Question> {
  const unusual = Object.entries(question).filter(
    ([name, value]) => value !== usualQuestion[name as keyof Arm64Question],
  );
  return Object.fromEntries(unusual);
}
