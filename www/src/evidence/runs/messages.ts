/** The page's texts on the runs. */

import type { PassView, Side, StrategyName } from '../../engine/types';
import { count } from '../../kit/phrases';
import { side } from '../../programs/messages';
import type { ShownEnd, ShownRun } from '../searched';

export const runs = {
  caption: 'Runs of both programs',
  columns: {
    number: 'Run',
    driver: 'Driver',
    verifier: 'Verifier',
    path: 'Path of the driver',
    inputs: 'Inputs',
  },
  pathOf: (s: Side) => `Path of ${side[s].symbol}`,
  resultOf: (s: Side) => `Result of ${side[s].program}`,
  results: { driver: 'R', verifier: 'R' },
  driverResult: 'Result of the driver',
  verifierResult: 'Result of the verifier',
  noConditions: 'no conditions',
  sample: 'a sample',
  moreConditions: (n: number) => `and ${n} more`,
  differ: 'differ',
  details: (run: number) => `Details of run ${run}`,
  diverged: (query: number) =>
    `This run did not take the path that query ${query} predicted; the search went on from here.`,
};

export const detail = {
  label: (run: ShownRun) => `Details of run ${run.number}`,
  program: 'Program',
  programs: (s: Side, driver: Side, strategy: StrategyName) =>
    strategy === 'product'
      ? `${side[s].symbol} ${s}`
      : `${side[s].symbol} ${s}, ${s === driver ? 'driver' : 'verifier'}`,
  tabs: 'Views of the run',
  path: 'Path',
  pathSummary: (n: number, s: Side, strategy: StrategyName) =>
    `${strategy === 'product' ? `The path of ${side[s].program}` : 'The driver’s path'}: ${count(n, 'condition', 'conditions')} on the inputs.`,
  query: 'Query',
  steps: (run: ShownEnd) => count(run.steps, 'step', 'steps'),
  passSummary: ({ summary, omitted }: PassView) =>
    omitted > 0
      ? `${summary} ${count(omitted, 'more line is', 'more lines are')} left out.`
      : summary,
  firstInputs: 'No query led to these inputs: they are the first ones, or of the fixed list.',
  sample: 'Both programs ran on this input before the search. The path was not recorded.',
};
