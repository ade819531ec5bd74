/** Tests of ARM64 programs. */

import { type Arm64Question, arrayOf, inputNames } from '../comparison/arm64-question';
import type { TestedMachine, Tried } from '../evidence/mutants/tested';
import { formatAnyWord } from '../kit/words';
import { tests as messages } from './messages';
import type { GivenInputs, Question } from './types';

/** What tests take from a playground for ARM64. */
interface Place {
  question(): Arm64Question;
  /** The question as the engine takes it. */
  asked(): Question;
}

export const arm64Tests = ({ question, asked }: Place): TestedMachine => ({
  names: () => (arrayOf(question()) == null ? inputNames(question()) : [messages.elements]),
  example() {
    if (arrayOf(question()) != null) return '3, 1, 2\n[]';
    const bytes = ', 49'.repeat(inputNames(question()).length - 2);
    return `1, 2${bytes}\n-1, 0x10${bytes}`;
  },
  question: () => ({ question: asked() }),
  given: givenBy,
  inShort(tried) {
    const words = [...(tried.inputs ?? tried.elements ?? [])];
    const text = words.map((word) => formatAnyWord(BigInt(word), 'signed')).join(', ');
    return tried.inputs ? text : `[${text}]`;
  },
  files: '.s,.asm,.wlp4,.com,.bin',
});

const givenBy = ({ inputs, elements }: Tried): GivenInputs =>
  inputs ? { numbers: inputs.map(String) } : { elements: [...(elements ?? [])] };
