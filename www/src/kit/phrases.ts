/** Numbers and lists in English. */

/** Groups digits with commas and writes lists without a comma before "and". */
const LOCALE = 'en-GB';

const plurals = new Intl.PluralRules(LOCALE);
const numbers = new Intl.NumberFormat(LOCALE);
const lists = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** A count, with digits in groups of three. */
export const number = (n: number): string => numbers.format(n);

export const count = (n: number, one: string, other: string): string =>
  `${number(n)} ${plurals.select(n) === 'one' ? one : other}`;

export const list = (words: readonly string[]): string => lists.format(words);
