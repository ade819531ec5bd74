/** The page's texts on mutants: what tests miss, and the quiz. */

import type { EditKind, Side, TallyReport } from '../../engine/types';
import { count, number } from '../../kit/phrases';

export const mutants = {
  program: 'Program',
  sides: { left: 'Left', right: 'Right' } satisfies Record<Side, string>,

  tests: 'What do my tests miss?',
  intro:
    'Wrong programs are made of yours, each by one edit, and run on your tests. Which of them does no test tell from yours?',
  inputs: (names: string) => `Tests: an input in each line (${names}), with commas`,
  open: 'Open a file',
  openHelp: 'A table with commas (CSV); it can be dropped here, too.',
  opened: (name: string) => `The tests are those of ${name} now. Undo takes it back.`,
  tooLarge: (name: string) => `${name} is too large for a table of tests.`,
  unreadable: (name: string) => `${name} could not be read, or is no text.`,
  others: 'Programs of others',
  othersHelp:
    'Wrong programs that were handed in, say: each file is one, which is looked at as a further mutant. They can be dropped here, many at once. They stay in this tab until it is closed.',
  addOthers: 'Add programs',
  removeOthers: 'Take all out',
  removeOther: (name: string) => `Take ${name} out`,
  othersOf: (n: number) => `Programs of others (${number(n)})`,
  othersAdded: (n: number) => `${count(n, 'program is', 'programs are')} among the mutants now.`,
  leftOut: (n: number) => `No programs, so not looked at (${number(n)})`,
  noProgram: (name: string, message: string) => `${name}: ${message}`,
  ofOthers: 'a program of others',

  look: 'Look for what they miss',
  stop: 'Stop',
  stopLabel: 'Stop looking into the tests',
  looking: 'Looking into the tests',
  progress: (tried: number, of: number, proofs: number) =>
    `${number(tried)} of ${count(of, 'mutant', 'mutants')}, ${number(proofs)} put to a proof`,
  problems: (n: number) =>
    n === 1
      ? 'One line is no input. Nothing was looked into; your tests stay as they are.'
      : `${number(n)} lines are no inputs. Nothing was looked into; your tests stay as they are.`,
  problem: (line: number, message: string) => `Line ${number(line)}: ${message}`,
  moreProblems: (n: number) => `and ${number(n)} more`,
  failed: (message: string) => `This could not be looked into: ${message}.`,
  errors: 'This program has errors.',
  stopped: 'Stopped: not all mutants were looked at.',
  changed: {
    program: 'The program has changed since; this is about what it was.',
    tests: 'The tests have changed since; look again to see what they miss now.',
    others: 'The programs of others have changed since; look again to see what the tests miss now.',
  },
  untilClosed: (n: number) =>
    `As long as ${count(n, 'mutant is', 'mutants are')} open, the score is a range: each of them may count or not.`,
  few: (mutants: number, edits: number) =>
    `${number(mutants)} mutants, of ${number(edits)} edits that there are.`,
  score: 'Score',
  scoreRange: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),

  kinds: 'Mutants by what they change',
  kind: 'Change',
  fates: {
    killed: 'Killed',
    missed: 'Missed',
    equivalent: 'Equivalent',
    open: 'Open',
  } satisfies Record<keyof TallyReport, string>,
  fatesHelp:
    'Killed: a test tells it from the program. Missed: none does, and an input would. Equivalent: proved to do what the program does, so it does not count. Open: neither is known.',
  all: 'All',
  names: {
    mnemonic: 'another instruction',
    swapped: 'operands in the other order',
    neighbour: 'a number, one more or less',
    register: 'another register',
    word: 'a number, four more or less',
    constant: 'a number, another of the program',
    label: 'another label',
    moved: 'two statements in the other order',
    removed: 'a statement taken out',
    repeated: 'a statement twice',
    inserted: 'a statement more',
    restored: 'lines as in the other program',
    hinted: 'what the assembler suggests',
  } satisfies Record<EditKind, string>,

  missed: (n: number) => `Missed (${number(n)})`,
  undecided: (n: number) => `Open (${number(n)})`,
  allKilled: 'No test is missing: each mutant that is wrong is killed.',
  more: (n: number) => `Show ${number(n)} more`,
  line: (line: number, file: string | undefined) =>
    file === undefined ? `Line ${number(line)}` : `${file}, line ${number(line)}`,
  edit: { from: 'Yours', to: 'Mutant' },
  add: 'Add as a test',
  addLabel: (inputs: string) => `Add ${inputs} as a test`,
  added: (inputs: string) => `${inputs} is among the tests now. Look again to see.`,
  isOpen: 'Not known to be wrong or right.',

  suite: 'Tests that would do',
  suiteOf: (n: number, smallest: boolean) =>
    n === 1
      ? 'This input kills all mutants that a test or an input above kills.'
      : `These ${number(n)} inputs kill all mutants that a test or an input above kills${smallest ? '; fewer of the known inputs do not' : ''}.`,
  input: 'Input',
  kills: 'Kills',
  addAll: 'Add all of them as tests',
  addedAll: 'They are among the tests now. Look again to see.',
  yours: (n: number) => `Your tests (${number(n)})`,
  save: 'Save as JSON',
  file: 'mutants.json',

  quiz: 'Same or different?',
  quizIntro:
    'A quiz about this program and its mutants. Each question shows the program beside one mutant. The answer is an input on which they differ, or that there is none. Every question has a proved answer.',
  questions: 'Questions',
  title: 'Title',
  another: 'Other questions',
  play: 'Open the quiz',
  copy: 'Copy the link',
  copied: 'Copied',
  link: 'Link to the quiz',
  linkHelp: 'Everybody who opens this link is asked the same questions.',
  tooLong: 'This program is too long for a link.',
  wrongOptions: 'Some options are wrong.',
};
