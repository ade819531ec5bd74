/** Comparisons, runs and reports as the engine makes them, for tests to change. */

import type { Comparison } from '../../www/src/comparison/comparison';
import { begin } from '../../www/src/comparison/comparison';
import type { Run } from '../../www/src/comparison/run';
import type { Headline, Meter, Report, RunReport, Summary } from '../../www/src/engine/types';
import { assemblySource } from '../../www/src/programs/source';

export const runReport = (change: Partial<RunReport> = {}): RunReport =>
  ({ outcome: 'done', result: 1, steps: 3, output: { bytes: 0 }, ...change }) as RunReport;

export const run = (change: Partial<Run> = {}): Run =>
  ({
    type: 'run',
    number: 1,
    driver: 'left',
    inputs: [1, 2],
    left: runReport(),
    right: runReport(),
    agreement: 'agree',
    path: [],
    divergedFrom: undefined,
    ...change,
  }) as unknown as Run;

export const meter = (change: Partial<Meter> = {}): Meter =>
  ({
    stops_on_both: true,
    both_fault: 0,
    both_run_for_ever: 0,
    unfinished: 0,
    one_side_unfinished: 0,
    undecided: 0,
    ...(change as object),
  }) as Meter;

export const headline = (change: Partial<Headline> = {}): Headline => ({
  id: 'proved',
  tone: 'same',
  sign: '=',
  args: {},
  text: 'Proved for every input.',
  ...change,
});

export const summary = (change: Partial<Summary> = {}): Summary => ({
  headline: headline(),
  notes: [],
  values: undefined,
  undecided: undefined,
  next: [],
  ...change,
});

export const report = (change: Partial<Report> = {}): Report =>
  ({
    verdict: 'equivalent',
    reason: { code: 'done', message: '' },
    summary: summary(),
    ...change,
  }) as unknown as Report;

export const comparison = (change: Partial<Comparison> = {}): Comparison => ({
  ...begin(
    {
      left: assemblySource('jr $31\n'),
      right: assemblySource('jr $31\n'),
      options: { strategy: 'product' },
    } as never,
    0,
  ),
  ...change,
});

/** A comparison that has ended with this report. */
export const finished = (
  change: Partial<Report>,
  { runs = [run()] }: { runs?: readonly Run[] } = {},
): Comparison => comparison({ runs, status: { state: 'finished', report: report(change) } });
