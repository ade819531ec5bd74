/** Maps of MIPS programs. */

import { inputsOf, witnessOf } from '../../comparison/comparison';
import {
  describe,
  type Inputs,
  namesOf,
  type SomeSpec,
  writeContract,
} from '../../comparison/contract';
import type { OptionControl } from '../../comparison/option-control';
import { isSame } from '../../engine/sources';
import type { RegionsView } from '../../engine/types';
import { formatBoth, formatWord, parseWord } from '../../kit/numbers';
import type { Store } from '../../kit/store';
import type { State } from '../../playground/state';
import type { MapMachine, Mapped, MapSource, Words } from './plane';

const machine: MapMachine = {
  bits: 32,
  result: '$3',
  format: (word, format) => formatWord(Number(word), format),
  parse: (text) => {
    const word = parseWord(text);
    return word === undefined ? undefined : BigInt(word | 0);
  },
};

interface Question {
  contract: SomeSpec;
  fuel: number;
}

/** Words of a map as inputs of a run. */
export const toInputs = (words: Words): Inputs => words.map((word) => Number(word) >>> 0);

export const toWords = (inputs: Inputs): Words => inputs.map((input) => BigInt(input | 0));

/** The programs and the contract of a playground, or of one of its comparisons. */
export function mapped(programs: Mapped['programs'], contract: SomeSpec, fuel: number): Mapped {
  const names = namesOf(contract);
  const length = BigInt(contract.array ?? 0);
  return {
    machine,
    programs,
    names,
    ground: names.map((name) => (name.endsWith('len') ? length : 0n)),
    question: { contract, fuel } satisfies Question,
  };
}

/** What a map takes from a playground for MIPS. */
export function mipsMaps(
  store: Store<State>,
  options: () => OptionControl,
  step: (inputs: Inputs) => void,
): MapSource {
  /** The same list for the same regions: its identity is a cache key. */
  const texts = new WeakMap<RegionsView, readonly string[]>();
  return {
    mapped: () => mapped(store.state.programs, options().contract, options().fuel),
    isCompared: () => store.state.comparison !== undefined,
    known: () => inputsOf(store.state.comparison).map(toWords),
    witness: () => {
      const witness = witnessOf(store.state.comparison);
      return witness && toWords(witness);
    },
    describe: ({ question }, inputs, format) =>
      describe((question as Question).contract, toInputs(inputs), (word) =>
        formatBoth(word, format),
      ),
    conditions: ({ programs, question }) => {
      const { explaining } = store.state;
      // The searches of an explanation are loaded later than this.
      if (explaining?.regions.state !== 'ended') return NONE;
      const regions = explaining.regions.view;
      const { left, right, contract } = explaining.request;
      const isOfThese =
        isSame(left, programs.left) &&
        isSame(right, programs.right) &&
        writeContract(contract ?? {}) === writeContract((question as Question).contract);
      if (!isOfThese) return NONE;
      const conditions =
        texts.get(regions) ?? regions.report.regions.map(({ condition }) => condition);
      texts.set(regions, conditions);
      return conditions;
    },
    step: (inputs) => step(toInputs(inputs)),
  };
}

const NONE: readonly string[] = [];
