/**
 * Stores the user's own patterns as typed. These refactorings do not belong to a pair of programs,
 * so they are stored separately.
 */

const KEY = 'tamarin.patterns';
/** Maximum length of a text of patterns. */
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
    // Storage is full or refused: the page still has them.
  }
}
