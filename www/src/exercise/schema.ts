/**
 * A worksheet as a link: `x1.…`, packed like links of comparisons (`links/codec.ts`).
 *
 * The fields are texts, and finally a record in JSON. For each task the texts are those of its
 * Markdown, of the starting files, and of the files of an open reference. The record:
 *
 * | field | content | omitted for |
 * |---|---|---|
 * | `title` | of the worksheet | none |
 * | `tasks` | a record for each task | |
 * | `needs` | the features that a reader must support | none |
 *
 * and of a task:
 *
 * | field | content | omitted for |
 * |---|---|---|
 * | `title` | | none |
 * | `files` | names of the starting files, as in a comparison's link | one `main.asm` |
 * | `reference` | `{"open": names}`, `{"sealed": {...}}` | elsewhere |
 * | `options`, `contract` | as in a comparison's link | the defaults, two integers |
 * | `arm64` | the parts of the question about ARM64 programs that are not usual | MIPS programs |
 * | `hints` | a text, or `["regions"]`, `["cause"]`, `["mend"]` | none |
 * | `tokens` | number of verdicts | unlimited |
 *
 * A version is frozen with its vocabulary. Readers ignore unknown fields, and refuse a link with
 * unknown needs.
 */

import { readQuestion, writeQuestion } from '../comparison/arm64-question';
import { readContract } from '../comparison/contract';
import type { Sources } from '../engine/sources';
import { parseWideWord } from '../kit/words';
import {
  isRecord,
  readFiles,
  readOptions,
  writeContractField,
  writeOptions,
} from '../links/fields';
import { asName } from '../links/name';
import { isOfKind, type Kind, readPacked, writePacked } from '../links/packed';
import type { LinkProblem } from '../links/schema';
import { MAIN, MAX_FILES } from '../programs/source';
import {
  type Hint,
  MAX_HINTS,
  MAX_SEALED_INPUTS,
  MAX_TASKS,
  MAX_TOKENS,
  type Reference,
  type Seal,
  type SealedInput,
  type Task,
  type Worksheet,
} from './exercise';

export type Reading = { ok: true; sheet: Worksheet } | { ok: false; problem: LinkProblem };

const kind: Kind<Worksheet> = { letter: 'x', version: 1, knownNeeds: ['arm64'], readFields };

/** Maximum size of a sealed reference, in characters of base64url. */
const MAX_BOX = 60_000;

/** The fragment after the `#`; undefined if it is too long for a link. */
export function write({ title, tasks }: Worksheet): string | undefined {
  const texts = tasks.flatMap(({ text, start, reference }) => [
    text,
    ...start.map((file) => file.text),
    ...(reference.mode === 'open' ? reference.program.map((file) => file.text) : []),
  ]);
  const record = {
    ...(title ? { title } : {}),
    tasks: tasks.map(writeTask),
    ...(tasks.some(({ arm64 }) => arm64) ? { needs: ['arm64'] } : {}),
  };
  return writePacked(kind, texts, record);
}

function writeTask({ title, start, options, arm64, reference, hints, tokens }: Task) {
  // Every reader of exercises supports a contract.
  const { contract } = writeContractField(options);
  return {
    ...(title ? { title } : {}),
    ...(isMain(start) ? {} : { files: namesOf(start) }),
    ...writeReference(reference),
    ...writeOptions(options),
    ...(contract ? { contract } : {}),
    ...(arm64 ? { arm64: writeQuestion(arm64) } : {}),
    ...(hints.length > 0 ? { hints: hints.map(writeHint) } : {}),
    ...(tokens === undefined ? {} : { tokens }),
  };
}

const writeHint = (hint: Hint) => (hint.kind === 'text' ? hint.text : [hint.kind]);

function writeReference(reference: Reference) {
  switch (reference.mode) {
    case 'open':
      return { reference: { open: namesOf(reference.program) } };
    case 'sealed':
      return { reference: { sealed: reference.seal } };
    case 'elsewhere':
      return {};
    default:
      return reference satisfies never;
  }
}

const namesOf = (files: Sources) =>
  files.map(({ name, style }) => (style === undefined ? name : [name, style]));

const isMain = ([first, second]: Sources) =>
  second === undefined && first?.name === MAIN && first.style === undefined;

/** Whether a fragment declares itself a worksheet. */
export const isWorksheet = (fragment: string): boolean => isOfKind(kind, fragment);

