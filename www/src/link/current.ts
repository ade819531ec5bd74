import type { State } from '../store';
import { toShared } from './opening';
import { receiptOf } from './receipt';
import type { Shared } from './schema';

/**
 * What is on the page, to be shared: with the receipt of its comparison, if
 * that is wanted and there is one for these very programs and options.
 * Undefined while an option is no value.
 */
export function currentShare(state: State, withReceipt: boolean): Shared | undefined {
  const { programs, names, options, comparison, engine, example } = state;
  const shared = toShared({ ...programs, names, options, example });
  if (!shared || !withReceipt || !engine || comparison?.status.state !== 'finished') return shared;
  const { left, right, options: compared } = comparison.request;
  const isOfThese =
    left === programs.left &&
    right === programs.right &&
    JSON.stringify(compared) === JSON.stringify(shared.options);
  // A search that somebody stopped says nothing that is worth sending.
  const { report } = comparison.status;
  if (!isOfThese || report.reason.code === 'cancelled') return shared;
  return { ...shared, receipt: receiptOf(report, engine.version) };
}
