/**
 * Links of other kinds than comparisons: a letter for the kind, a version, and packed fields, texts
 * and last a record in JSON. What is read is checked by whoever knows the kind.
 */

import { CodecError, pack, unpack } from './codec';
import { isRecord } from './fields';
import type { LinkProblem } from './schema';
import { version2 as vocabulary } from './vocabularies';

/** A kind of links. */
export interface Kind<T extends object> {
  letter: string;
  /** The newest version that is known. */
  version: number;
  /** What a reader of it knows of what a link may need. */
  knownNeeds: readonly string[];
  /** What a link holds, or why it is none. */
  readFields(record: Record<string, unknown>, texts: string[]): T | LinkProblem;
}

/** What stands after the `#`; undefined for what is too long for a link. */
export function writePacked(
  { letter, version }: Pick<Kind<object>, 'letter' | 'version'>,
  texts: readonly string[],
  record: object,
): string | undefined {
  const packed = pack([...texts, JSON.stringify(record)], vocabulary);
  return packed === undefined ? undefined : `${letter}${version}.${packed}`;
}

/** Whether what stands after the `#` says of itself that it is of a kind. */
export const isOfKind = ({ letter }: Pick<Kind<object>, 'letter'>, fragment: string): boolean =>
  fragment.startsWith(letter) && /^\d/.test(fragment.slice(letter.length));

/** Reads what stands after the `#`; never throws. */
export function readPacked<T extends object>(kind: Kind<T>, fragment: string): T | LinkProblem {
  const match = /^(\d{1,9})\.([\w-]*)/.exec(fragment.slice(kind.letter.length));
  if (!match || !fragment.startsWith(kind.letter) || Number(match[1]) < 1) return 'not-a-link';
  if (Number(match[1]) > kind.version) return 'newer';
  try {
    const texts = unpack(match[2] ?? '', vocabulary);
    const record: unknown = JSON.parse(texts.pop() ?? '');
    if (!isRecord(record)) return 'damaged';
    const { needs = [] } = record;
    if (!Array.isArray(needs)) return 'damaged';
    if (!needs.every((need) => kind.knownNeeds.includes(need))) return 'newer';
    return kind.readFields(record, texts);
  } catch (error) {
    if (error instanceof CodecError) return error.reason;
    if (error instanceof SyntaxError) return 'damaged';
    throw error;
  }
}
