/** The page's texts on ARM64 programs. */

import { type Arm64Question, bytesOf, conditionsOf, type Mode } from '../comparison/arm64-question';
import { count, number } from '../kit/phrases';

const modeNames = {
  usual: 'as the course says',
  arm: 'as a processor divides',
  course: 'as the course’s emulator runs',
} satisfies Record<Mode, string>;

export const question = {
  label: 'What is compared',
  change: 'Change',
  changeLabel: 'Change the inputs and the machine',
  /** @param most The most elements of the array; null for two numbers. */
  ask: (most: number | null): string =>
    most === null
      ? 'Do both give the same for all x0 and x1?'
      : `Do both give the same for every array of up to ${count(most, 'number', 'numbers')}?`,
  given: (question: Arm64Question, most: number | null): string => {
    const { mode, stream } = question;
    const bytes = bytesOf(question) ?? 0;
    const observed = question.observe.trim();
    const conditions = conditionsOf(question);
    return [
      most === null ? '64-bit inputs in x0 and x1' : 'the address in x0, the length in x1',
      ...(stream === '' ? [] : [`${count(stream.length, 'character', 'characters')} to be read`]),
      ...(bytes === 0 ? [] : [`any ${count(bytes, 'byte', 'bytes')} to be read`]),
      ...(mode === 'usual' ? [] : [modeNames[mode]]),
      ...(observed === '' ? [] : [`compared are ${observed}`]),
      ...(conditions.length === 0 ? [] : [`only with ${conditions.join(' and ')}`]),
    ].join(', ');
  },
  wrong: {
    array: 'The length of the array is no number that can be used.',
    bytes: 'The number of bytes is no number that can be used.',
  },
};

export const form = {
  title: 'What is compared',
  inputs: 'Inputs',
  two: 'two numbers, in x0 and x1',
  array: 'an array: its address in x0, its length in x1',
  most: 'Numbers at most',
  wrongCount: (most: number) => `A number from 0 to ${number(most)}.`,
  stream: 'What the programs can read',
  streams: { text: 'this text', free: 'any bytes' },
  text: 'Text',
  bytes: 'How many bytes',
  noBytes: 'With an array the programs can only read a text.',
  assume: 'Only inputs with',
  assumeHelp: (isArray: boolean): string =>
    isArray
      ? 'A condition in each line, such as len > 0, sorted(a) or 0 <= a[*] < 100.'
      : 'A condition in each line, such as x0 >= 0 or x0 != x1; <u compares without a sign.',
  observe: 'What is compared where both stop',
  observeHelp: (isArray: boolean): string =>
    `Registers such as x0 or x19..x28, output, ${isArray ? 'a for the elements of the array' : 'a word of memory such as [0x1000]'}. A comma alone: only how the programs end.`,
  mode: 'Where the sources of the machine differ',
  modes: {
    usual: 'as the course’s documents say',
    arm: 'as a processor (--arm)',
    course: 'as the course’s emulator (--course)',
  } satisfies Record<Mode, string>,
  modeHelp: {
    usual: 'Division by zero faults. Only cmp sets the flags.',
    arm: 'Division by zero gives 0. Only cmp sets the flags.',
    course:
      'Division by zero and -2^63 / -1 fault. ldur and stur set the flags, too. Most equal programs cannot be proved equal then.',
  } satisfies Record<Mode, string>,
};

export const views = {
  label: 'Result',
  answer: 'Answer',
};

export const tests = {
  elements: 'the elements of an array',
};

export const answer = {
  label: 'Answer',
  running: 'Comparing: runs on some hundred inputs, then a search for a proof …',
  seconds: (seconds: number) => `${number(seconds)} s`,
  stopped: 'Stopped',
  stoppedMeans: (milliseconds: number) =>
    `No difference was found in ${number(Math.round(milliseconds / 1000))} s, and there is no proof.`,
  failed: 'The comparison failed',
  step: 'Step through',
  explain: 'Explain',
  share: 'Share',
  goOn: 'Search on',
  goOnHelp: 'Compare again, with more time for the proof',
  saveProof: 'Save the proof',
  saveProofHelp: 'A file that tamarin-check accepts, a program of its own',
  witness: 'For example',
  tried: (inputs: number) => `Both programs ran on ${count(inputs, 'input', 'inputs')}.`,
  proof: (obligations: number) =>
    `A proof of ${count(obligations, 'step', 'steps')} was found, and the kernel accepted it.`,
  wrongInput: 'A number is from -9223372036854775808 to 18446744073709551615, or 0x….',
};

export const proof = {
  unfinished: 'There is a proof to look at once a comparison has shown that the programs agree.',
  witness: 'The input is the proof: step through both programs on it.',
  none: 'No proof was found that the programs agree on all inputs.',
  files: 'evidence.json left.s right.s',
};

export const explain = {
  stepThere: 'Step through from there',
  stepThereLabel: 'Step through both runs from where they part',
  onInput: 'On this input',
  repairsNothing:
    'This points at instructions and repairs nothing: the values are the other program’s.',
};

export const searched = {
  leftOut: ({ more_runs, more_queries }: { more_runs: number; more_queries: number }) => {
    const runs = more_runs > 0 ? [count(more_runs, 'run', 'runs')] : [];
    const queries = more_queries > 0 ? [count(more_queries, 'query', 'queries')] : [];
    const parts = [...runs, ...queries].join(' and ');
    return parts ? `The search made ${parts} more, which are not listed.` : undefined;
  },
};

export const versions = {
  intro:
    'The left program is taken for the old version and the right one for the new one. Their procedures are paired, and each pair is compared by its text and then on what its callers may pass and read.',
  cut: 'The time was over.',
  longer: 'Compare for longer',
};

export const examples = {
  open: 'Example',
  title: 'Examples for ARM64',
};
