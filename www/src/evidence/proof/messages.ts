/** The page's texts on proofs. */

import type { Meeting, Place, ProofView, Report, RuleUse, Spot } from '../../engine/types';
import { count, number } from '../../kit/phrases';

const line = (spot: Spot): string =>
  spot.line ? `line ${spot.line.line}` : `0x${(spot.address ?? 0).toString(16)}`;

const spotOf = (spot: Spot): string => {
  switch (spot.kind) {
    case 'start':
      return 'at its start';
    case 'loop':
      return `back at ${line(spot)}`;
    case 'end':
      return 'has stopped';
    case 'fault':
      return 'has faulted';
    default:
      return spot.kind satisfies never;
  }
};

/** A state as the rest of a sentence that begins with the name of the program. */
const stateOf = (spot: Spot): string =>
  `${['start', 'loop'].includes(spot.kind) ? 'is ' : ''}${spotOf(spot)}`;

export const proof = {
  looking: 'Looking for a proof that can be checked …',
  /** If the verdict makes no claim about all inputs. */
  nothing: ({ verdict, proof, witness }: Report): string => {
    if (witness?.minimal)
      return 'The witness is the proof: step through both programs on it. No input is smaller, so there is no more to prove.';
    const open = proof?.open.length
      ? ' What is proved of them all the same, and what is open, is said beside the verdict.'
      : '';
    return verdict === 'disequivalent'
      ? 'The witness is the proof: step through both programs on it. That it is the least one, or the only one, was not shown, so there is no more to prove.'
      : `No proof was found that the programs agree on all inputs.${open} Where you know why they agree, say what holds in their loops: a proof is looked for with it.`;
  },
  hints: 'Hints',
  hintsHelp:
    'Where the programs have loops, you can give hints, one a line: a relation that holds whenever both are in their loops, such as `left $3 = right $4 + 2·left $5·input $1` or `left $5 <= input $1`, or how many rounds each takes, `rounds 2:1`. A hint is tried, and never trusted.',
  tryHints: 'Look for a proof',
  unfinished: 'There is a proof to look at once the comparison has ended with a claim.',
  none: (why: string) => `There is no proof in a form that can be checked: ${why}.`,
  /** What a person would write first. */
  lead: 'The idea of the proof',
  everyRound: ({ spots: [left, right] }: Place, of: number): string =>
    of === 1
      ? 'After every round:'
      : `Whenever the left program ${stateOf(left)} and the right one ${stateOf(right)}:`,
  suffices:
    'With what stays constant, this holds when both reach their loops, each round keeps it, and at the end both give the same.',
  functions: 'The programs as functions',
  asFunctions:
    'Each loop and each procedure that calls itself computes a function of the words that it begins with:',
  byInduction: 'By induction, for all words:',
  whatHolds: 'All that holds at each place',
  trust: '✓ Checked just now by the kernel.',
  oneProgram:
    'Both programs are the same machine code. The machine is deterministic, so nothing else has to be shown.',
  paths: 'No loop has to be understood here: the proof is by all paths.',
  tree: 'Look at the tree of paths',
  automaton: 'The automaton of both programs',
  automatonLabel: ({ places, rounds }: ProofView) =>
    `Automaton with ${places.length} places and ${rounds.length} transitions. The facts at each place follow as text.`,
  places: 'What holds at each place',
  place: (index: number, { spots: [left, right] }: Place): string => {
    const both = (kind: Spot['kind']) => left.kind === kind && right.kind === kind;
    if (both('start')) return `${index}: both start`;
    if (both('end')) return `${index}: both have stopped`;
    if (both('fault')) return `${index}: both have faulted`;
    return `${index}: left ${spotOf(left)}, right ${spotOf(right)}`;
  },
  says: 'Whenever both are here:',
  saysNothing: 'Nothing has to hold here.',
  more: (n: number) => `and ${n} more`,
  rounds: 'Ways from place to place',
  round: (from: number, to: number | undefined) =>
    to === undefined ? `${from}: a path that is not taken` : `${from} to ${to}`,
  does: ([left, right]: readonly [string, string]) => `left: ${left}; right: ${right}`,
  /** What both programs do between two places, in short lines. */
  arrow: ([left, right]: readonly [string, string]): string[] =>
    left === right ? [`each: ${left}`] : [`left: ${left}`, `right: ${right}`],
  ways: (pairs: number) => (pairs === 1 ? '' : `${number(pairs)} pairs of paths`),
  measures: 'No cycle goes on for ever, because this gets smaller (as an unsigned number):',
  rules: 'Rules of the kernel',
  rulesNote:
    'How often the proof uses each. `tamarin check --export` writes each step for another solver.',
  rulesUsed: (rules: readonly RuleUse[]) =>
    count(
      rules.reduce((all, { times }) => all + times, 0),
      'step',
      'steps',
    ),
  ruleColumns: { rule: 'Rule', times: 'Times' },
  meetings: 'On one input',
  meetingsIntro:
    'Both programs run. Whenever both are at a place of the proof, its relations are evaluated.',
  look: 'Look',
  wrongInput: 'A number such as 42, -1 or 0xff is expected.',
  meetingColumns: { place: 'Place', steps: 'Steps, left and right', holds: 'What must hold there' },
  noMeeting: 'On this input both end without coming to a place in a loop.',
  /** Whether each relation holds; those that are not evaluated are left out. */
  holds: (holds: Meeting['holds']) => {
    const known = holds.filter((each) => each !== undefined && each !== null);
    const broken = known.filter((each) => !each).length;
    if (broken > 0) return `${broken} of ${known.length} do not hold. Please report this.`;
    if (known.length === 0) return 'not evaluated';
    return known.length === 1 ? 'holds' : `all ${known.length} hold`;
  },
  step: 'Step',
  stepLabel: (place: number, [left, right]: readonly [number, number]) =>
    `Step from place ${place}, after ${left} and ${right} steps`,
  certificate: 'Save the certificate',
  certificateNote: 'It can be checked elsewhere:',
  /** With the statement that the evidence supports, unless that is the command's default. */
  command: (files: string, options: string, supports: string) =>
    `tamarin check ${files}${options}${supports === 'equivalent' ? '' : ` --claim '${supports}'`}`,
  files: 'certificate.json left.asm right.asm',
  file: 'certificate.json',
  text: 'Save as text',
  textFile: 'proof.txt',
  /** In the debugger: the facts at the last location that both reached. */
  here: (place: number) => `Both are at place ${place} of the proof`,
  since: (place: number, [left, right]: readonly [number, number]) =>
    `Both were at place ${place} of the proof after ${left} and ${right} steps`,
};