/** The fragment without options after it: a worksheet's hash is computed from this. */
export const essence = (fragment: string): string => /^x\d{1,9}\.[\w-]*/.exec(fragment)?.[0] ?? '';

/** Parses the fragment after the `#`; never throws. */
export function read(fragment: string): Reading {
  const sheet = readPacked(kind, fragment);
  return typeof sheet === 'object' ? { ok: true, sheet } : { ok: false, problem: sheet };
}

function readFields(record: Record<string, unknown>, fields: string[]): Worksheet | LinkProblem {
  const { tasks: given } = record;
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_TASKS) return 'damaged';
  const tasks: Task[] = [];
  for (const one of given) {
    const task = isRecord(one) ? readTask(one, fields) : undefined;
    if (!task) return 'damaged';
    tasks.push(task);
  }
  // A page has the engine of one machine.
  const isOfOne = tasks.every(({ arm64 }) => !arm64 === !tasks[0]?.arm64);
  return fields.length === 0 && isOfOne ? { title: asName(record.title), tasks } : 'damaged';
}

/** @param texts Those that no task before has taken. */
function readTask(given: Record<string, unknown>, texts: string[]): Task | undefined {
  const text = texts.shift();
  const start = takeFiles(given.files === undefined ? [MAIN] : given.files, texts);
  const arm64 = given.arm64 === undefined ? undefined : readQuestion(given.arm64);
  if (given.arm64 !== undefined && !arm64) return undefined;
  const reference = readReference(given.reference, texts, arm64 ? isWideInput : isInput);
  const contract = given.contract === undefined ? {} : readContract(given.contract);
  const options = contract && readOptions(given.options, contract);
  const hints = given.hints === undefined ? [] : readHints(given.hints);
  const { tokens } = given;
  const isTokens = tokens === undefined || isCount(tokens, MAX_TOKENS);
  if (text === undefined || !start || !reference || !options || !hints || !isTokens)
    return undefined;
  const question = arm64 ? { arm64 } : {};
  return {
    title: asName(given.title),
    text,
    start,
    options,
    ...question,
    reference,
    hints,
    tokens,
  };
}

function takeFiles(names: unknown, texts: string[]): Sources | undefined {
  const count = Array.isArray(names) ? names.length : 0;
  return readFiles(names, texts.splice(0, count), MAX_FILES);
}

type IsInput = (value: unknown) => value is SealedInput;

function readReference(given: unknown, texts: string[], isInput: IsInput): Reference | undefined {
  if (given === undefined) return { mode: 'elsewhere' };
  if (!isRecord(given)) return undefined;
  if (given.open !== undefined) {
    const program = takeFiles(given.open, texts);
    return program && { mode: 'open', program };
  }
  const seal = readSeal(given.sealed, isInput);
  return seal && { mode: 'sealed', seal };
}

function readSeal(given: unknown, isInput: IsInput): Seal | undefined {
  if (!isRecord(given)) return undefined;
  const { inputs, salt, hash, nonce, box } = given;
  if (!isBytes(salt, 64) || !isBytes(hash, 64) || !isBytes(nonce, 64)) return undefined;
  if (!isBytes(box, MAX_BOX) || !Array.isArray(inputs)) return undefined;
  if (inputs.length === 0 || inputs.length > MAX_SEALED_INPUTS) return undefined;
  return inputs.every(isInput) ? { inputs, salt, hash, nonce, box } : undefined;
}

function readHints(given: unknown): Hint[] | undefined {
  if (!Array.isArray(given) || given.length > MAX_HINTS) return undefined;
  const hints = given.map((one: unknown): Hint | undefined => {
    if (typeof one === 'string') return { kind: 'text', text: one };
    const [name]: unknown[] = Array.isArray(one) ? one : [];
    const kind = (['regions', 'cause', 'mend'] as const).find((known) => known === name);
    return kind && { kind };
  });
  const known = hints.filter((hint) => hint !== undefined);
  return known.length === hints.length ? known : undefined;
}

const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

const isBytes = (value: unknown, most: number): value is string =>
  typeof value === 'string' && /^[\w-]+$/.test(value) && value.length <= most;

const isInput: IsInput = (value): value is SealedInput =>
  Array.isArray(value) && value.length <= 1000 && value.every((word) => isCount(word, 2 ** 32 - 1));

const isWideInput: IsInput = (value): value is SealedInput =>
  Array.isArray(value) && value.length <= 1000 && value.every(isWideWord);

const isWideWord = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= 20 && parseWideWord(value) !== undefined;
