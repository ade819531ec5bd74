/** 32-bit values as people write and read them. */

export type NumberFormat = 'unsigned' | 'signed' | 'hex';

export const numberFormats: readonly NumberFormat[] = ['unsigned', 'signed', 'hex'];

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
    case 'unsigned':
      return String(value >>> 0);
    case 'signed':
      return String(value | 0).replace('-', '−');
    case 'hex':
      return `0x${(value >>> 0).toString(16).padStart(8, '0')}`;
    default:
      return format satisfies never;
  }
}

/**
 * As an axis of signed numbers has it, and where that reads otherwise the same word as
 * it is written elsewhere: unsigned, or in hexadecimal.
 */
export function formatBoth(value: number, format: NumberFormat): string {
  const signed = formatWord(value, 'signed');
  const other = formatWord(value, format === 'hex' ? 'hex' : 'unsigned');
  return signed === other ? signed : `${signed} (${other})`;
}

/** An address as traces have it. */
export const formatAddress = (address: number): string =>
  `0x${address.toString(16).padStart(2, '0')}`;
