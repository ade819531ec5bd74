/** The words of what makes work easy: editing, files, keys, the tour. */

import type { InstructionInfo, RenameTrouble, Side } from '../engine/types';

export const language: {
  word: InstructionInfo;
  registers: Readonly<Record<number, string>>;
  noInstructionHere: string;
} = {
  /** The one thing that a line may begin with and that is no instruction. */
  word: {
    mnemonic: '.word',
    operands: 'i',
    effect: 'A word of the program: a number or the address of a label',
  },
  registers: {
    0: 'always 0',
    1: 'first input',
    2: 'second input',
    3: 'the result',
    30: 'end of the stack',
    31: 'return address',
  },
  noInstructionHere: 'There is no instruction on this line.',
};

export const tools = {
  menu: 'Edit',
  menuLabel: (side: Side) => `Edit the ${side} program`,
  names: {
    format: 'Format',
    rename: 'Rename label',
    goTo: 'Go to label',
    complete: 'Complete',
    help: 'What this line does',
    fix: 'Apply the fix of this line',
    problem: 'Next problem',
    undo: 'Undo',
    redo: 'Redo',
  },
  close: 'Close',
  rename: 'Rename',
  noFixHere: 'Nothing on this line has a fix.',
  noLabelHere: 'Put the cursor on a label first.',
  unused: (name: string) => `Nothing refers to ${name}.`,
  undefined: (name: string) => `No line has the label ${name}.`,
  renameLabel: (name: string) => `New name of ${name}`,
  renameTrouble: (name: string, trouble: RenameTrouble): string => {
    switch (trouble) {
      case 'not-a-name':
        return `“${name}” is no name: a letter, then letters, digits and underscores`;
      case 'mnemonic':
        return `${name} is an instruction; another name`;
      case 'taken':
        return `There is a label ${name} already; another name`;
      default:
        return trouble satisfies never;
    }
  },
  renamed: (from: string, to: string, places: number) =>
    `${from} is now ${to}, at ${places} ${places === 1 ? 'place' : 'places'}.`,
  formatted: (unparsed: number) =>
    unparsed === 0
      ? 'Formatted.'
      : `Formatted, but for ${unparsed} ${unparsed === 1 ? 'line that does' : 'lines that do'} not parse.`,
};

export const files = {
  open: 'Open',
  openLabel: (side: Side) => `Open a file as the ${side} program`,
  drop: 'Drop a program here; two files fill both sides.',
  save: 'Save',
  saveProgram: { left: 'Left program', right: 'Right program' } satisfies Record<Side, string>,
  saveBoth: 'Both programs',
  bundle: 'Bundle: programs, verdict, queries',
  bundleWaits: 'The bundle can be saved once there is a verdict.',
  earlier: 'Earlier work',
  tooMany: (n: number) => `Not opened: ${n} files. One file is one program; two fill both sides.`,
  tooLarge: (name: string, bytes: number, most: number) =>
    `Not opened: ${name} has ${megabytes(bytes)} MB, and a program may have ${megabytes(most)} MB.`,
  notText: (name: string) => `Not opened: ${name} is not a text in UTF-8.`,
  unreadable: (name: string) => `Not opened: ${name} could not be read.`,
  bundleFailed: (message: string) => `The bundle could not be made: ${message}`,
};

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

export const bundle = {
  readme: (version: string, verdict: string, queries: number, all: number) =>
    `Tamarin Playground ${version}

left.asm      the left program, as it was compared
right.asm     the right program
verdict.json  the verdict (${verdict}), its reason, the witness if there is
              one, and the options
queries/      the solver's queries in SMT-LIB 2, by number${
      queries < all ? `: the first ${queries} of ${all}` : ''
    }

To compare them again on the command line:

    tamarin compare left.asm right.asm

To ask a query of another solver:

    z3 queries/query-0001.smt2
`,
};

export const earlier = {
  title: 'Earlier work',
  about:
    'What other tabs of this browser held last. Taking one puts it into the editors; Ctrl+Z brings back what was there.',
  none: 'There is no other work in this browser.',
  take: 'Take',
  empty: 'empty',
  when: (time: number) =>
    new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }),
  lines: (n: number) => `${n} ${n === 1 ? 'line' : 'lines'}`,
};

export const keys = {
  open: 'Help',
  openShort: '?',
  title: 'Help',
  tour: 'Take the tour',
  language: 'Language',
  intro:
    'Everything can be reached with the Tab key. Besides, there are these keys. On a Mac, Ctrl is Cmd, but for completion.',
  columns: { keys: 'Keys', does: 'What they do' },
  anywhere: 'Anywhere',
  inEditor: 'In an editor',
  inLists: 'In lists of tabs',
  rows: {
    compare: 'Compare',
    next: 'The next part of the page: left program, right program, Compare, result; with Shift the one before',
    list: 'This list',
    stop: 'Stop the comparison',
    leave: 'Leave the editor: the next Tab goes on',
    comment: 'Make the line a comment, or no longer',
    search: 'Search and replace',
    tabs: 'From tab to tab',
  },
};

export const quick = {
  label: 'Compare as I type',
  help: 'A quick look while you type: 200 runs at most and no download.',
  title: 'Quick look',
  waiting: 'Waiting for a pause in typing',
  errors: 'Not while a program has errors.',
  looking: 'Looking',
  differ: (a: string, b: string) => `They differ, for instance on $1 = ${a}, $2 = ${b}.`,
  equivalent: 'They agree on every input.',
  upTo: 'They agree as far as the fuel goes.',
  open: 'No difference in a quick look. Compare looks longer.',
  failed: 'No answer.',
};

export const welcome = {
  label: 'What this is',
  question:
    'Below are two small programs. Each takes two numbers, in $1 and $2, and leaves its result in $3. Is there an input on which they do not do the same?',
  answer:
    'Tests try a few inputs. Compare asks about all 2⁶⁴: it shows you one on which the programs differ, or says how sure it is that there is none.',
  compare: 'Find out',
  tour: 'Take the tour',
  dismiss: 'Hide',
};

export const panes = {
  label: 'Which program',
};

export const tour = {
  progress: (at: number, of: number) => `${at} of ${of}`,
  skip: 'Skip',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  run: 'Run both',
  compare: 'Compare',
  passes: 'The same: the test passes.',
  fails: 'Not the same: this test finds it.',
  steps: {
    boxes: {
      title: 'Two black boxes',
      text: [
        'Think of the two programs as closed boxes. You drop two numbers in, $1 and $2, and one number comes out, $3.',
        'Is the same thing inside both? You may only look at what comes out.',
      ],
    },
    test: {
      title: 'A unit test',
      text: ['Drop the same numbers into both boxes. Try as many as you like.'],
    },
    compare: {
      title: 'All inputs at once',
      text: [
        'Tests that pass say little: there are 2⁶⁴ inputs. Compare follows the paths that the programs can take and asks on each whether the results can differ.',
      ],
    },
    answer: {
      title: 'The boxes differ',
      text: [
        'Compare found an input that your tests may never have tried. Both programs were run on it, and both results are in the table.',
        'Under the answer is what it rests on: each run with its path, and each question to the solver.',
      ],
    },
    end: {
      title: 'Your turn',
      text: [
        'Change a program, open your own, or take one of the examples, and compare again. Where no difference exists, the answer says how far that is a proof.',
        'The ? button has the keys, and this tour.',
      ],
    },
  },
};
