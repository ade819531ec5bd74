import type { Side } from './engine/types';
import { asName } from './link/schema';
import { type NumberFormat, numberFormats } from './numbers';
import { type OptionFields, optionNames, solvers, strategies } from './options';

/** What a reload must not lose. */
export interface Work {
  left: string;
  right: string;
  names: Record<Side, string>;
  /** As typed, right or wrong; none where an older page kept others. */
  options: OptionFields | undefined;
  /** The example that it started from, if it did. */
  example: string | undefined;
}

export type Theme = 'system' | 'light' | 'dark';

export const themes: readonly Theme[] = ['system', 'light', 'dark'];

const WORK = 'tamarin.work';
const EARLIER = 'tamarin.earlier';
const ADDRESS = 'tamarin.address';
const THEME = 'tamarin.theme';
const NUMBERS = 'tamarin.numbers';

/** This tab's work, or else the last one of any tab. */
export function loadWork(): Work | undefined {
  return read(sessionStorage_(), WORK, asWork) ?? read(localStorage_(), WORK, asWork);
}

export function saveWork(work: Work): void {
  const text = JSON.stringify(work);
  write(sessionStorage_(), WORK, text);
  write(localStorage_(), WORK, text);
}

/** The work that a link took the place of. */
export function loadEarlier(): Work | undefined {
  return read(sessionStorage_(), EARLIER, asWork) ?? read(localStorage_(), EARLIER, asWork);
}

export function saveEarlier(work: Work): void {
  const text = JSON.stringify(work);
  write(sessionStorage_(), EARLIER, text);
  write(localStorage_(), EARLIER, text);
}

export function forgetEarlier(): void {
  remove(sessionStorage_(), EARLIER);
  remove(localStorage_(), EARLIER);
}

/** Whether this tab itself wrote that into its address, last or last but one. */
export function isOwnAddress(fragment: string): boolean {
  return loadAddresses().includes(fragment);
}

/** Two are kept: what is written as a page goes may come too late for its reload. */
export function saveAddress(fragment: string): void {
  const [last] = loadAddresses();
  write(sessionStorage_(), ADDRESS, [fragment, last ?? ''].join(' '));
}

function loadAddresses(): string[] {
  return read(sessionStorage_(), ADDRESS, (text) => text.split(' ')) ?? [];
}

export function loadTheme(): Theme {
  return read(localStorage_(), THEME, (text) => themes.find((theme) => theme === text)) ?? 'system';
}

export function saveTheme(theme: Theme): void {
  write(localStorage_(), THEME, theme);
}

export function loadNumberFormat(): NumberFormat {
  const known = (text: string) => numberFormats.find((format) => format === text);
  return read(localStorage_(), NUMBERS, known) ?? 'unsigned';
}

export function saveNumberFormat(format: NumberFormat): void {
  write(localStorage_(), NUMBERS, format);
}

function asWork(text: string): Work | undefined {
  const work: unknown = JSON.parse(text);
  if (!isRecord(work) || typeof work.left !== 'string' || typeof work.right !== 'string') {
    return undefined;
  }
  const { left, right, names, options, example } = work;
  return {
    left,
    right,
    names: isRecord(names)
      ? { left: asName(names.left), right: asName(names.right) }
      : { left: '', right: '' },
    options: isOptionFields(options) ? options : undefined,
    example: typeof example === 'string' ? example : undefined,
  };
}

function isOptionFields(options: unknown): options is OptionFields {
  return (
    isRecord(options) &&
    optionNames.every((name) => typeof options[name] === 'string') &&
    strategies.some((name) => name === options.strategy) &&
    solvers.some((name) => name === options.solver)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

// A browser may refuse storage altogether, at the mention of its name: then
// the page works and remembers nothing.
function sessionStorage_(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

function localStorage_(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

function read<T>(
  storage: Storage | undefined,
  key: string,
  parse: (text: string) => T | undefined,
): T | undefined {
  try {
    const text = storage?.getItem(key);
    return text == null ? undefined : parse(text);
  } catch {
    return undefined;
  }
}

function write(storage: Storage | undefined, key: string, text: string): void {
  try {
    storage?.setItem(key, text);
  } catch {
    // Full: what is on the page is still there.
  }
}

function remove(storage: Storage | undefined, key: string): void {
  try {
    storage?.removeItem(key);
  } catch {
    // As with writing.
  }
}
