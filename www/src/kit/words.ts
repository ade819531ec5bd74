/** Formats and parses words of any machine: those of 32 bits are numbers, those of 64 bits bigints. */

import { formatValue, formatWord, LARGE, type NumberFormat } from './numbers';

export type Word = number | bigint;

/** Like {@link parseWord} for a word of 64 bits: -2^63 to 2^64-1, returned unsigned. */
export function parseWideWord(text: string): bigint | undefined {
  const match = /^\s*([-−]?)(0x[0-9a-f]+|[0-9]+)\s*$/i.exec(text);
  if (!match?.[2]) return undefined;
  const value = match[1] ? -BigInt(match[2]) : BigInt(match[2]);
  return value >= -(2n ** 63n) && value < 2n ** 64n ? BigInt.asUintN(64, value) : undefined;
}

export const formatAnyWord = (value: Word, format: NumberFormat): string =>
  typeof value === 'bigint' ? formatWideWord(value, format) : formatWord(value, format);

/** The notation of every sentence. */
export const formatAnyValue = (value: Word): string =>
  typeof value === 'bigint' ? formatWideWord(value, 'plain') : formatValue(value);

function formatWideWord(value: bigint, format: NumberFormat): string {
  const signed = BigInt.asIntN(64, value);
  const hex = `0x${BigInt.asUintN(64, value).toString(16).padStart(16, '0')}`;
  switch (format) {
    case 'plain':
      return signed > LARGE || signed < -LARGE ? `${signed} (${hex})` : String(signed);
    case 'unsigned':
      return String(BigInt.asUintN(64, value));
    case 'signed':
      return String(signed);
    case 'hex':
      return hex;
    default:
      return format satisfies never;
  }
}

/** The notation of an address of memory. */
export const formatPlace = (address: Word): string => `0x${address.toString(16).padStart(8, '0')}`;
