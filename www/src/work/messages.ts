/** The page's texts on files and earlier work. */

import type { Side } from '../engine/types';
import { count } from '../kit/phrases';

export const files = {
  open: 'Open',
  openLabel: (side: Side) => `Open files as the ${side} program`,
  drop: 'Drop a program here: .asm, .wlp4, .merl or .mips. Several files are one program.',
  save: 'Save',
  saveProgram: { left: 'Left program', right: 'Right program' } satisfies Record<Side, string>,
  saveBoth: 'Both programs',
  bundle: 'Bundle: programs, verdict, queries',
  bundleWaits: 'The bundle can be saved once there is a verdict.',
  earlier: 'Earlier work',
  tooMany: (n: number, most: number) => `Not opened: ${n} files. A program may have ${most}.`,
  tooLarge: (name: string, bytes: number, most: number) =>
    `Not opened: ${name} has ${megabytes(bytes)} MB, and a program may have ${megabytes(most)} MB.`,
  notText: (name: string) => `Not opened: ${name} is not a text in UTF-8.`,
  notCode: (name: string, why: string) => `Not opened: ${name}: ${why}.`,
  unreadable: (name: string) => `Not opened: ${name} could not be read.`,
  bundleFailed: (message: string) => `The bundle could not be made: ${message}`,
};

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

export const bundle = {
  /** @param programs The files of each program, as the command line takes them. */
  readme: (
    version: string,
    verdict: string,
    queries: number,
    all: number,
    programs: readonly [string, string],
  ) =>
    `Tamarin Playground ${version}

left          the left program, as it was compared: a file left.asm, or a
              folder of several files or of WLP4
right         the right program, likewise
verdict.json  the verdict (${verdict}), its reason, the witness if there is
              one, and the options
queries/      the solver's queries in SMT-LIB 2, by number${
      queries < all ? `: the first ${queries} of ${all}` : ''
    }

To compare them again on the command line:

    tamarin compare ${programs.join(' ')}

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
  lines: (n: number) => count(n, 'line', 'lines'),
};
