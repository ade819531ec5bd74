/** The contract in the options, and its inputs by name. */

import type { Inputs, Spec } from '../engine/types';
import { formatValue } from '../kit/numbers';

/** A contract without its defaults: two integers is `{}`. */
export type SomeSpec = Partial<Spec>;

/** The return address that links of version 1 assumed. */
export const RETURN_ADDRESS_1 = 0xfee1dead;

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32;
const isPlace = (value: unknown) => value === 'apart' || value === 'behind';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** The type of each part of a contract, in the order in which they are written. */
const parts = {
  array: isCount,
  array_at: isPlace,
  array_beyond: isCount,
  stdin: isText,
  stdin_bytes: isCount,
  separate: isTexts,
  assume: isTexts,
  observe: isTexts,
  return_address: isCount,
} satisfies Record<keyof Spec, (value: unknown) => boolean>;

/** Validates a contract from outside; undefined if it is invalid. */
export function readContract(given: unknown): SomeSpec | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const entries = Object.entries(given);
  const isKnown = (name: string): name is keyof Spec => Object.hasOwn(parts, name);
  return entries.every(([name, value]) => isKnown(name) && parts[name](value))
    ? (given as SomeSpec)
    : undefined;
}

/** A canonical text of a contract; empty for two integers. */
export function writeContract(spec: SomeSpec): string {
  const names = Object.keys(parts) as (keyof Spec)[];
  const isSaid = (value: SomeSpec[keyof Spec], name: keyof Spec) =>
    value != null && (!Array.isArray(value) || value.length > 0 || name === 'observe');
  const said = names.filter((name) => isSaid(spec[name], name));
  return said.length === 0
    ? ''
    : JSON.stringify(Object.fromEntries(said.map((name) => [name, spec[name]])));
}

/** A contract as options of the command line, each preceded by a space; empty for two integers. */
export function optionsOf(spec: SomeSpec): string {
  const said = Object.entries(contractOf(writeContract(spec)));
  const options = said.flatMap(([name, value]) => {
    const values = name === 'observe' || !Array.isArray(value) ? [value] : value;
    return values.map((each) => ` --${name.replaceAll('_', '-')} ${quoted(String(each))}`);
  });
  return options.join('');
}

/** A text quoted as one shell argument. */
export const quoted = (text: string) =>
  /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Parses a text that {@link writeContract} wrote. */
export function contractOf(text: string): SomeSpec {
  if (text === '') return {};
  try {
    return readContract(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}

/** The registers whose initial words are free because their preservation is observed. */
function keptRegisters({ observe }: SomeSpec): number[] {
  const kept = (observe ?? []).flatMap((item) => {
    const match = /^keeps\s+\$(\d+)\s*(?:\.\.\s*\$(\d+))?$/.exec(item.trim());
    if (!match) return [];
    const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])];
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  });
  return [...new Set(kept)].filter((register) => register >= 4 && register < 30);
}

/** The names of a contract's input words, in the engine's order. */
export function namesOf(spec: SomeSpec | undefined): readonly string[] {
  const { array, array_beyond: beyond, stdin_bytes: bytes, separate = [] } = spec ?? {};
  const owned = (input: string, names: readonly string[]) =>
    separate.some((name) => name.trim() === input)
      ? ['left.', 'right.'].flatMap((owner) => names.map((name) => `${owner}${name}`))
      : names;
  const numbered = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name}[${index}]`);
  const registers = [...(array == null ? [1, 2] : []), ...keptRegisters(spec ?? {})];
  return [
    ...(array == null ? [] : owned('a', ['len', ...numbered('a', array)])),
    ...(array == null ? [] : owned('beyond', numbered('beyond', beyond ?? 0))),
    ...registers.flatMap((register) => owned(`$${register}`, [`$${register}`])),
    ...owned('in', numbered('in', bytes ?? 0)),
  ];
}

/** A relevant input word, with its name. */
export interface Named {
  name: string;
  word: number;
}

/** The inputs by name, without those beyond an array's end. */
export function named(spec: SomeSpec | undefined, inputs: readonly number[]): Named[] {
  const all = namesOf(spec).map((name, index) => ({ name, word: inputs[index] ?? 0 }));
  const length = (owner: string) => all.find(({ name }) => name === `${owner}len`)?.word ?? 0;
  return all.filter(({ name }) => {
    const element = /^(.*)a\[(\d+)\]$/.exec(name);
    return !element || Number(element[2]) < length(element[1] ?? '');
  });
}

/**
 * Inputs as a line: `$1 = 4, a = [1, 2]`, each word in the notation of sentences, or as `show`
 * formats it.
 */
export function describe(
  spec: SomeSpec | undefined,
  inputs: readonly number[],
  show: (word: number) => string = formatValue,
): string {
  const lists = new Map<string, string[]>();
  for (const { name, word } of named(spec, inputs)) {
    const [, owner = '', list] = /^((?:left|right)\.|)(len$|a|beyond|in)(?:$|\[)/.exec(name) ?? [];
    if (list === 'len') lists.set(`${owner}a`, []);
    else if (list)
      lists.set(`${owner}${list}`, [...(lists.get(`${owner}${list}`) ?? []), show(word)]);
    else lists.set(name, [show(word)]);
  }
  const isList = (name: string) => /(^|\.)(a|beyond|in)$/.test(name);
  return [...lists]
    .map(([name, words]) => `${name} = ${isList(name) ? `[${words.join(', ')}]` : words[0]}`)
    .join(', ');
}

/** Whether `$3` is observed; it may be part of a range of registers. */
export function observesResult({ observe }: SomeSpec): boolean {
  const holds = (item: string) => {
    const [, from, to = from] = /^\$(\d+)(?:\.\.\$(\d+))?$/.exec(item.trim()) ?? [];
    return Number(from) <= 3 && 3 <= Number(to);
  };
  return (observe ?? ['$3']).some(holds);
}

/** Whether this is the default contract: two integers, nothing else. */
export const isUsualContract = (spec: SomeSpec | undefined): boolean =>
  writeContract(spec ?? {}) === '';

export type { Inputs, Spec };
