/** The page's words on the evidence, whichever view is open. */

import type { NumberFormat } from '../kit/numbers';
import { number } from '../kit/phrases';

export const evidence = {
  label: 'Evidence',
  runs: (n: number) => `Runs (${number(n)})`,
  queries: (n: number) => `Queries (${number(n)})`,
  numbers: 'Numbers',
  formats: { unsigned: 'Unsigned', signed: 'Signed', hex: 'Hex' } satisfies Record<
    NumberFormat,
    string
  >,
  paths: 'Path tree',
  proof: 'Proof',
  explain: 'Explain',
  versions: 'Versions',
  compiler: 'Compiler',
  debugger: 'Debugger',
  map: 'Map',
  mutants: 'Mutants',
  diff: 'Diff',
  hint: 'Compare the programs, step through both with the debugger, or look at the map of all inputs.',
  noRuns: 'No run yet.',
  noQueries: 'No query was needed so far.',
};

/** The way from an input to the debugger. */
export const stepping = {
  open: 'Step through',
  openLabel: (inputs: string) => `Step through both runs on ${inputs}`,
};
