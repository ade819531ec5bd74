/**
 * Encodes texts as address characters. Fields are joined by a zero byte, common words of CS241
 * programs become one byte each, and the result is compressed (raw deflate, RFC 1951, with a preset
 * dictionary) and written in base64url (RFC 4648), preceded by the first three bytes of its CRC-32.
 * The input may come from anybody: every step has a limit.
 */

import { deflateSync, Inflate } from 'fflate';

/** Maximum number of characters of an address. */
export const MAX_CHARACTERS = 100_000;

/** Maximum number of bytes after unpacking. */
export const MAX_BYTES = 400_000;

/** Why characters could not be decoded. */
export class CodecError extends Error {
  override readonly name = 'CodecError';

  constructor(readonly reason: 'damaged' | 'too-long') {
    super(reason);
  }
}

const SEPARATOR = 0;
const FIRST_WORD = 0x80;
/** Precedes a non-ASCII character in UTF-8, and a zero. */
const ESCAPE = 0xff;
const CHECK_BYTES = 3;
/** Compressed bytes that are unpacked between two checks of the limit. */
const CHUNK = 512;

/** The words that are predefined in a version of links. */
export class Vocabulary {
  readonly phrases: readonly string[];
  /** The preset dictionary of the compressor. */
  readonly preset: Uint8Array;
  /** The words by their first character, longest first. */
  readonly #byFirst = new Map<string, { word: string; byte: number }[]>();

  /** @param phrases Words that are a byte each, at most 127. */
  constructor(phrases: readonly string[], dictionary: string) {
    this.phrases = phrases;
    for (const [index, word] of phrases.entries()) {
      const first = word.charAt(0);
      const others = this.#byFirst.get(first) ?? [];
      this.#byFirst.set(first, [...others, { word, byte: FIRST_WORD + index }]);
    }
    for (const some of this.#byFirst.values()) some.sort((a, b) => b.word.length - a.word.length);
    this.preset = new Uint8Array(toBytes(dictionary, this));
  }

  /** The longest word at a position of a text. */
  at(text: string, at: number): { word: string; byte: number } | undefined {
    return this.#byFirst.get(text.charAt(at))?.find(({ word }) => text.startsWith(word, at));
  }
}

/** Packs fields of text; undefined if they are too long to be unpacked again. */
export function pack(fields: readonly string[], vocabulary: Vocabulary): string | undefined {
  const bytes = fields.flatMap((field, index) => [
    ...(index > 0 ? [SEPARATOR] : []),
    ...toBytes(field, vocabulary),
  ]);
  if (bytes.length > MAX_BYTES) return undefined;
  const unpacked = new Uint8Array(bytes);
  const packed = deflateSync(unpacked, { level: 9, mem: 12, dictionary: vocabulary.preset });
  const whole = new Uint8Array(CHECK_BYTES + packed.length);
  whole.set(checkOf(unpacked));
  whole.set(packed, CHECK_BYTES);
  const characters = toBase64Url(whole);
  return characters.length > MAX_CHARACTERS ? undefined : characters;
}

/**
 * The fields that were packed.
 *
 * @throws {CodecError} for anything that {@link pack} does not give.
 */
export function unpack(characters: string, vocabulary: Vocabulary): string[] {
  if (characters.length > MAX_CHARACTERS) throw new CodecError('too-long');
  const whole = fromBase64Url(characters);
  const unpacked = inflate(whole.subarray(CHECK_BYTES), vocabulary);
  const isWhole = checkOf(unpacked).every((byte, index) => byte === whole[index]);
  if (!isWhole) throw new CodecError('damaged');
  return toFields(unpacked, vocabulary);
}

function inflate(packed: Uint8Array, { preset }: Vocabulary): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate({ dictionary: preset }, (chunk) => {
    length += chunk.length;
    if (length > MAX_BYTES) throw new CodecError('too-long');
    chunks.push(chunk);
  });
  try {
    for (let at = 0; at < packed.length; at += CHUNK) {
      stream.push(packed.slice(at, at + CHUNK), at + CHUNK >= packed.length);
    }
  } catch (error) {
    throw error instanceof CodecError ? error : new CodecError('damaged');
  }
  const unpacked = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    unpacked.set(chunk, at);
    at += chunk.length;
  }
  return unpacked;
}

function toBytes(text: string, vocabulary: Vocabulary): number[] {
  const bytes: number[] = [];
  const utf8 = new TextEncoder();
  for (let at = 0; at < text.length; ) {
    const known = vocabulary.at(text, at);
    if (known) {
      bytes.push(known.byte);
      at += known.word.length;
      continue;
    }
    const code = text.codePointAt(at) ?? 0;
    if (code > 0 && code < FIRST_WORD) bytes.push(code);
    else bytes.push(ESCAPE, ...utf8.encode(String.fromCodePoint(code)));
    at += code > 0xffff ? 2 : 1;
  }
  return bytes;
}

function toFields(bytes: Uint8Array, { phrases }: Vocabulary): string[] {
  const fields = [''];
  const add = (text: string) => {
    fields[fields.length - 1] += text;
  };
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte === ESCAPE) {
      const end = at + 1 + utf8Length(bytes[at + 1] ?? 0);
      try {
        add(utf8.decode(bytes.subarray(at + 1, end)));
      } catch {
        throw new CodecError('damaged');
      }
      at = end;
      continue;
    }
    if (byte === SEPARATOR) fields.push('');
    else if (byte < FIRST_WORD) add(String.fromCharCode(byte));
    else add(phrases[byte - FIRST_WORD] ?? damaged());
    at += 1;
  }
  return fields;
}

/** The number of bytes of a character, from its first one. */
function utf8Length(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function damaged(): never {
  throw new CodecError('damaged');
}

function checkOf(bytes: Uint8Array): Uint8Array {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const value = ~crc >>> 0;
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8).subarray(0, CHECK_BYTES);
}

export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws {CodecError} for anything that {@link toBase64Url} does not give. */
export function fromBase64Url(characters: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(characters) || characters.length % 4 === 1) damaged();
  const text = atob(characters.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
