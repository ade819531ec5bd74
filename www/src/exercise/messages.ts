/** The page's texts on exercises. */

import { count, number } from '../kit/phrases';
import type { HintKind, ReferenceMode } from './exercise';

export const messages = {
  page: 'Exercise',
  start: 'Work on it',
  tasks: 'Tasks',
  task: (n: number) => `Task ${n}`,
  contract: 'What is compared',
  within: (fuel: number) => `, within ${count(fuel, 'step', 'steps')}`,
  code: 'Program to start from',
  yours: 'Your program',

  reference: 'Reference',
  modes: {
    open: 'Open: the reference is in this link. It is not shown, but whoever looks for it finds it.',
    sealed:
      'Sealed: the reference is in this link, encrypted. Until its author gives out the key, your program is run on the author’s inputs, and a hash of what it does is compared.',
    elsewhere:
      'Elsewhere: the reference is not here. Your program is compared by whoever you hand it in to.',
  } satisfies Record<ReferenceMode, string>,
  unsealed: 'The reference was opened with its author’s key.',

  check: {
    open: 'Compare with the reference',
    sealed: 'Run on the author’s inputs',
  },
  stop: 'Stop',
  again: 'Start again',
  tokens: (left: number) => `${count(left, 'verdict', 'verdicts')} left`,
  tokensHelp: 'This is counted in your browser.',
  noTokens: 'No verdicts are left. You can hand in your program as it is.',

  outcome: 'Verdict',
  changed: 'Your program has changed since.',
  /** The names of the two programs in sentences. */
  names: { left: 'the reference', right: 'your program' },

  sealRunning: 'Running your program on the author’s inputs.',
  sealAgrees: (n: number) =>
    `On ${n === 1 ? 'the author’s input' : `all ${number(n)} inputs of the author`}, your program does what the reference does. Of other inputs nothing is said.`,
  sealDiffers: (n: number) =>
    n === 1
      ? 'On the author’s input, your program does something else than the reference.'
      : `On at least one of the ${number(n)} inputs of the author, your program differs from the reference. Which input it is stays unknown until the reference is opened.`,
  sealUnfinished: (inputs: string) => `On ${inputs}, your program does not end within the steps.`,
  sealInputs: (n: number) => `The author’s ${n === 1 ? 'input' : `${number(n)} inputs`}`,
  noCrypto:
    'This browser gives no encryption to pages without https, so a sealed reference cannot be used here.',
  hasErrors: 'Your program has errors.',
  key: 'Key of the reference',
  unseal: 'Open the reference',
  wrongKey: 'This key does not open the reference.',

  steps: 'Your program, step by step',
  closeSteps: 'Close',

  hints: 'Hints',
  openHint: (n: number, of: number) => `Open hint ${n} of ${of}`,
  hint: (n: number) => `Hint ${n}`,
  kinds: {
    text: 'a text',
    regions: 'all inputs that make a difference',
    cause: 'which instruction is to blame',
    mend: 'an edit that mends the program',
  } satisfies Record<HintKind, string>,
  needsDifference: 'Compare first: this hint is about a difference.',
  looking: 'This is being looked for.',
  lookAgain: 'Look for it',
  lost: 'This could not be found.',
  more: (n: number) => `and ${number(n)} more`,

  handIn: 'Hand in',
  handInHelp:
    'A receipt has your name, your program, the name of this exercise and the verdict. It is a claim: whoever grades it compares your program anew.',
  student: 'Your name',
  save: 'Save the receipt',
  file: (at: number, student: string) =>
    `receipt-task-${[at + 1, ...(student.match(/[\p{L}\p{N}]+/gu) ?? [])].join('-')}.json`,
  makeOne: 'Make an exercise',

  problems: {
    'not-a-link': 'This is no exercise of Tamarin’s making.',
    damaged: 'This link is damaged: a part of it is missing or changed.',
    'too-long': 'This link is too long.',
    newer: 'This exercise was made with a newer version of this page.',
  },
  /** What to do about a link that does not open. */
  remedies: {
    'not-a-link': 'Ask whoever gave you the link for another one.',
    damaged:
      'Copy the whole link again, from its first to its last character: mail and chat break long links. If that does not help, ask whoever gave it to you for a file with the link in it.',
    'too-long': 'Ask whoever gave you the link for one with fewer tasks.',
    newer:
      'Reload this page. If that does not help, ask whoever gave you the link where the newer page is.',
  },
  playground: 'Open the playground',

  author: {
    title: 'Make an exercise',
    intro:
      'A task is a text, a program to start from, and a reference. The link holds all of it; nothing is sent anywhere.',
    sheet: 'Title of the worksheet',
    taskTitle: 'Title of the task',
    text: 'Text, in Markdown',
    add: 'Add a task',
    remove: 'Remove this task',
    reference: 'Reference',
    start: 'Program to start from',
    mode: 'Where the reference is',
    modes: { open: 'Open', sealed: 'Sealed', elsewhere: 'Elsewhere' } satisfies Record<
      ReferenceMode,
      string
    >,
    inputs: 'Inputs that a program is run on',
    inputsHelp: (names: readonly string[]) =>
      `One a line, numbers with commas between: ${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''}. They are in the link.`,
    sealIt: 'Seal the reference',
    propose: 'Propose inputs',
    sealStale: 'Task, reference or inputs have changed since: seal it again.',
    notSealed: 'The reference is not sealed yet, so there is no link.',
    sealed: (n: number) => `Sealed, with what it does on ${count(n, 'input', 'inputs')}.`,
    key: 'Key: keep it, and say it when the reference may be read. It is nowhere else.',
    copyKey: 'Copy the key',
    wrongInput: (line: number) => `Line ${line} is no input.`,
    noInputs: 'At least one input is needed.',
    tooMany: (most: number) => `${number(most)} inputs at most.`,
    unfinished: (inputs: string) => `On ${inputs} the reference does not end within the steps.`,
    referenceErrors: 'The reference has errors.',
    tokens: 'Verdicts at most',
    tokensHelp: 'Empty: as many as one likes.',
    wrongTokens: 'A number from 0 to 1,000.',
    hints: 'Hints, in the order in which they are opened',
    addHint: 'Add a hint',
    hintKind: (n: number) => `Kind of hint ${n}`,
    hintText: (n: number) => `Text of hint ${n}, in Markdown`,
    removeHint: (n: number) => `Remove hint ${n}`,
    hintNeeds: 'Only a text can be given where the reference is elsewhere.',
    preview: 'Preview',
    link: 'Link',
    copy: 'Copy link',
    copied: 'Copied',
    open: 'Open it as a student',
    frame: 'Code for a page of your own',
    copyFrame: 'Copy code',
    tooLong: 'This is too long for a link.',
    wrongOptions: 'An option of the comparison is wrong.',
    length: (n: number) => `${number(n)} characters.`,
  },
};
