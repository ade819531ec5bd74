/** Names of programs, which may come from anybody. */

/** Characters of a program's name. */
export const MAX_NAME = 80;

/** A name as one line of ordinary characters. */
export function asName(name: unknown): string {
  if (typeof name !== 'string') return '';
  // Characters of control and of direction could make a name look like the page's own words.
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return [...plain].slice(0, MAX_NAME).join('');
}
