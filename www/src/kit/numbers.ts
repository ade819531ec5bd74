/** Formats and parses 32-bit values; `words.ts` has those of any machine. */

/** The notations that have a column of their own in a table with all notations. */
export type ColumnFormat = 'unsigned' | 'signed' | 'hex';

/** `plain` is the notation of sentences, see {@link formatValue}. */
export type NumberFormat = 'plain' | ColumnFormat;

export const columnFormats: readonly ColumnFormat[] = ['unsigned', 'signed', 'hex'];

export const numberFormats: readonly NumberFormat[] = ['plain', ...columnFormats];

/** Parses a decimal or hexadecimal number with an optional minus; undefined if invalid. */
export function parseInteger(text: string): number | undefined {
  const match = /^\s*([-−]?)(0x[0-9a-f]+|[0-9]+)\s*$/i.exec(text);
  if (!match?.[2]) return undefined;
  const value = Number(match[2]);
  return match[1] ? -value : value;
}

/** Like {@link parseInteger}, for a register's value: -2^31 to 2^32-1, returned unsigned. */
export function parseWord(text: string): number | undefined {
  const value = parseInteger(text);
  if (value === undefined || value < -(2 ** 31) || value >= 2 ** 32) return undefined;
  return value >>> 0;
}

export function formatWord(value: number, format: NumberFormat): string {
  switch (format) {
    case 'plain':
      return formatValue(value);
    case 'unsigned':
      return String(value >>> 0);
    case 'signed':
      return String(value | 0);
    case 'hex':
      return `0x${(value >>> 0).toString(16).padStart(8, '0')}`;
    default:
      return format satisfies never;
  }
}

/** Larger numbers are followed by their hexadecimal form in brackets. */
export const LARGE = 1_000_000;

/**
 * The notation of every sentence: signed decimal, and also hexadecimal if the number is large:
 * `-2147483598 (0x80000032)`.
 */
export function formatValue(value: number): string {
  const signed = String(value | 0);
  return Math.abs(value | 0) > LARGE ? `${signed} (${formatWord(value, 'hex')})` : signed;
}

/** The notation of a field, whose text {@link parseWord} reads again. */
export const formatField = (value: number, format: NumberFormat): string =>
  formatWord(value, format === 'plain' ? 'signed' : format);

/**
 * The notation of a signed axis, followed by the word's other notation if that differs: unsigned,
 * or hexadecimal.
 */
export function formatBoth(value: number, format: NumberFormat): string {
  if (format === 'plain') return formatValue(value);
  const signed = formatWord(value, 'signed');
  const other = formatWord(value, format === 'hex' ? 'hex' : 'unsigned');
  return signed === other ? signed : `${signed} (${other})`;
}

/** The notation of addresses in traces. */
export const formatAddress = (address: number): string =>
  `0x${address.toString(16).padStart(2, '0')}`;
