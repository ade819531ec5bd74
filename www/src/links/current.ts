import type { Arm64Question } from '../comparison/arm64-question';
import type { Comparison } from '../comparison/comparison';
import type { OptionFields } from '../comparison/options';
import type { EngineInfo } from '../engine/client';
import { isSame, type Sources } from '../engine/sources';
import type { Side } from '../engine/types';
import type { Proving } from '../evidence/proof/proving';
import type { Work } from '../work/storage';
import { toShared } from './opening';
import { receiptOf } from './receipt';
import type { Shared } from './schema';

/** The parts of a link. */
export interface Current {
  programs: Record<Side, Sources>;
  names: Work['names'];
  options: OptionFields;
  arm64: Arm64Question | undefined;
  example: string | undefined;
  comparison: Comparison | undefined;
  proving: Proving | undefined;
  engine: EngineInfo | undefined;
}

/**
 * The current work to share, with the receipt of its comparison, if that is requested and is about
 * exactly these programs and options. Undefined while an option is invalid.
 */
export function currentShare(state: Current, withReceipt: boolean): Shared | undefined {
  const { programs, names, options, arm64, comparison, proving, engine, example } = state;
  const shared = toShared({ ...programs, names, options, arm64, example });
  if (!shared || !withReceipt || !engine || comparison?.status.state !== 'finished') return shared;
  const { left, right, options: compared } = comparison.request;
  const isOfThese =
    isSame(left, programs.left) &&
    isSame(right, programs.right) &&
    JSON.stringify(compared) === JSON.stringify(shared.options);
  // The report of a stopped search is not worth sharing.
  const { report } = comparison.status;
  if (!isOfThese || report.reason.code === 'cancelled') return shared;
  const certificate = proving?.comparison === comparison.began ? proving.certificate : undefined;
  return { ...shared, receipt: receiptOf(report, engine.version, certificate) };
}
