/** A draft of an exercise: fields as typed, valid or not. */

import type { Arm64Question } from '../../comparison/arm64-question';
import { contractOf } from '../../comparison/contract';
import { fromFields, type OptionFields, toFields } from '../../comparison/options';
import { isSame, type Sources } from '../../engine/sources';
import { asName } from '../../links/name';
import type { Shared } from '../../links/schema';
import { assemblySource } from '../../programs/source';
import {
  type Hint,
  MAX_TOKENS,
  type Reference,
  type ReferenceMode,
  type Seal,
  type Task,
  type Worksheet,
} from '../exercise';
import { messages } from '../messages';

/** A seal, its key, and what it was made of. */
export interface Sealed {
  seal: Seal;
  /** Empty if another page made it. */
  key: string;
  /** Undefined if another page made it. */
  reference: Sources | undefined;
  /** Identifies the observations, the fuel and the inputs. */
  about: string;
}

export interface DraftTask {
  title: string;
  text: string;
  start: Sources;
  reference: Sources;
  mode: ReferenceMode;
  options: OptionFields;
  /** The question about ARM64 programs; absent for MIPS. */
  arm64?: Arm64Question | undefined;
  inputs: string;
  sealed: Sealed | undefined;
  hints: readonly Hint[];
  tokens: string;
}

export interface Draft {
  title: string;
  tasks: readonly DraftTask[];
}

/**
 * A new task. From a comparison, its left program is the reference, and the exercise asks about all
 * inputs.
 */
export function newTask(
  options: OptionFields,
  shared?: Shared,
  question: Arm64Question | undefined = shared?.arm64,
): DraftTask {
  return {
    title: '',
    text: '',
    start: shared?.programs.right ?? assemblySource(question ? '    br x30\n' : '    jr $31\n'),
    reference: shared?.programs.left ?? assemblySource(''),
    mode: 'open',
    options: { ...(shared ? toFields(shared.options) : options), strategy: 'product' },
    ...(question && { arm64: question }),
    inputs: '',
    sealed: undefined,
    hints: [],
    tokens: '',
  };
}

export function draftOf({ title, tasks }: Worksheet, write: (seal: Seal) => string): Draft {
  return {
    title,
    tasks: tasks.map(({ title, text, start, options, arm64, reference, hints, tokens }) => {
      const sealed = reference.mode === 'sealed' ? reference.seal : undefined;
      const task: DraftTask = {
        title,
        text,
        start,
        reference: reference.mode === 'open' ? reference.program : assemblySource(''),
        mode: reference.mode,
        options: toFields(options),
        ...(arm64 && { arm64 }),
        inputs: sealed ? write(sealed) : '',
        sealed: undefined,
        hints,
        tokens: tokens === undefined ? '' : String(tokens),
      };
      if (!sealed) return task;
      return {
        ...task,
        sealed: { seal: sealed, key: '', reference: undefined, about: aboutOf(task) },
      };
    }),
  };
}

/** The part of a task that a seal depends on, besides the reference. */
export const aboutOf = ({ options, arm64, inputs }: DraftTask): string =>
  JSON.stringify([options.contract, options.fuel, options.strategy, inputs, arm64]);

/** Whether a task's seal is up to date. */
export function isSealed(task: DraftTask): boolean {
  const { sealed, reference } = task;
  return (
    sealed !== undefined &&
    sealed.about === aboutOf(task) &&
    (sealed.reference === undefined || isSame(sealed.reference, reference))
  );
}

export type Finished = { ok: true; sheet: Worksheet } | { ok: false; at: number; problem: string };

/** The worksheet of a draft, or what is missing. */
export function finish({ title, tasks }: Draft): Finished {
  const finished: Task[] = [];
  for (const [at, draft] of tasks.entries()) {
    const task = finishTask(draft);
    if (typeof task === 'string') return { ok: false, at, problem: task };
    finished.push(task);
  }
  return { ok: true, sheet: { title: asName(title), tasks: finished } };
}

function finishTask(draft: DraftTask): Task | string {
  const reading = fromFields(draft.options);
  if (!reading.ok) return messages.author.wrongOptions;
  const tokens = readTokens(draft.tokens);
  if (tokens === 'wrong') return messages.author.wrongTokens;
  const reference = referenceOf(draft);
  if (typeof reference === 'string') return reference;
  // The engine's hints need a reference.
  const hints = draft.hints.filter(({ kind }) => kind === 'text' || draft.mode !== 'elsewhere');
  const { text, start, arm64 } = draft;
  const contract = contractOf(draft.options.contract);
  const options = { ...reading.options, contract } as Task['options'];
  const question = arm64 ? { arm64 } : {};
  const title = asName(draft.title);
  return { title, text, start, options, ...question, reference, hints, tokens };
}

function referenceOf(draft: DraftTask): Reference | string {
  switch (draft.mode) {
    case 'open':
      return { mode: 'open', program: draft.reference };
    case 'sealed':
      if (!draft.sealed) return messages.author.notSealed;
      if (!isSealed(draft)) return messages.author.sealStale;
      return { mode: 'sealed', seal: draft.sealed.seal };
    case 'elsewhere':
      return { mode: 'elsewhere' };
    default:
      return draft.mode satisfies never;
  }
}

export function readTokens(text: string): number | undefined | 'wrong' {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS ? value : 'wrong';
}

const KEY = 'tamarin.exercise-draft';

/** This tab's draft, after a reload. */
export function loadDraft(): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Draft | null;
    // It was stored by this page, of this build or an earlier one.
    return draft && finish(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function saveDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // No storage: a reload loses it.
  }
}
