/** Counts of a comparison's outcomes: pairs of paths if the engine counted them, otherwise runs. */

import type { Meter } from '../engine/types';
import type { Comparison } from './comparison';
import { endingOf, type Run } from './run';

/** Number of runs by how both programs ended. */
export interface Ends {
  /** Both programs stopped with a result. */
  done: number;
  /** Both faulted. */
  fault: number;
  /** Both run for ever. */
  forEver: number;
  /** At least one was still running when the fuel ran out, and may stop later. */
  unfinished: number;
  /** The programs differed. */
  differ: number;
}

/** What is counted, with the counts. */
export type Counts = { of: 'runs'; ends: Ends } | { of: 'pairs'; meter: Meter };

export function endOf({ left, right, agreement }: Run): keyof Ends {
  if (agreement === 'differ') return 'differ';
  const endings = [endingOf(left), endingOf(right)];
  if (endings.includes('out-of-fuel')) return 'unfinished';
  if (endings.includes('ever')) return 'forEver';
  return left.outcome === 'fault' ? 'fault' : 'done';
}

/** The counts: pairs of paths, if the search explored them and found no difference. */
export function countsOf({ runs, status }: Pick<Comparison, 'runs' | 'status'>): Counts {
  if (status.state === 'finished') {
    const { meter, witness } = status.report;
    if (meter && !witness) return { of: 'pairs', meter };
  }
  const ends: Ends = { done: 0, fault: 0, forEver: 0, unfinished: 0, differ: 0 };
  for (const run of runs) ends[endOf(run)] += 1;
  return { of: 'runs', ends };
}
