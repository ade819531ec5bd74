/** The page's texts on versions. */

import type { PointReport, Side, VersionsVerdict } from '../../engine/types';
import { count, number } from '../../kit/phrases';
import { side } from '../../programs/messages';

const place = ({ line, address }: PointReport): string =>
  line ? `line ${line.line}` : `0x${address.toString(16)}`;

const both = ([old, recent]: readonly [PointReport, PointReport]): string =>
  `old ${place(old)}, new ${place(recent)}`;

export const versions = {
  label: 'Versions',
  intro:
    'The left program is taken for the old version and the right one for the new one. They are compared instruction by instruction, which takes no longer than reading them, whatever they compute.',
  proving: (part: number) =>
    part > 0
      ? `Proving your patterns: ${number(part)} of 1,000 parts of all words tried …`
      : 'Proving your patterns …',
  refused: 'Your patterns are not used, so the versions were not compared.',
  comparing: 'Comparing both versions, procedure by procedure …',
  stop: 'Stop',
  stopped: 'Stopped.',
  again: 'Compare again',
  failed: (message: string) => `The versions could not be compared: ${message}.`,
  changed:
    'The programs have changed since they were compared; this is about what they were. Compare them again.',
  verdicts: {
    equal: 'equal',
    'equal-up-to': 'equal within a number of steps',
    different: 'different',
    unknown: 'unknown',
  } satisfies Record<VersionsVerdict, string>,
  on: (inputs: string) => `They differ on ${inputs}.`,
  procedures: 'Procedures',
  columns: {
    name: 'Procedure',
    verdict: 'Known',
    shares: 'By what',
  },
  /** A procedure's verdict concerns the procedure alone. */
  own: 'Each result assumes that the procedures it calls are equivalent.',
  jump: (name: string) => `Go to the lines of ${name}`,
  marks: 'What the marks mean',
  listing: 'Both programs, side by side',
  section: (name: string) => name || 'No procedure',
  sectionLabel: (name: string) => `Lines of ${name || 'no procedure'}`,
  heads: { old: `Old (${side.left.symbol})`, mark: 'Known', recent: `New (${side.right.symbol})` },
  rows: (n: number) => count(n, 'row', 'rows'),
  open: 'here the comparison ends',
  pointer: 'an address that depends on the input',
  elsewhere: (where: string) => `belongs to ${where}`,
  folded: (n: number) => `Show ${number(n)} rows in which nothing changed`,
  line: (s: Side, line: number) => `${s === 'left' ? 'Old' : 'New'} line ${line}`,
  nothing: 'nothing',
  block: (index: number) => `block ${index + 1}`,
  blockLabel: (index: number, name: string) => `Block ${index + 1} of ${name}: obligations`,
  blockFrom: (at: readonly [PointReport, PointReport]) => `From ${both(at)}`,
  blockTo: (at: readonly [PointReport, PointReport]) => `To ${both(at)}`,
  asked:
    'A solver was asked for words that both blocks may begin with and after which they fault in other ways or leave other words. There are none.',
  before: 'What is known where it begins',
  after: 'Obligations at its end',
  noWords: 'Nothing of the words that it mentions.',
  save: 'Save as JSON',
  file: 'versions.json',
};

export const patterns = {
  title: 'Patterns of your own',
  intro:
    'Where code is rewritten in a way that is not known here, say so: two snippets, and which registers correspond. A pattern is proved for all words before it is used, which may take minutes. The text is kept in this browser and is not in links.',
  label: 'Patterns, one after the other',
  example: `pattern: twice
entry: $1 = $1
exit: $3 = $3
scratch new: $4 hi lo
old:
    add $3, $1, $1
new:
    lis $4
    .word 2
    mult $1, $4
    mflo $3`,
  problem: (line: number, message: string) => `Line ${line}: ${message}`,
  use: 'Prove and use them',
  none: 'Compare without patterns',
  open: 'Open a file …',
  opened: (names: string) => `The patterns are those of ${names} now. Undo takes it back.`,
  tooLarge: (names: string) => `${names}: too large for patterns.`,
  unreadable: (names: string) => `${names}: could not be read, or is no text.`,
  proved: (name: string, tried: boolean, met: number) =>
    `${name} was proved${tried ? ' by trying all words' : ''} and met ${met === 0 ? 'nowhere' : count(met, 'time', 'times')}.`,
};
