/**
 * The pairs of the tutorial, and the reader's steps with each: a step is done once the page shows it.
 */

import { isSame } from '../../engine/sources';
import type { Verdict } from '../../engine/types';
import { wholeText } from '../../programs/source';
import type { Pair, Seen, TutorialMachine } from './machine';
import { lessonWords } from './messages';

/** What the page shows, and the reader's actions that it does not keep. */
export interface Did extends Seen {
  /** Whether they tried an input on the current programs. */
  hasTried: boolean;
}

export interface Step {
  id: string;
  text: string;
  isDone(did: Did): boolean;
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

const isPair = (a: Pair, b: Pair) => isSame(a.left, b.left) && isSame(a.right, b.right);

/** Whether the left program is that of a pair, and the right one was changed. */
const isEdited = (a: Pair, b: Pair) => isSame(a.left, b.left) && !isSame(a.right, b.right);

const compared = ({ compared: found }: Did, pair: Pair, verdict: Verdict): boolean =>
  found !== undefined && isPair(found, pair) && found.verdict === verdict;

const edited = ({ compared: found }: Did, pair: Pair, verdict: Verdict): boolean =>
  found !== undefined && isEdited(found, pair) && found.verdict === verdict;

/** The pairs that the page has, of which none is the reader's. */
export const givenBy = ({ pairs, examples }: TutorialMachine): readonly Pair[] => [
  pairs.overflow,
  pairs.loop,
  ...examples,
];

/** Whether a comparison was of the reader's own programs: two that the page does not have. */
function isOwn({ compared: found }: Did, machine: TutorialMachine): boolean {
  if (!found || isSame(found.left, found.right)) return false;
  const given = givenBy(machine);
  const texts = given.flatMap(({ left, right }) => [wholeText(left), wholeText(right)]);
  return [found.left, found.right].every((own) => !texts.includes(wholeText(own)));
}

export function lessonsOf(machine: TutorialMachine): readonly Lesson[] {
  const words = lessonWords(machine.terms);
  const { overflow, loop } = machine.pairs;
  return [
    {
      id: 'overflow',
      ...words.overflow,
      pair: overflow,
      steps: [
        {
          id: 'try',
          text: words.overflow.steps.try,
          isDone: ({ programs, hasTried }) => hasTried && isPair(programs, overflow),
        },
        {
          id: 'compare',
          text: words.overflow.steps.compare,
          isDone: (did) => compared(did, overflow, 'disequivalent'),
        },
        {
          id: 'step',
          text: words.overflow.steps.step,
          isDone: ({ stepped }) => stepped !== undefined && isPair(stepped, overflow),
        },
        {
          id: 'fix',
          text: words.overflow.steps.fix,
          isDone: (did) => edited(did, overflow, 'equivalent'),
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
          isDone: (did) => compared(did, loop, 'equivalent'),
        },
        {
          id: 'proof',
          text: words.loop.steps.proof,
          isDone: (did) => did.showsProof && compared(did, loop, 'equivalent'),
        },
        {
          id: 'mistake',
          text: words.loop.steps.mistake,
          isDone: (did) => edited(did, loop, 'disequivalent'),
        },
      ],
    },
    {
      id: 'own',
      ...words.own,
      pair: undefined,
      steps: [
        {
          id: 'compare',
          text: words.own.steps.compare,
          isDone: (did) => isOwn(did, machine),
        },
        {
          id: 'look',
          text: words.own.steps.look,
          isDone: (did) => isOwn(did, machine) && did.looksFurther,
        },
      ],
    },
  ];
}

/** The unique name of a step. */
export const nameOf = (lesson: Lesson, step: Step): string => `${lesson.id}.${step.id}`;
