import type { Arm64Question } from '../comparison/arm64-question';
import {
  earlierEffort,
  type OptionFields,
  optionNames,
  solvers,
  strategies,
} from '../comparison/options';
import type { MachineName } from '../engine/machine';
import { type SourceFile, type Sources, styles } from '../engine/sources';
import type { Side } from '../engine/types';
import { type NumberFormat, numberFormats } from '../kit/numbers';
import { asName } from '../links/name';
import { asFileName, assemblySource } from '../programs/source';
import { Shelf } from './shelf';

/** What a reload must not lose. */
export interface Work {
  left: Sources;
  right: Sources;
  names: Record<Side, string>;
  /** As typed, valid or not; undefined if stored by an incompatible older page. */
  options: OptionFields | undefined;
  /** The example that it started from, if any. */
  example: string | undefined;
  /** The question about ARM64 programs, which its page validates; absent for MIPS. */
  arm64?: Arm64Question | undefined;
}

export type Theme = 'system' | 'light' | 'dark' | 'contrast';

export const themes: readonly Theme[] = ['system', 'light', 'dark', 'contrast'];

const WORK = 'tamarin.work';
const EARLIER = 'tamarin.earlier';
const OTHER = 'tamarin.other';
const ADDRESS = 'tamarin.address';
const THEME = 'tamarin.theme';
const NUMBERS = 'tamarin.numbers';
const DIVIDER = 'tamarin.divider';
const TUTORIAL = 'tamarin.tutorial';

/** The reader's persistent yes-or-no choices. */
export type Choice = 'as-you-type';

/** This tab's work, otherwise the last one of any tab. */
export function loadWork(): Work | undefined {
  // The shelf takes a moment to distinguish a duplicated tab from its original.
  shelf();
  return read(sessionStorage_(), WORK, asWork) ?? read(localStorage_(), WORK, asWork);
}

export function saveWork(work: Work): void {
  const text = JSON.stringify(work);
  write(sessionStorage_(), WORK, text);
  shelf()?.put(text);
  write(localStorage_(), WORK, text);
}

/** The work that a link replaced. */
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

/** The last work for the machine that the page does not show. */
export const loadOther = (): Work | undefined => read(localStorage_(), OTHER, asWork);

export function saveOther(work: Work): void {
  write(localStorage_(), OTHER, JSON.stringify(work));
}

/** Whether an address of the page is one of the last two that this tab wrote itself. */
export function isOwnAddress(fragment: string): boolean {
  return loadAddresses().includes(fragment);
}

/** Two are kept: a write during unload may come too late for a reload. */
export function saveAddress(fragment: string): void {
  const [last] = loadAddresses();
  write(sessionStorage_(), ADDRESS, [fragment, last ?? ''].join(' '));
}

function loadAddresses(): string[] {
  return read(sessionStorage_(), ADDRESS, (text) => text.split(' ')) ?? [];
}

/** The work of other tabs, open or closed, with the time of its last change. */
export function loadShelf(): { time: number; work: Work }[] {
  return (shelf()?.others() ?? []).flatMap(({ time, text }) => {
    const work = parsed(text, asWork);
    return work ? [{ time, work }] : [];
  });
}

/** @param unset What holds until somebody chose. */
export function loadChoice(choice: Choice, unset: boolean): boolean {
  return read(localStorage_(), `tamarin.${choice}`, (text) => text === 'yes') ?? unset;
}

export function saveChoice(choice: Choice, yes: boolean): void {
  write(localStorage_(), `tamarin.${choice}`, yes ? 'yes' : 'no');
}

export function loadTheme(): Theme {
  return read(localStorage_(), THEME, (text) => themes.find((theme) => theme === text)) ?? 'system';
}

export function saveTheme(theme: Theme): void {
  write(localStorage_(), THEME, theme);
}

export function loadNumberFormat(): NumberFormat {
  const known = (text: string) => numberFormats.find((format) => format === text);
  return read(localStorage_(), NUMBERS, known) ?? 'plain';
}

export function saveNumberFormat(format: NumberFormat): void {
  write(localStorage_(), NUMBERS, format);
}

