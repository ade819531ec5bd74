/** The progress of a reader with a worksheet. */

import type { Sources } from '../engine/sources';
import type { Verdict } from '../engine/types';
import { isRecord, readFiles } from '../links/fields';
import { asName } from '../links/name';
import { MAX_FILES } from '../programs/source';
import type { SealedInput, Worksheet } from './exercise';

/** The result for a program: compared with the reference, or with the hash of a sealed one. */
export type Found = Verdict | 'agrees-on-inputs' | 'differs-on-inputs';

export interface Judged {
  program: Sources;
  found: Found;
  /** The input on which it differs. */
  witness: SealedInput | undefined;
}

/** The progress with a task. */
export interface Progress {
  program: Sources;
  /** Number of hints opened, and of tokens spent. */
  opened: number;
  spent: number;
  /** The verdict on a program, this one or an earlier one. */
  judged: Judged | undefined;
  /** The reference of a sealed task, once it was unsealed. */
  unsealed: Sources | undefined;
}

/** The result of comparing a program with the hash of a sealed reference. */
export type SealCheck =
  | { state: 'running' }
  | { state: 'ended'; program: Sources; agrees: boolean }
  /** It does not end within the fuel on one of the author's inputs. */
  | { state: 'unfinished'; program: Sources; inputs: SealedInput }
  | { state: 'failed'; message: string };

export interface ExerciseState {
  sheet: Worksheet;
  /** The worksheet's name; empty if the browser cannot compute it. */
  name: string;
  /** The index of the shown task. */
  at: number;
  progress: readonly Progress[];
  /** The student's name, as typed. */
  student: string;
  /** For the shown task. */
  sealCheck: SealCheck | undefined;
  /** A message for the reader. */
  trouble: string;
}

export const initialProgress = ({ tasks }: Worksheet): Progress[] =>
  tasks.map(({ start }) => ({
    program: start,
    opened: 0,
    spent: 0,
    judged: undefined,
    unsealed: undefined,
  }));

/** Number of worksheets whose work is kept, newest first. */
const MAX_KEPT = 20;

const KEY = 'tamarin.exercise.';

/** The stored progress of a worksheet; initial progress if the stored one is invalid. */
export function loadProgress(sheet: Worksheet, name: string): Progress[] {
  const beginning = initialProgress(sheet);
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY + name) ?? 'null');
    if (!isRecord(kept) || !Array.isArray(kept.tasks)) return beginning;
    const { tasks } = kept;
    return beginning.map((task, index) => ({ ...task, ...readProgress(tasks[index]) }));
  } catch {
    return beginning;
  }
}

/** Verdicts are not stored, but computed again. */
export function saveProgress(name: string, progress: readonly Progress[], time: number): void {
  if (name === '') return;
  const tasks = progress.map(({ program, opened, spent }) => ({
    names: program.map(({ name, style }) => (style === undefined ? name : [name, style])),
    texts: program.map(({ text }) => text),
    opened,
    spent,
  }));
  try {
    localStorage.setItem(KEY + name, JSON.stringify({ time, tasks }));
    forgetOldest();
  } catch {
    // No storage, or none left: the page works without.
  }
}

const STUDENT = 'tamarin.student';

/** The name typed for another exercise, or earlier for this one. */
export function loadStudent(): string {
  try {
    return asName(localStorage.getItem(STUDENT) ?? '');
  } catch {
    return '';
  }
}

export function saveStudent(student: string): void {
  try {
    localStorage.setItem(STUDENT, student);
  } catch {
    // No storage, or none left: it has to be typed again.
  }
}

function forgetOldest(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  if (keys.length <= MAX_KEPT) return;
  const time = (key: string): number => {
    try {
      return Number(JSON.parse(localStorage.getItem(key) ?? '').time) || 0;
    } catch {
      return 0;
    }
  };
  const byAge = keys.map((key) => ({ key, time: time(key) })).sort((a, b) => a.time - b.time);
  for (const { key } of byAge.slice(0, keys.length - MAX_KEPT)) localStorage.removeItem(key);
}

function readProgress(given: unknown): Partial<Progress> {
  if (!isRecord(given)) return {};
  const { names, texts, opened, spent } = given;
  const isTexts = Array.isArray(texts) && texts.every((text) => typeof text === 'string');
  const program = isTexts ? readFiles(names, texts, MAX_FILES) : undefined;
  const isCount = (value: unknown): value is number =>
    Number.isSafeInteger(value) && Number(value) >= 0;
  return {
    ...(program ? { program } : {}),
    ...(isCount(opened) ? { opened } : {}),
    ...(isCount(spent) ? { spent } : {}),
  };
}
