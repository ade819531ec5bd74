/** The fields of a link's record: writing, reading, and validation. */

import { isUsualContract, type SomeSpec, type Spec, writeContract } from '../comparison/contract';
import {
  earlierEffort,
  fromFields,
  type OptionFields,
  optionNames,
  solvers,
  strategies,
  toFields,
} from '../comparison/options';
import { type SourceFile, type Sources, styles } from '../engine/sources';
import type { Options, Side, Verdict } from '../engine/types';
import { asFileName } from '../programs/source';
import { asName } from './name';
import { type Ending, MAX_PRINTED, type Receipt, type ReceiptWord } from './receipt';

/** The default options of links, independent of the engine's defaults. */
export const usual: OptionFields = {
  fuel: '10000',
  depth: '',
  input1: '42',
  input2: '42',
  maxRuns: '10000',
  seconds: '',
  effort: '100000',
  strategy: 'product',
  solver: 'portfolio',
  contract: '',
};

/** Maximum number of input words. */
const MAX_INPUTS = 1000;

const verdicts: readonly Verdict[] = [
  'disequivalent',
  'equivalent',
  'equivalent-if-both-stop',
  'equivalent-up-to',
  'possibly-equivalent',
];

export function writeOptions(options: Options): { options?: Record<string, string | number> } {
  // The contract is a field of its own.
  const fields = { ...toFields(options), contract: '' };
  const unusual = Object.entries(fields).filter(
    ([name, value]) => value !== usual[name as keyof OptionFields],
  );
  if (unusual.length === 0) return {};
  const short = (value: string) => (String(Number(value)) === value ? Number(value) : value);
  return { options: Object.fromEntries(unusual.map(([name, value]) => [name, short(value)])) };
}

/** The contract, which a reader has to support, unless it is two integers. */
export function writeContractField({ contract = {} as Spec }: Options) {
  return isUsualContract(contract)
    ? {}
    : { contract: JSON.parse(writeContract(contract)) as SomeSpec, needs: ['contract'] };
}

export function writeReceipt({ engine, verdict, certificate, witness }: Receipt) {
  if (certificate) return { engine, verdict, certificate };
  const { printed, ...rest } = witness ?? {};
  const texts = printed && [printed.from, printed.left, printed.right];
  return { engine, verdict, ...rest, ...(texts ? { printed: texts } : {}) };
}

/** The files of a program; undefined if names and texts are invalid. */
export function readFiles(
  names: unknown,
  texts: readonly string[],
  most: number,
): Sources | undefined {
  if (!Array.isArray(names) || names.length === 0 || names.length > most) return undefined;
  if (texts.length !== names.length) return undefined;
  const files = names.map((given: unknown, index): SourceFile | undefined => {
    const [written, style]: unknown[] = Array.isArray(given) ? given : [given];
    const name = asFileName(written);
    const text = texts[index] ?? '';
    if (name === '' || name !== written) return undefined;
    if (style === undefined) return { name, text };
    const known = styles.find((other) => other === style);
    return known && { name, text, style: known };
  });
  const whole = files.filter((file) => file !== undefined);
  const isWhole = whole.length === names.length;
  return isWhole && new Set(whole.map(({ name }) => name)).size === whole.length
    ? whole
    : undefined;
}

export function readNames(names: unknown): Record<Side, string> {
  const [left, right]: unknown[] = Array.isArray(names) ? names : [];
  return { left: asName(left), right: asName(right) };
}

export function readOptions(given: unknown, contract: SomeSpec): Options | undefined {
  if (given === undefined) given = {};
  if (!isRecord(given)) return undefined;
  const fields = { ...usual };
  for (const name of optionNames) {
    const value = given[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    fields[name] = String(value);
  }
  // Links from before there was one effort for all solvers.
  if (given.effort === undefined) {
    fields.effort = earlierEffort(given, given.solver ?? usual.solver) ?? usual.effort;
  }
  const strategy = strategies.find((name) => name === (given.strategy ?? usual.strategy));
  const solver = solvers.find((name) => name === (given.solver ?? usual.solver));
  if (!strategy || !solver) return undefined;
  const reading = fromFields({ ...fields, strategy, solver, contract: writeContract(contract) });
  return reading.ok ? reading.options : undefined;
}

/** @param isWord Whether something is a word of the link's machine. */
export function readReceipt(
  given: unknown,
  isWord: (value: unknown) => value is ReceiptWord,
): Receipt | undefined {
  if (!isRecord(given)) return undefined;
  const { engine, inputs } = given;
  const verdict = verdicts.find((name) => name === given.verdict);
  if (!verdict || typeof engine !== 'string' || !/^[\w.+-]{1,32}$/.test(engine)) return undefined;
  if (verdict !== 'disequivalent') {
    // The checker validates its contents.
    const { certificate } = given;
    if (certificate !== undefined && !isRecord(certificate)) return undefined;
    return { engine, verdict, certificate, witness: undefined };
  }
  const left = readEnding(given.left, isWord);
  const right = readEnding(given.right, isWord);
  if (!isInputs(inputs, isWord) || !left || !right) return undefined;
  const printed = readPrinted(given.printed);
  if (given.printed !== undefined && !printed) return undefined;
  const certificate = undefined;
  return { engine, verdict, certificate, witness: { inputs, left, right, printed } };
}

function readPrinted(given: unknown) {
  const [from, left, right]: unknown[] = Array.isArray(given) ? given : [];
  const isText = (text: unknown): text is string =>
    typeof text === 'string' && text.length <= MAX_PRINTED;
  return isNarrowWord(from) && isText(left) && isText(right) ? { from, left, right } : undefined;
}

function readEnding(
  given: unknown,
  isWord: (value: unknown) => value is ReceiptWord,
): Ending | undefined {
  if (!Array.isArray(given)) return undefined;
  const [kind, value]: unknown[] = given;
  if (kind === 'done' && isWord(value)) return ['done', value];
  if (kind === 'fault' && typeof value === 'string' && /^[a-z-]{1,40}$/.test(value)) {
    return ['fault', value];
  }
  return kind === 'out-of-fuel' ? ['out-of-fuel'] : undefined;
}

function isInputs(
  value: unknown,
  isWord: (value: unknown) => value is ReceiptWord,
): value is ReceiptWord[] {
  return Array.isArray(value) && value.length <= MAX_INPUTS && value.every(isWord);
}

export function isNarrowWord(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32;
}

/** Whether a value is a word of 64 bits, in decimal and without a sign. */
export function isWideWord(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9]{1,20}$/.test(value) && BigInt(value) < 2n ** 64n;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
