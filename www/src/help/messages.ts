/** The page's words on help: the tour, keys, the instruction set, the glossary. */

export const instructions = {
  open: 'Instructions',
  title: 'The machine',
  intro:
    '32 registers of 32 bits; $0 is 0. A program starts with its inputs in $1 and $2, the end of the stack in $30 and the return address in $31. It is done when it jumps there, and its result is $3. There are no delay slots.',
  columns: { instruction: 'Instruction', effect: 'Effect' },
};

export const glossary = {
  open: 'Glossary',
  title: 'Glossary',
  all: 'All terms',
};

export const keys = {
  open: 'Help and keys',
  title: 'Help',
  tour: 'Take the tour',
  intro:
    'Everything can be reached with the Tab key. Besides, there are these keys. On a Mac, Ctrl is Cmd, but for completion.',
  columns: { keys: 'Keys', does: 'What they do' },
  anywhere: 'Anywhere',
  inEditor: 'In an editor',
  inDebugger: 'In the debugger',
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
    step: 'At the scrubber: a step back, a step on',
    stepLine: 'In its buttons and at the scrubber: a line of WLP4 back, a line on',
  },
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
  /** What there is to say of the comparison, by what came of it. */
  answers: {
    none: {
      title: 'No answer yet',
      text: ['The programs have not been compared: go back, and press Compare.'],
    },
    differ: (testFound: boolean) => ({
      title: 'The boxes differ',
      text: [
        testFound
          ? 'A test of yours had shown it, and Compare found an input of its own. Both programs were run on it, and both results are in the table.'
          : 'Compare found an input on which the results are not the same. Both programs were run on it, and both results are in the table.',
        'Beside the answer are its tabs. Why shows which lines the difference comes from, what would repair it, and on which inputs there is one; More has each run and each question to the solver.',
      ],
    }),
    other: {
      title: 'No difference was found',
      text: [
        'The answer says how far that is a proof. Its tabs show what it rests on: the proof, each run with its path, and each question to the solver.',
      ],
    },
  },
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
    end: {
      title: 'Your turn',
      text: [
        'Change a program, open your own, or take one of the examples, and compare again. Where no difference exists, the answer says how far that is a proof.',
        'The menu at the top has the keys, and this tour.',
      ],
    },
  },
};
