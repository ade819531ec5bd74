/** 32-bit values as people write and read them. */

/** What has a column of its own where a table shows a value in each notation. */
export type ColumnFormat = 'unsigned' | 'signed' | 'hex';

/** `plain` is the notation of sentences, see {@link formatValue}. */
export type NumberFormat = 'plain' | ColumnFormat;

export const columnFormats: readonly ColumnFormat[] = ['unsigned', 'signed', 'hex'];

export const numberFormats: readonly NumberFormat[] = ['plain', ...columnFormats];

/** The value of a decimal or hexadecimal number with an optional minus; undefined otherwise. */
export function parseInteger(text: string): number | undefined {
  const match = /^\s*([-−]?)(0x[0-9a-f]+|[0-9]+)\s*$/i.exec(text);
  if (!match?.[2]) return undefined;
  const value = Number(match[2]);
  return match[1] ? -value : value;
}

/** As {@link parseInteger}, as a register's value: -2^31 to 2^32-1, returned unsigned. */
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

/** Beyond it a number has its hexadecimal form in brackets. */
const LARGE = 1_000_000;

/**
 * The notation of every sentence: decimal with a sign, and in hexadecimal, too, where the number
 * is large: `-2147483598 (0x80000032)`.
 */
export function formatValue(value: number): string {
  const signed = String(value | 0);
  return Math.abs(value | 0) > LARGE ? `${signed} (${formatWord(value, 'hex')})` : signed;
}

/** As a field has it, whose text is read again by {@link parseWord}. */
export const formatField = (value: number, format: NumberFormat): string =>
  formatWord(value, format === 'plain' ? 'signed' : format);

/**
 * As an axis of signed numbers has it, and where that reads otherwise the same word as
 * it is written elsewhere: unsigned, or in hexadecimal.
 */
export function formatBoth(value: number, format: NumberFormat): string {
  if (format === 'plain') return formatValue(value);
  const signed = formatWord(value, 'signed');
  const other = formatWord(value, format === 'hex' ? 'hex' : 'unsigned');
  return signed === other ? signed : `${signed} (${other})`;
}

/** An address as traces have it. */
export const formatAddress = (address: number): string =>
  `0x${address.toString(16).padStart(2, '0')}`;
