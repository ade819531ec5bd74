/**
 * The language of the page.
 *
 * English is in `messages.ts` and `messages/`, and is what the
 * other catalogues are checked against: one that lacks a key does not compile. A
 * catalogue is loaded before the first component is drawn and takes the place
 * of the English words, group by group; so components read their words where
 * they draw, never when their module is loaded. What the engine says
 * (diagnostics, reasons, the effects of instructions) and the examples are
 * English in any language. So are embeds: they stand in pages of other
 * languages, and load no more than they must.
 */

import * as main from './messages';
import * as comfort from './messages/comfort';
import type * as compiled from './messages/compiled';
import type * as paths from './messages/paths';
import * as share from './messages/share';

/** A part of the catalogue, as the groups of words that it exports. */
type Part<T> = { [Group in keyof T]: T[Group] };

/** The parts are named as the modules of the English words are. */
export interface Catalogue {
  main: Part<typeof main>;
  comfort: Part<typeof comfort>;
  share: Part<typeof share>;
  compiled: Part<typeof compiled>;
  paths: Part<typeof paths>;
}

export type Language = 'en' | 'de';

/** In the order of the menu, each by its own name. */
export const languages: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** Also loads the words of the views that are loaded on request, for another language to replace. */
async function english(): Promise<Catalogue> {
  const [compiled, paths] = await Promise.all([
    import('./messages/compiled'),
    import('./messages/paths'),
  ]);
  return { main, comfort, share, compiled, paths };
}

async function german(): Promise<Catalogue> {
  const [main, comfort, share, compiled, paths] = await Promise.all([
    import('./messages/de'),
    import('./messages/de-comfort'),
    import('./messages/de-share'),
    import('./messages/de-compiled'),
    import('./messages/de-paths'),
  ]);
  return { main, comfort, share, compiled, paths };
}

const catalogues: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = { de: german };

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
    const [words, others] = await Promise.all([english(), catalogues[language]()]);
    for (const part of Object.keys(words) as (keyof Catalogue)[]) {
      replace(words[part], others[part]);
    }
    document.documentElement.lang = language;
  } catch {
    document.documentElement.lang = 'en';
  }
}

function replace(english: Record<string, object>, other: Record<string, object>): void {
  for (const [group, words] of Object.entries(english)) Object.assign(words, other[group]);
}
