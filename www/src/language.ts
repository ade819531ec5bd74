/**
 * The language of the page.
 *
 * English is in `messages.ts` and its siblings, and is what the other
 * catalogues are checked against: one that lacks a key does not compile. A
 * catalogue is loaded before the first component is drawn and takes the place
 * of the English words, group by group; so components read their words where
 * they draw, never when their module is loaded. What the engine says
 * (diagnostics, reasons, the effects of instructions) and the examples are
 * English in any language.
 */

import * as main from './messages';
import * as comfort from './messages-comfort';

/** A part of the catalogue, as the groups of words that it exports. */
type Part<T> = { [Group in keyof T]: T[Group] };

export interface Catalogue {
  main: Part<Omit<typeof main, 'debugging' | 'map' | 'count' | 'list'>>;
  comfort: Part<typeof comfort>;
}

export type Language = 'en' | 'de';

/** In the order of the menu, each by its own name. */
export const languages: Record<Language, string> = { en: 'English', de: 'Deutsch' };

const catalogues: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: async () => {
    const [main, comfort] = await Promise.all([
      import('./messages/de'),
      import('./messages/de-comfort'),
    ]);
    return { main, comfort };
  },
};

const KEY = 'tamarin.language';

/** The language that was chosen, else the first of the browser's that there is. */
export function currentLanguage(): Language {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(KEY);
  } catch {
    // No storage, no choice.
  }
  const wanted = [chosen ?? '', ...navigator.languages].map((tag) => tag.split('-')[0]);
  const known = Object.keys(languages) as Language[];
  return wanted.flatMap((tag) => known.find((language) => language === tag) ?? [])[0] ?? 'en';
}

/** Starts the page again in another language; the work on it is kept. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    return;
  }
  location.reload();
}

/** Has the page speak a language. Where its words cannot be loaded it stays English. */
export async function speak(language: Language): Promise<void> {
  if (language === 'en') return;
  try {
    const { main: mainWords, comfort: comfortWords } = await catalogues[language]();
    replace(main, mainWords);
    replace(comfort, comfortWords);
    document.documentElement.lang = language;
  } catch {
    document.documentElement.lang = 'en';
  }
}

function replace(english: Record<string, object>, other: Record<string, object>): void {
  for (const [group, words] of Object.entries(english)) Object.assign(words, other[group]);
}
