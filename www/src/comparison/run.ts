/** A run of both programs on one input, and how each of them ended. */

import type { RunEvent, RunReport } from '../engine/types';

export interface Run extends RunEvent {
  /** The query that predicted another path than this run took. */
  divergedFrom: number | undefined;
}

/** How each program ended in a run, seen from its driver. */
export function byRole(run: Run): { driver: Run['left']; verifier: Run['left'] } {
  return run.driver === 'left'
    ? { driver: run.left, verifier: run.right }
    : { driver: run.right, verifier: run.left };
}

/**
 * How a run ended: out of fuel where it may yet stop, late where it is proved to have an end that it
 * was not run to, and else for ever.
 */
export type Ending = RunReport['outcome'] | 'ever' | 'late';

export const endingOf = ({ outcome, recurrence, proved }: RunReport): Ending => {
  if (recurrence || proved?.ends === 'never') return 'ever';
  return proved ? 'late' : outcome;
};
