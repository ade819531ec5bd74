/** A run of both programs on one input, with both outcomes. */

import type { RunEvent, RunReport } from '../engine/types';

export interface Run extends RunEvent {
  /** The query that predicted another path than this run took. */
  divergedFrom: number | undefined;
}

/** Both outcomes of a run, by role. */
export function byRole(run: Run): { driver: Run['left']; verifier: Run['left'] } {
  return run.driver === 'left'
    ? { driver: run.left, verifier: run.right }
    : { driver: run.right, verifier: run.left };
}

/** What of a run's report says how it ended. */
export interface End {
  outcome: RunReport['outcome'];
  /** Present if the run is known never to end. */
  recurrence?: object | null | undefined;
  /** What is proved of the end of a run that was cut off. */
  proved?: { ends: string } | null | undefined;
}

/**
 * The end of a run: out of fuel if it may yet stop, `late` if it is proved to end beyond the fuel,
 * otherwise for ever.
 */
export type Ending = RunReport['outcome'] | 'ever' | 'late';

export const endingOf = ({ outcome, recurrence, proved }: End): Ending => {
  if (recurrence || proved?.ends === 'never') return 'ever';
  return proved ? 'late' : outcome;
};
