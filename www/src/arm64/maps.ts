/** Maps of ARM64 programs. */

import { type Arm64Question, arrayOf, inputNames } from '../comparison/arm64-question';
import { isSame, type Sources } from '../engine/sources';
import type { Side } from '../engine/types';
import { formatBoth } from '../evidence/map/messages';
import type { MapMachine, MapSource, Words } from '../evidence/map/plane';
import { formatAnyWord, parseWideWord } from '../kit/words';
import type { ExplainRequest, GivenInputs, Question } from './types';

export const mapMachine: MapMachine = {
  bits: 64,
  result: 'x0',
  format: formatAnyWord,
  parse: (text) => {
    const word = parseWideWord(text);
    return word === undefined ? undefined : BigInt.asIntN(64, word);
  },
};

/** The most elements of an array on a map: each can be on an axis, and has a value on the map. */
const MOST = 32;

/** Regions of two programs, for a question. */
export interface Regions {
  of: Pick<ExplainRequest, 'left' | 'right' | 'question'>;
  report: { regions: readonly { condition: string }[] };
}

/** What maps take from a playground for ARM64. */
interface Place {
  programs(): Record<Side, Sources>;
  question(): Arm64Question;
  /** The question as the engine takes it. */
  asked(): Question;
  isCompared(): boolean;
  witness(): GivenInputs | undefined;
  /** The regions of an explained difference, if they are known. */
  regions(): Regions | undefined;
  step(given: GivenInputs): void;
}

/** The names of the inputs: those of numbers, or the length and the elements of an array. */
const namesOf = (question: Arm64Question, most: number | null | undefined): readonly string[] =>
  most == null
    ? inputNames(question)
    : ['len', ...Array.from({ length: most }, (_, at) => `a[${at}]`)];

/** An input as the words of a map, where an array has the elements that it does not have as 0. */
export function toWords(given: GivenInputs, most: number | null | undefined): Words | undefined {
  const signed = (word: string) => BigInt.asIntN(64, BigInt(word));
  if ('numbers' in given) return most == null ? given.numbers.map(signed) : undefined;
  const { elements } = given;
  if (most == null || elements.length > most) return undefined;
  const rest = Array.from({ length: most - elements.length }, () => 0n);
  return [BigInt(elements.length), ...elements.map(signed), ...rest];
}

/** The words of a map as an input; undefined for a length that no array has. */
export function toGiven(words: Words, most: number | null | undefined): GivenInputs | undefined {
  const [first = 0n, ...rest] = words;
  if (most == null) return { numbers: words.map(String) };
  if (first < 0n || first > BigInt(rest.length)) return undefined;
  return { elements: rest.slice(0, Number(first)).map(String) };
}

export function arm64Maps(place: Place): MapSource {
  const most = () => {
    const array = arrayOf(place.question());
    return array == null ? array : Math.min(array, MOST);
  };
  const texts = new WeakMap<object, readonly string[]>();
  const witness = () => {
    const given = place.witness();
    return given && toWords(given, most());
  };
  return {
    mapped() {
      const names = namesOf(place.question(), most());
      const ground = names.map((name) => (name === 'len' ? BigInt(most() ?? 0) : 0n));
      const array = most();
      const question = { question: { ...place.asked(), ...(array != null && { array }) } };
      return { machine: mapMachine, programs: place.programs(), names, ground, question };
    },
    isCompared: () => place.isCompared(),
    known() {
      const known = witness();
      return known ? [known] : [];
    },
    witness,
    describe({ names }, inputs, format) {
      const show = (word: bigint) => formatBoth(mapMachine, word, format);
      const isArray = names[0] === 'len';
      const given = toGiven(inputs, isArray ? names.length - 1 : null);
      if (given && 'elements' in given) {
        return `a = [${given.elements.map((word) => show(BigInt(word))).join(', ')}]`;
      }
      return names.map((name, at) => `${name} = ${show(inputs[at] ?? 0n)}`).join(', ');
    },
    conditions({ programs, question }) {
      const found = place.regions();
      if (!found) return NONE;
      const { of, report } = found;
      const isOfThese =
        isSame(of.left, programs.left) &&
        isSame(of.right, programs.right) &&
        JSON.stringify({ question: of.question }) === JSON.stringify(question);
      if (!isOfThese) return NONE;
      // The same list for the same regions: its identity is a cache key.
      const conditions = texts.get(report) ?? report.regions.map(({ condition }) => condition);
      texts.set(report, conditions);
      return conditions;
    },
    step(inputs) {
      const given = toGiven(inputs, most());
      if (given) place.step(given);
    },
  };
}

const NONE: readonly string[] = [];
