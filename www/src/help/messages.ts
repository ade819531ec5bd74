/** The page's texts on help: keys, the instruction set, the glossary. */

export const instructions = {
  open: 'Instructions',
  title: 'The machine',
  intro:
    '32 registers of 32 bits; $0 is 0. A program starts with its inputs in $1 and $2, the end of the stack in $30 and the return address in $31. It is done when it jumps there, and its result is $3. There are no delay slots.',
  arm64:
    '31 registers x0 to x30 and sp of 64 bits; xzr is 0. A program starts with its inputs in x0 and x1, the end of the stack in sp and the return address in x30. It is done when it goes there, and its result is x0. Flags are what was compared last.',
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
  tutorial: 'Tutorial, five minutes',
  intro:
    'Everything can be reached with the Tab key. There are also these keys. On a Mac, use Cmd for Ctrl, except for completion.',
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
