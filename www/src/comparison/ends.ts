/**
 * How a comparison came out, counted: pairs of paths where the engine counted
 * them, and otherwise the runs that were made.
 */

import type { InstructionInfo, ListingRow, Meter } from '../engine/types';
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

/**
 * What is known of inputs on which both programs stop: that there is one, that
 * none was found, or that both fault, or both run for ever, wherever one looked. Nothing was
 * looked at: undefined.
 */
export function stopping(counts: Counts): 'some' | 'none' | 'faults' | 'forEver' | undefined {
  if (counts.of === 'pairs') {
    const { stops_on_both, both_fault, both_run_for_ever, ...meter } = counts.meter;
    if (stops_on_both) return 'some';
    const others = meter.unfinished + meter.one_side_unfinished + meter.undecided;
    return neverStopping(both_fault, both_run_for_ever, others);
  }
  const { done, fault, forEver, unfinished } = counts.ends;
  if (done > 0) return 'some';
  if (fault + forEver + unfinished === 0) return undefined;
  return neverStopping(fault, forEver, unfinished);
}

function neverStopping(fault: number, forEver: number, others: number) {
  if (others > 0 || fault > 0 === forEver > 0) return 'none';
  return fault > 0 ? 'faults' : 'forEver';
}

/** Whether an instruction of a program writes the register of the result. */
export function setsResult(
  listing: readonly ListingRow[],
  instructions: readonly InstructionInfo[],
): boolean {
  // What an instruction writes is its first operand, as its effect says.
  const writers = new Set(
    instructions
      .filter(({ operands, effect }) => effect.startsWith(`${operands.split(',')[0]} :=`))
      .map(({ mnemonic }) => mnemonic),
  );
  return listing.some(({ text }) => {
    const [mnemonic = '', target] = text.split(/[\s,]+/);
    return writers.has(mnemonic) && target === '$3';
  });
}
