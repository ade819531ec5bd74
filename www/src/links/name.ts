/** Names of programs, which may come from anybody. */

/** Maximum length of a program's name. */
export const MAX_NAME = 80;

/** Sanitizes a name to one line of ordinary characters. */
export function asName(name: unknown): string {
  if (typeof name !== 'string') return '';
  // Control and direction characters could make a name look like the page's own text.
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return [...plain].slice(0, MAX_NAME).join('');
}
