/**
 * A comparison as a link: a version and the packed fields, `v2.…`. A version is frozen with its
 * vocabulary, its dictionary and its default options, and stays readable for ever. Every field is
 * validated when it is read: the link may come from anybody.
 *
 * The fields of version 2 are the texts of the left program's files, those of the right one's, and
 * then, unless everything has its default, a record in JSON:
 *
 * | field | content | omitted for |
 * |---|---|---|
 * | `files` | for each program its files' names; `[name, style]` of WLP4 in a style | one `main.asm` each |
 * | `names` | the author's names of the programs | none |
 * | `options` | the options that are not {@link usual} | the defaults |
 * | `contract` | the contract | two integers |
 * | `arm64` | the parts of the question about ARM64 programs that are not usual | MIPS programs |
 * | `receipt` | the result of the author's page | none |
 * | `needs` | the fields that a reader must support | none |
 *
 * To add a field, add a row here. Readers ignore unknown fields. A field without which the link
 * would be another question is also named in `needs`; a reader that does not support it reports
 * that the link is newer.
 *
 * Version 1 has the two texts and `names`, `options` and `receipt`.
 */

import { type Arm64Question, readQuestion, writeQuestion } from '../comparison/arm64-question';
import { RETURN_ADDRESS_1, readContract } from '../comparison/contract';
import type { Sources } from '../engine/sources';
import type { Options, Side } from '../engine/types';
import { assemblySource, MAIN, MAX_FILES } from '../programs/source';
import { CodecError, pack, unpack } from './codec';
import {
  isNarrowWord,
  isRecord,
  isWideWord,
  readFiles,
  readNames,
  readOptions,
  readReceipt,
  writeContractField,
  writeOptions,
  writeReceipt,
} from './fields';
import type { Receipt } from './receipt';
import { version1, version2 } from './vocabularies';

export { usual } from './fields';

/** The content of a link. */
export interface Shared {
  programs: Record<Side, Sources>;
  /** The author's names of the programs; empty without a name. */
  names: Record<Side, string>;
  options: Options;
  /** The question about ARM64 programs; absent for MIPS. */
  arm64?: Arm64Question | undefined;
  receipt: Receipt | undefined;
}

export type LinkProblem =
  /** Not a link of Tamarin. */
  | 'not-a-link'
  | 'damaged'
  | 'too-long'
  /** Of an unknown version, or with unknown needs. */
  | 'newer';

export type Reading = { ok: true; shared: Shared } | { ok: false; problem: LinkProblem };

const VERSION = 2;

/** The needs that a reader of this version supports. */
const KNOWN_NEEDS: readonly string[] = ['contract', 'arm64'];

/** The fragment after the `#`; undefined for programs that are too long for a link. */
export function write({ programs, names, options, arm64, receipt }: Shared): string | undefined {
  const { left, right } = programs;
  const isUsual = [left, right].every(
    (files) => files.length === 1 && files[0]?.name === MAIN && files[0].style === undefined,
  );
  const head = {
    ...(isUsual ? {} : { files: [left, right].map(writeFiles) }),
    ...(names.left || names.right ? { names: [names.left, names.right] } : {}),
    ...writeOptions(options),
    ...writeContractField(options),
    ...(arm64 ? { arm64: writeQuestion(arm64), needs: ['arm64'] } : {}),
    ...(receipt ? { receipt: writeReceipt(receipt) } : {}),
  };
  const fields = [...left, ...right].map(({ text }) => text);
  if (Object.keys(head).length > 0) fields.push(JSON.stringify(head));
  const packed = pack(fields, version2);
  return packed === undefined ? undefined : `v${VERSION}.${packed}`;
}

/** Parses the fragment after the `#`; never throws. */
export function read(fragment: string): Reading {
  const refuse = (problem: LinkProblem): Reading => ({ ok: false, problem });
  // An embed's options may follow, or punctuation after an address in a sentence.
  const match = /^v(\d{1,9})\.([^&]*?)[).,;:!?>'"]*(?:&.*)?$/s.exec(fragment);
  if (!match) return refuse('not-a-link');
  const version = Number(match[1]);
  if (version > VERSION) return refuse('newer');
  if (version < 1) return refuse('not-a-link');
  const packed = match[2] ?? '';
  try {
    const shared = version === 1 ? readVersion1(packed) : readVersion2(packed);
    return typeof shared === 'object' ? { ok: true, shared } : refuse(shared);
  } catch (error) {
    if (error instanceof CodecError) return refuse(error.reason);
    if (error instanceof SyntaxError) return refuse('damaged');
    throw error;
  }
}

function readVersion1(packed: string): Shared | LinkProblem {
  const [left, right, head] = unpack(packed, version1);
  if (left === undefined || right === undefined) return 'damaged';
  const fields = parse(head);
  const programs = { left: assemblySource(left), right: assemblySource(right) };
  // The value that version 1 assumed.
  const contract = { return_address: RETURN_ADDRESS_1 };
  return fields ? withRest(programs, { ...fields, contract }) : 'damaged';
}

function readVersion2(packed: string): Shared | LinkProblem {
  const texts = unpack(packed, version2);
  const fields = parse(texts.length > 2 ? texts.pop() : undefined);
  if (!fields) return 'damaged';
  const { needs = [] } = fields;
  if (!Array.isArray(needs)) return 'damaged';
  if (!needs.every((need) => KNOWN_NEEDS.includes(need))) return 'newer';
  const files = fields.files === undefined ? [[MAIN], [MAIN]] : fields.files;
  if (!Array.isArray(files) || files.length !== 2) return 'damaged';
  const sides = files.map((names) => {
    const count = Array.isArray(names) ? names.length : 0;
    return readFiles(names, texts.splice(0, count), MAX_FILES);
  });
  const [left, right] = sides;
  if (!left || !right || texts.length > 0) return 'damaged';
  return withRest({ left, right }, fields);
}

function withRest(
  programs: Record<Side, Sources>,
  fields: Record<string, unknown>,
): Shared | LinkProblem {
  const contract = fields.contract === undefined ? {} : readContract(fields.contract);
  const options = contract && readOptions(fields.options, contract);
  const arm64 = fields.arm64 === undefined ? undefined : readQuestion(fields.arm64);
  const isWord = arm64 ? isWideWord : isNarrowWord;
  const receipt = fields.receipt === undefined ? undefined : readReceipt(fields.receipt, isWord);
  if (!options || (fields.receipt !== undefined && !receipt)) return 'damaged';
  if (fields.arm64 !== undefined && !arm64) return 'damaged';
  return { programs, names: readNames(fields.names), options, arm64, receipt };
}

/** The record of a link; undefined if it is invalid. */
function parse(head: string | undefined): Record<string, unknown> | undefined {
  const fields: unknown = head === undefined ? {} : JSON.parse(head);
  return isRecord(fields) ? fields : undefined;
}

const writeFiles = (files: Sources) =>
  files.map(({ name, style }) => (style === undefined ? name : [name, style]));
