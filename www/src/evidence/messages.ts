/** The page's texts on the evidence, for all views. */

import type { NumberFormat } from '../kit/numbers';

export const evidence = {
  label: 'Evidence',
  numbers: 'Numbers',
  formats: {
    plain: 'Decimal and hex',
    unsigned: 'Unsigned',
    signed: 'Signed',
    hex: 'Hex',
  } satisfies Record<NumberFormat, string>,
  explain: 'Why',
  debugger: 'Step',
  map: 'Map',
  proof: 'Proof',
  /** The tab that contains the tabs of all other views. */
  more: 'More',
  moreLabel: 'More evidence',
  toAnswer: 'Go to the verdict',
  runs: 'Runs',
  paths: 'Paths',
  queries: 'Queries',
  compiler: 'Compiler',
  versions: 'Versions',
  mutants: 'Mutants',
  diff: 'Diff',
  /** Shown in place of a view before the first comparison. */
  empty: {
    explain: 'Compare the programs first. If they differ, this tab shows why.',
    proof: 'Compare the programs first. If they agree, this tab shows the proof.',
    runs: 'Compare the programs first. This tab lists each run of both programs.',
    paths: 'Compare the programs first. This tab draws the paths of their runs as a tree.',
    queries: 'Compare the programs first. This tab lists the questions to the solver.',
    compiler:
      'Compare the programs first. This tab shows the machine words, and how a path becomes a query.',
    versions: 'Compare the programs first. This tab shows what changed between the two programs.',
  },
  noRuns: 'No run yet.',
  noQueries: 'No query was needed so far.',
};

/** The link from an input to the debugger. */
export const stepping = {
  open: 'Step through',
  openLabel: (inputs: string) => `Step through both runs on ${inputs}`,
};
