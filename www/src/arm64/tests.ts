/** Tests of ARM64 programs. */

import { type Arm64Question, arrayOf } from '../comparison/arm64-question';
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
  names: () => (arrayOf(question()) == null ? ['x0', 'x1'] : [messages.elements]),
  example: () => (arrayOf(question()) == null ? '1, 2\n-1, 0x10' : '3, 1, 2\n[]'),
  question: () => ({ question: asked() }),
  given: givenBy,
  inShort(tried) {
    const words = [...(tried.inputs ?? tried.elements ?? [])];
    const text = words.map((word) => formatAnyWord(BigInt(word), 'signed')).join(', ');
    return tried.inputs ? text : `[${text}]`;
  },
  files: '.s,.asm,.wlp4,.com,.bin',
});

function givenBy({ inputs, elements }: Tried): GivenInputs {
  if (!inputs) return { elements: [...(elements ?? [])] };
  const [first = '0', second = '0'] = inputs.map(String);
  return { numbers: [first, second] };
}
