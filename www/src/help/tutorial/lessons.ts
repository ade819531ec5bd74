/**
 * The pairs of the tutorial, and the reader's steps with each: a step is done once the page's state
 * shows it.
 */

import programs from 'virtual:tutorial';

import { isSame, type Sources } from '../../engine/sources';
import type { Verdict } from '../../engine/types';
import type { State } from '../../playground/state';
import { firstExample } from '../../programs/first-example';
import { assemblySource, wholeText } from '../../programs/source';
import type { Work } from '../../work/storage';
import { tutorial as messages } from './messages';

export type Pair = Pick<Work, 'left' | 'right'>;

/** The reader's actions that are not in the page's state. */
export interface Done {
  /** Whether they tried an input on the current programs. */
  hasTried: boolean;
}

export interface Step {
  id: string;
  text: string;
  isDone(state: Readonly<State>, did: Done): boolean;
}

export interface Lesson {
  id: string;
  title: string;
  text: string;
  after: string;
  /** The lesson's programs; undefined if the reader brings their own. */
  pair: Pair | undefined;
  steps: readonly Step[];
}

const program = (name: string): Sources => assemblySource(programs[name] ?? '');

const overflow: Pair = { left: program('larger.asm'), right: program('subtract.asm') };
const loop: Pair = { left: program('down.asm'), right: program('up.asm') };
const given: readonly Pair[] = [overflow, loop, firstExample];

/** The programs and the verdict of a comparison that ended with one. */
function ended({ comparison }: Readonly<State>): (Pair & { verdict: Verdict }) | undefined {
  if (comparison?.status.state !== 'finished') return undefined;
  const { left, right } = comparison.request;
  return { left, right, verdict: comparison.status.report.verdict };
}

const isPair = (a: Pair, b: Pair) => isSame(a.left, b.left) && isSame(a.right, b.right);

/** Whether the left program is that of a pair, and the right one was changed. */
const isEdited = (a: Pair, b: Pair) => isSame(a.left, b.left) && !isSame(a.right, b.right);

function compared(state: Readonly<State>, pair: Pair, verdict: Verdict): boolean {
  const found = ended(state);
  return found !== undefined && isPair(found, pair) && found.verdict === verdict;
}

function edited(state: Readonly<State>, pair: Pair, verdict: Verdict): boolean {
  const found = ended(state);
  return found !== undefined && isEdited(found, pair) && found.verdict === verdict;
}

/** Whether a comparison was of the reader's own programs: two that the page does not have. */
function isOwn(state: Readonly<State>): boolean {
  const found = ended(state);
  if (!found || isSame(found.left, found.right)) return false;
  const texts = given.flatMap(({ left, right }) => [wholeText(left), wholeText(right)]);
  return [found.left, found.right].every((own) => !texts.includes(wholeText(own)));
}

const { lessons: words } = messages;

export const lessons: readonly Lesson[] = [
  {
    id: 'overflow',
    ...words.overflow,
    pair: overflow,
    steps: [
      {
        id: 'try',
        text: words.overflow.steps.try,
        isDone: ({ programs }, { hasTried }) => hasTried && isPair(programs, overflow),
      },
      {
        id: 'compare',
        text: words.overflow.steps.compare,
        isDone: (state) => compared(state, overflow, 'disequivalent'),
      },
      {
        id: 'step',
        text: words.overflow.steps.step,
        isDone: ({ evidence, debugging }) =>
          evidence === 'debugger' &&
          debugging?.overview !== undefined &&
          isPair(debugging.programs, overflow),
      },
      {
        id: 'fix',
        text: words.overflow.steps.fix,
        isDone: (state) => edited(state, overflow, 'equivalent'),
      },
    ],
  },
  {
    id: 'loop',
    ...words.loop,
    pair: loop,
    steps: [
      {
        id: 'compare',
        text: words.loop.steps.compare,
        isDone: (state) => compared(state, loop, 'equivalent'),
      },
      {
        id: 'proof',
        text: words.loop.steps.proof,
        isDone: (state) =>
          state.evidence === 'proof' &&
          compared(state, loop, 'equivalent') &&
          state.proving?.comparison === state.comparison?.began &&
          state.proving?.view !== undefined,
      },
      {
        id: 'mistake',
        text: words.loop.steps.mistake,
        isDone: (state) => edited(state, loop, 'disequivalent'),
      },
    ],
  },
  {
    id: 'own',
    ...words.own,
    pair: undefined,
    steps: [
      { id: 'compare', text: words.own.steps.compare, isDone: isOwn },
      {
        id: 'look',
        text: words.own.steps.look,
        isDone: (state) =>
          isOwn(state) && state.evidence !== undefined && state.evidence !== 'explain',
      },
    ],
  },
];

/** The unique name of a step. */
export const nameOf = (lesson: Lesson, step: Step): string => `${lesson.id}.${step.id}`;
