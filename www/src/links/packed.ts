/**
 * Links of other kinds than comparisons: a letter for the kind, a version, and packed fields, which
 * are texts and finally a record in JSON. Each kind validates what is read.
 */

import { CodecError, pack, unpack } from './codec';
import { isRecord } from './fields';
import type { LinkProblem } from './schema';
import { version2 as vocabulary } from './vocabularies';

/** A kind of links. */
export interface Kind<T extends object> {
  letter: string;
  /** The newest known version. */
  version: number;
  /** The needs that this reader supports. */
  knownNeeds: readonly string[];
  /** The content of a link, or why it is invalid. */
  readFields(record: Record<string, unknown>, texts: string[]): T | LinkProblem;
}

/** The fragment after the `#`; undefined if it is too long for a link. */
export function writePacked(
  { letter, version }: Pick<Kind<object>, 'letter' | 'version'>,
  texts: readonly string[],
  record: object,
): string | undefined {
  const packed = pack([...texts, JSON.stringify(record)], vocabulary);
  return packed === undefined ? undefined : `${letter}${version}.${packed}`;
}

/** Whether a fragment declares itself to be of a kind. */
export const isOfKind = ({ letter }: Pick<Kind<object>, 'letter'>, fragment: string): boolean =>
  fragment.startsWith(letter) && /^\d/.test(fragment.slice(letter.length));

/** Parses the fragment after the `#`; never throws. */
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
