/**
 * Patterns of the user's own, as they were typed: refactorings that are no part of any pair of
 * programs, so they are kept by themselves.
 */

const KEY = 'tamarin.patterns';
/** Characters of a text of patterns, at most. */
export const MAX_PATTERNS = 100_000;

export function loadPatterns(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function savePatterns(text: string): void {
  try {
    if (text === '' || text.length > MAX_PATTERNS) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Full, or refused: what is on the page is still there.
  }
}
