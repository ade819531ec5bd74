/**
 * How a comparison came out, counted: pairs of paths where the engine counted
 * them, and otherwise the runs that were made.
 */

import type { Meter } from '../engine/types';
import type { Comparison } from './comparison';
import { endingOf, type Run } from './run';

/** How many runs ended in each way: by both programs, taken together. */
export interface Ends {
  /** Both programs stopped with a result. */
  done: number;
  /** Both faulted. */
  fault: number;
  /** Both run for ever. */
  forEver: number;
  /** At least one was still running when the fuel ended, and may stop later. */
  unfinished: number;
  /** The programs did not do the same. */
  differ: number;
}

/** What is counted, and how often. */
export type Counts = { of: 'runs'; ends: Ends } | { of: 'pairs'; meter: Meter };

export function endOf({ left, right, agreement }: Run): keyof Ends {
  if (agreement === 'differ') return 'differ';
  const endings = [endingOf(left), endingOf(right)];
  if (endings.includes('out-of-fuel')) return 'unfinished';
  if (endings.includes('ever')) return 'forEver';
  return left.outcome === 'fault' ? 'fault' : 'done';
}

/** Pairs of paths are counted of a search that went over them and found no difference. */
export function countsOf({ runs, status }: Pick<Comparison, 'runs' | 'status'>): Counts {
  if (status.state === 'finished') {
    const { meter, witness } = status.report;
    if (meter && !witness) return { of: 'pairs', meter };
  }
  const ends: Ends = { done: 0, fault: 0, forEver: 0, unfinished: 0, differ: 0 };
  for (const run of runs) ends[endOf(run)] += 1;
  return { of: 'runs', ends };
}
