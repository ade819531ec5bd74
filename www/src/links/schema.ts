/**
 * A comparison as a link: `v1.` and the packed fields, which are the left
 * program, the right one and, in JSON, what is not as usual.
 *
 * Version 1 is frozen with its words, its dictionary and its usual options.
 * Fields may be added to the JSON, because readers pass over those that they
 * do not know; whatever else changes is another version, and this one stays
 * readable. What is read is checked field by field: it may come from anybody.
 */

import {
  earlierEffort,
  fromFields,
  type OptionFields,
  optionNames,
  solvers,
  strategies,
  toFields,
} from '../comparison/options';
import type { Options, Side, Verdict } from '../engine/types';
import { CodecError, pack, unpack } from './codec';
import { asName } from './name';
import type { Ending, Receipt } from './receipt';

/** What a link holds. */
export interface Shared {
  programs: Record<Side, string>;
  /** What the author calls the programs; empty without a name. */
  names: Record<Side, string>;
  options: Options;
  receipt: Receipt | undefined;
}

export type LinkProblem =
  /** Not of Tamarin's making. */
  | 'not-a-link'
  | 'damaged'
  | 'too-long'
  /** Of a version that this page does not know. */
  | 'newer';

export type Reading = { ok: true; shared: Shared } | { ok: false; problem: LinkProblem };

const VERSION = 1;

/** The options that a link of version 1 leaves out, whatever the engine's own are. */
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
};

const verdicts: readonly Verdict[] = [
  'disequivalent',
  'equivalent',
  'equivalent-up-to',
  'possibly-equivalent',
];

/** What stands after the `#`; undefined for programs that are too long for a link. */
export function write({ programs, names, options, receipt }: Shared): string | undefined {
  const head = {
    ...(names.left || names.right ? { names: [names.left, names.right] } : {}),
    ...writeOptions(options),
    ...(receipt ? { receipt: writeReceipt(receipt) } : {}),
  };
  const fields = [programs.left, programs.right];
  if (Object.keys(head).length > 0) fields.push(JSON.stringify(head));
  const packed = pack(fields);
  return packed === undefined ? undefined : `v${VERSION}.${packed}`;
}

/** Reads what stands after the `#`; never throws. */
export function read(fragment: string): Reading {
  const refuse = (problem: LinkProblem): Reading => ({ ok: false, problem });
  // An embed's options may follow, or what a sentence puts behind an address.
  const match = /^v(\d{1,9})\.([^&]*?)[).,;:!?>'"]*(?:&.*)?$/s.exec(fragment);
  if (!match) return refuse('not-a-link');
  const version = Number(match[1]);
  if (version > VERSION) return refuse('newer');
  if (version < VERSION) return refuse('not-a-link');
  try {
    const [left, right, head] = unpack(match[2] ?? '');
    const shared = left === undefined || right === undefined ? undefined : readHead(head);
    if (!shared) return refuse('damaged');
    return { ok: true, shared: { programs: { left: left ?? '', right: right ?? '' }, ...shared } };
  } catch (error) {
    if (error instanceof CodecError) return refuse(error.reason);
    if (error instanceof SyntaxError) return refuse('damaged');
    throw error;
  }
}

function writeOptions(options: Options): { options?: Record<string, string | number> } {
  const fields = toFields(options);
  const unusual = Object.entries(fields).filter(
    ([name, value]) => value !== usual[name as keyof OptionFields],
  );
  if (unusual.length === 0) return {};
  const short = (value: string) => (String(Number(value)) === value ? Number(value) : value);
  return { options: Object.fromEntries(unusual.map(([name, value]) => [name, short(value)])) };
}

function writeReceipt({ engine, verdict, witness }: Receipt) {
  return { engine, verdict, ...witness };
}

function readHead(head: string | undefined): Omit<Shared, 'programs'> | undefined {
  const fields: unknown = head === undefined ? {} : JSON.parse(head);
  if (!isRecord(fields)) return undefined;
  const options = readOptions(fields.options);
  const receipt = fields.receipt === undefined ? undefined : readReceipt(fields.receipt);
  if (!options || (fields.receipt !== undefined && !receipt)) return undefined;
  return { names: readNames(fields.names), options, receipt };
}

function readNames(names: unknown): Record<Side, string> {
  const [left, right]: unknown[] = Array.isArray(names) ? names : [];
  return { left: asName(left), right: asName(right) };
}

function readOptions(given: unknown): Options | undefined {
  if (given === undefined) given = {};
  if (!isRecord(given)) return undefined;
  const fields = { ...usual };
  for (const name of optionNames) {
    const value = given[name];
    if (value === undefined) continue;
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    fields[name] = String(value);
  }
  // Links from before it was one number for all solvers.
  if (given.effort === undefined) {
    fields.effort = earlierEffort(given, given.solver ?? usual.solver) ?? usual.effort;
  }
  const strategy = strategies.find((name) => name === (given.strategy ?? usual.strategy));
  const solver = solvers.find((name) => name === (given.solver ?? usual.solver));
  if (!strategy || !solver) return undefined;
  const reading = fromFields({ ...fields, strategy, solver });
  return reading.ok ? reading.options : undefined;
}

function readReceipt(given: unknown): Receipt | undefined {
  if (!isRecord(given)) return undefined;
  const { engine, inputs } = given;
  const verdict = verdicts.find((name) => name === given.verdict);
  if (!verdict || typeof engine !== 'string' || !/^[\w.+-]{1,32}$/.test(engine)) return undefined;
  if (verdict !== 'disequivalent') return { engine, verdict, witness: undefined };
  const left = readEnding(given.left);
  const right = readEnding(given.right);
  if (!isInputs(inputs) || !left || !right) return undefined;
  return { engine, verdict, witness: { inputs, left, right } };
}

function readEnding(given: unknown): Ending | undefined {
  if (!Array.isArray(given)) return undefined;
  const [kind, value]: unknown[] = given;
  if (kind === 'done' && isWord(value)) return ['done', value];
  if (kind === 'fault' && typeof value === 'string' && /^[a-z-]{1,40}$/.test(value)) {
    return ['fault', value];
  }
  return kind === 'out-of-fuel' ? ['out-of-fuel'] : undefined;
}

function isInputs(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(isWord);
}

function isWord(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