/** The position of the divider between programs and result, in percent. */
export function loadDivider(): number | undefined {
  const between = (text: string) => {
    const percent = Number(text);
    return percent >= 10 && percent <= 90 ? percent : undefined;
  };
  return read(localStorage_(), DIVIDER, between);
}

export function saveDivider(percent: number): void {
  write(localStorage_(), DIVIDER, percent.toFixed(1));
}

/** Progress from before there were two machines is about MIPS. */
const tutorialKey = (machine: MachineName) =>
  machine === 'mips' ? TUTORIAL : `${TUTORIAL}.${machine}`;

/** The progress in a machine's tutorial: its lesson, and the names of the steps done. */
export interface TutorialProgress {
  lesson: string;
  done: readonly string[];
}

export function loadTutorial(machine: MachineName): TutorialProgress {
  const words = read(localStorage_(), tutorialKey(machine), (text) => text.split(' ')) ?? [];
  const [lesson = '', ...done] = words;
  return { lesson, done };
}

export function saveTutorial(machine: MachineName, { lesson, done }: TutorialProgress): void {
  write(localStorage_(), tutorialKey(machine), [lesson, ...done].join(' '));
}

function asWork(text: string): Work | undefined {
  const work: unknown = JSON.parse(text);
  if (!isRecord(work)) return undefined;
  const { names, options, example } = work;
  const [left, right] = [asSources(work.left), asSources(work.right)];
  if (!left || !right) return undefined;
  return {
    left,
    right,
    names: isRecord(names)
      ? { left: asName(names.left), right: asName(names.right) }
      : { left: '', right: '' },
    options: readOptionFields(options),
    example: typeof example === 'string' ? example : undefined,
    arm64: isRecord(work.arm64) ? (work.arm64 as unknown as Arm64Question) : undefined,
  };
}

/** The files of a program; a single text was stored by a version without files. */
function asSources(given: unknown): Sources | undefined {
  if (typeof given === 'string') return assemblySource(given);
  if (!Array.isArray(given) || given.length === 0) return undefined;
  const files = given.map((file: unknown): SourceFile | undefined => {
    if (!isRecord(file) || typeof file.text !== 'string') return undefined;
    const { text, style } = file;
    const name = asFileName(file.name);
    const known = styles.find((other) => other === style);
    return name === '' ? undefined : { name, text, ...(known ? { style: known } : {}) };
  });
  const whole = files.filter((file) => file !== undefined);
  return whole.length === given.length ? whole : undefined;
}

function readOptionFields(options: unknown): OptionFields | undefined {
  // Stored by a version with a limit for each solver.
  const effort = isRecord(options) ? earlierEffort(options, options.solver) : undefined;
  const fields = isRecord(options)
    ? { contract: '', ...(effort && { effort }), ...options }
    : options;
  return isOptionFields(fields) ? fields : undefined;
}

function isOptionFields(options: unknown): options is OptionFields {
  return (
    isRecord(options) &&
    optionNames.every((name) => typeof options[name] === 'string') &&
    strategies.some((name) => name === options.strategy) &&
    solvers.some((name) => name === options.solver) &&
    typeof options.contract === 'string'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

// A browser may refuse storage altogether, even access to its name: then the page works without
// memory.
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

let shelf_: Shelf | undefined;

/** This tab's entry in the shared storage; undefined if storage is refused. */
function shelf(): Pick<Shelf, 'put' | 'others'> | undefined {
  const [own, shared] = [sessionStorage_(), localStorage_()];
  if (!own || !shared) return undefined;
  try {
    shelf_ ??= new Shelf(own, shared);
  } catch {
    return undefined;
  }
  const made = shelf_;
  return {
    put(text) {
      try {
        made.put(text);
      } catch {
        // Full: this tab's own storage has it.
      }
    },
    others: () => made.others(),
  };
}

function parsed<T>(text: string, parse: (text: string) => T | undefined): T | undefined {
  try {
    return parse(text);
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
    // Full: the page still has it.
  }
}

function remove(storage: Storage | undefined, key: string): void {
  try {
    storage?.removeItem(key);
  } catch {
    // Like writing.
  }
}
