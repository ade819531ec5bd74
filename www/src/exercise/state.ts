/** How far somebody has got with a worksheet. */

import type { Sources } from '../engine/sources';
import type { Inputs, Verdict } from '../engine/types';
import { isRecord, readFiles } from '../links/fields';
import { asName } from '../links/name';
import { MAX_FILES } from '../programs/source';
import type { Worksheet } from './exercise';

/** What a program was found to be: held against the reference, or against the hash of a sealed one. */
export type Found = Verdict | 'agrees-on-inputs' | 'differs-on-inputs';

export interface Judged {
  program: Sources;
  found: Found;
  /** The input on which it differs. */
  witness: Inputs | undefined;
}

/** The work at a task. */
export interface Progress {
  program: Sources;
  /** Hints that were opened, and tokens that were spent. */
  opened: number;
  spent: number;
  /** The verdict on a program, this one or an earlier one. */
  judged: Judged | undefined;
  /** The reference of a sealed task, once it was opened. */
  unsealed: Sources | undefined;
}

/** What became of holding a program against the hash of a sealed reference. */
export type SealCheck =
  | { state: 'running' }
  | { state: 'ended'; program: Sources; agrees: boolean }
  /** On an input of the author's it does not end within the fuel. */
  | { state: 'unfinished'; program: Sources; inputs: Inputs }
  | { state: 'failed'; message: string };

export interface ExerciseState {
  sheet: Worksheet;
  /** The worksheet's name; empty where the browser cannot compute it. */
  name: string;
  /** The task that is shown. */
  at: number;
  progress: readonly Progress[];
  /** The name of whoever works on it, as typed. */
  student: string;
  /** Of the task that is shown. */
  sealCheck: SealCheck | undefined;
  /** Something to tell the reader. */
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

/** Worksheets whose work is kept, the newest ones. */
const MAX_KEPT = 20;

const KEY = 'tamarin.exercise.';

/** What was kept of a worksheet; of what is no such thing, the beginning. */
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

/** A verdict is not kept: it is made anew. */
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

/** The name that was typed for another exercise, or earlier for this one. */
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
    // No storage, or none left: it is typed again.
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
