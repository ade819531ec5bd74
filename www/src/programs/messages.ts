/** The page's texts on the programs: editors, examples, names. */

import type { InstructionInfo, RenameTrouble, Side, Style } from '../engine/types';
import { count, list, number } from '../kit/phrases';

/** Maximum number of other lines that a problem lists. */
const LINES_SHOWN = 6;

export const side: Record<Side, { name: string; symbol: string; program: string }> = {
  left: { name: 'left', symbol: 'P₁', program: 'the left program' },
  right: { name: 'right', symbol: 'P₂', program: 'the right program' },
};

export const editor = {
  title: (s: Side): string => (s === 'left' ? 'Left program' : 'Right program'),
  swap: 'Swap the programs',
  label: (s: Side, isWlp4: boolean) =>
    `${s === 'left' ? 'Left' : 'Right'} program, ${isWlp4 ? 'WLP4' : 'assembly'}`,
  hint: 'Tab indents; Escape, then Tab leaves the editor; F9 sets a breakpoint.',
  placeholder: 'Type a program, or choose an example.',
  noProblems: 'ok, no problems',
  problems: (errors: number, warnings: number) =>
    list([
      ...(errors > 0 ? [count(errors, 'error', 'errors')] : []),
      ...(warnings > 0 ? [count(warnings, 'warning', 'warnings')] : []),
    ]),
  waiting: 'Not checked yet',
  looksLikeWlp4: 'This looks like WLP4.',
  readAsWlp4: 'Read it as WLP4',
  severity: { error: 'Error', warning: 'Warning' },
  line: (line: number, file?: string) =>
    file === undefined ? `Line ${line}` : `${file}, line ${line}`,
  fix: (title: string) => `Fix: ${title}`,
  fixAll: (n: number) => `Fix all ${n}`,
  /** The lines of other problems with the same message. */
  alsoIn: (lines: readonly number[]) => {
    const shown = lines.slice(0, LINES_SHOWN).join(', ');
    const rest = lines.length - LINES_SHOWN;
    const where = lines.length === 1 ? 'line' : 'lines';
    return `The same in ${where} ${shown}${rest > 0 ? ` and ${number(rest)} more` : ''}.`;
  },
  moreProblems: (n: number) => `${count(n, 'more problem is', 'more problems are')} not listed.`,
  listing: 'Machine code',
  listingColumns: { address: 'Address', word: 'Word', text: 'Instruction' },
  words: (n: number) => count(n, 'word', 'words'),
  listingLabel: (s: Side) => `Machine code of the ${s} program`,
  linked: 'Routines linked to it',
  linkedLabel: (s: Side) => `Routines linked to the ${s} program`,
  expanded: 'put in by the assembler',
  breakpoint: 'Breakpoint; F9 sets and clears it',
};

export const examples = {
  open: 'Example',
  chosen: (title: string) => `Example: ${title}`,
  title: 'Examples',
  filter: 'Filter the examples',
  none: 'No example matches.',
  changed: (title: string) => `Example: ${title}, changed`,
  undo: 'Your own text comes back with Ctrl+Z in each editor.',
};

export const language: {
  directives: readonly InstructionInfo[];
  registers: Readonly<Record<number, string>>;
  arm64: {
    directives: readonly InstructionInfo[];
    registers: Readonly<Record<number, string>>;
    sp: string;
    xzr: string;
  };
  noInstructionHere: string;
} = {
  /** What a line may begin with that is not an instruction. */
  directives: [
    {
      mnemonic: '.word',
      operands: 'i',
      effect: 'A word of the program: a number or the address of a label',
    },
    {
      mnemonic: '.import',
      operands: 'name',
      effect:
        'A name of another file; print, init, new, delete and others are linked by themselves',
    },
    { mnemonic: '.export', operands: 'name', effect: 'Lets other files have the name' },
  ],
  registers: {
    0: 'always 0',
    1: 'first input',
    2: 'second input',
    3: 'the result',
    30: 'end of the stack',
    31: 'return address',
  },
  arm64: {
    directives: [
      {
        mnemonic: '.8byte',
        operands: 'i',
        effect: '8 bytes of the program: a number or the address of a label',
      },
      {
        mnemonic: '.import',
        operands: 'name',
        effect: 'A name of another file; print, init, new and delete are linked by themselves',
      },
      { mnemonic: '.export', operands: 'name', effect: 'Lets other files have the name' },
    ],
    registers: {
      0: 'first input, and the result',
      1: 'second input',
      29: 'frame pointer',
      30: 'return address',
    },
    sp: 'end of the stack; not as the last operand',
    xzr: 'always 0; only as the last operand',
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
  onlyAssembly: 'This is for assembly only.',
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
    `${from} is now ${to}, at ${count(places, 'place', 'places')}.`,
  formatted: (unparsed: number) =>
    unparsed === 0
      ? 'Formatted.'
      : `Formatted, except ${count(unparsed, 'line that does', 'lines that do')} not parse.`,
};

export const files = {
  tabs: (s: Side) => `Files of the ${s} program`,
  menu: 'File',
  menuLabel: (s: Side) => `Files of the ${s} program: add, rename, order`,
  replace: 'Open …',
  add: 'New file',
  open: 'Add files …',
  rename: 'Rename …',
  earlier: 'Link earlier',
  later: 'Link later',
  remove: 'Remove',
  only: 'There is no other file.',
  isFirst: 'It is the first.',
  isLast: 'It is the last.',
  newName: (name: string) => `New name of ${name}`,
  renameButton: 'Rename',
  cancel: 'Cancel',
  taken: 'Another file has this name, or it is no name.',
  language: (name: string) => `Language of ${name}`,
  languages: {
    assembly: 'Assembly',
    stack: 'WLP4',
    registers: 'WLP4, registers',
    folded: 'WLP4, folded',
  } satisfies Record<Style | 'assembly', string>,
};

export const names = {
  label: (s: Side) => `Name on the ${s}`,
  /** The default names of programs: the other is compared with the left one. */
  placeholder: { left: 'reference', right: 'yours' } satisfies Record<Side, string>,
};
