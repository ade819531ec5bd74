/** What the sentences about a receipt depend on, for programs of any machine. */

import { type Arm64Question, arrayOf, bytesOf, describeWords } from '../comparison/arm64-question';
import { describe, isUsualContract, observesResult } from '../comparison/contract';
import { formatValue } from '../kit/numbers';
import { count } from '../kit/phrases';
import { formatAnyValue } from '../kit/words';
import type { ReceiptWord } from './receipt';
import type { Shared } from './schema';

export interface Compared {
  /** All inputs, as a noun phrase. */
  every: string;
  fuel: number;
  /** The sentence about a program that is done. */
  done: 'done' | 'done-arm64' | 'stops';
  value(word: ReceiptWord): string;
  describe(inputs: readonly ReceiptWord[]): string;
}

function everyOf(question: Arm64Question): string {
  const [most, bytes] = [arrayOf(question), bytesOf(question)];
  if (most != null) return `every array of up to ${count(most, 'element', 'elements')}`;
  return bytes == null || bytes === 0
    ? 'every input'
    : `every input with any ${count(bytes, 'byte', 'bytes')} of standard input`;
}

/** What a link's programs are compared on. */
export function comparedOf({ options, arm64 }: Pick<Shared, 'options' | 'arm64'>): Compared {
  const { contract, fuel } = options;
  if (arm64) {
    return {
      every: everyOf(arm64),
      fuel,
      done: 'done-arm64',
      value: (word) => formatAnyValue(BigInt(word)),
      describe: (inputs) => describeWords(arm64, inputs.map(BigInt)),
    };
  }
  return {
    every: isUsualContract(contract) ? 'every input' : 'every input that the contract allows',
    fuel,
    done: observesResult(contract ?? {}) ? 'done' : 'stops',
    value: (word) => formatValue(Number(word)),
    describe: (inputs) => describe(contract, inputs.map(Number)),
  };
}
