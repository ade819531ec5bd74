/** The page's texts on what the compiler sees. */

import type { Side } from '../../engine/types';
import { count, list, number } from '../../kit/phrases';
import { side } from '../../programs/messages';
import type { Change } from './trace-diff';

export const compiled = {
  tabs: 'What the compiler saw',
  listing: 'Programs',
  passes: 'Trace, pass by pass',
  query: 'Query text',

  title: (s: Side): string => (s === 'left' ? 'Left program' : 'Right program'),
  listingLabel: (s: Side) => `Words of ${side[s].program}`,
  /** @param hasExpansions Whether the machine's assembler puts words in. */
  listingIntro: (hasExpansions: boolean) =>
    `Both programs as they were compared, word by word.${hasExpansions ? ' A + marks a word that the assembler put in for a branch with a number.' : ''}`,
  columns: {
    address: 'Address',
    word: 'Word',
    label: 'Label',
    instruction: 'Instruction',
    line: 'Line',
    source: 'Source',
  },
  expanded: 'put in by the assembler',
  goToLine: (line: number, s: Side) => `Go to line ${line} of ${side[s].program}`,
  saveCsv: 'Save CSV',
  listingFile: (s: Side) => `${s}-program.csv`,

  run: 'Run',
  program: 'Program',
  programs: (s: Side) => `${side[s].symbol} ${s}`,
  pass: 'Pass',
  allPasses: 'all passes',
  step: (before: string, after: string) => `${before} → ${after}`,
  on: (inputs: string) => `on ${inputs}`,
  changes: ({ same, changed, removed, added }: Record<Change, number>) =>
    changed + removed + added === 0
      ? 'It changes nothing here.'
      : `${list([
          ...(changed > 0 ? [count(changed, 'line is changed', 'lines are changed')] : []),
          ...(removed > 0 ? [count(removed, 'is removed', 'are removed')] : []),
          ...(added > 0 ? [count(added, 'is added', 'are added')] : []),
          ...(same > 0 ? [count(same, 'is the same', 'are the same')] : []),
        ])}.`,
  marks: {
    same: { sign: '', name: '' },
    changed: { sign: '~', name: 'changed' },
    removed: { sign: '−', name: 'removed' },
    added: { sign: '+', name: 'added' },
  } satisfies Record<Change, { sign: string; name: string }>,
  diffLabel: 'The trace before and after the pass',
  diffColumns: { at: 'At', change: 'Change' },
  before: (name: string) => `Before: ${name}`,
  after: (name: string) => `After: ${name}`,
  sameLines: (n: number) => `${count(n, 'line', 'lines')} the same`,
  omitted: (n: number) =>
    `Only the beginning: ${count(n, 'more line is', 'more lines are')} left out.`,

  whichQuery: 'Query',
  of: (n: number) => `of ${number(n)}`,
  noQueries: 'No query was needed so far.',
  noRuns: 'No run yet.',
};
