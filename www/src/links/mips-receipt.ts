/** Receipts of comparisons of MIPS programs: how one is made, and how one is checked. */

import type { Comparison } from '../comparison/comparison';
import type { EngineClient, EngineInfo } from '../engine/client';
import { isSame } from '../engine/sources';
import type { Proving } from '../evidence/proof/proving';
import type { CheckReceipt } from './control';
import {
  check,
  checkProof,
  LIMIT,
  proofOf,
  type Receipt,
  type ReceiptCheck,
  receiptOf,
  replayRequest,
} from './receipt';
import type { Shared } from './schema';

/** What a receipt is made of. */
interface Answered {
  comparison: Comparison | undefined;
  proving: Proving | undefined;
  engine: EngineInfo | undefined;
}

/** The receipt of a comparison, if it is about exactly the programs and options of a link. */
export function mipsReceipt(
  { comparison, proving, engine }: Answered,
  { programs, options }: Shared,
): Receipt | undefined {
  if (!engine || comparison?.status.state !== 'finished') return undefined;
  const { left, right, options: compared } = comparison.request;
  const isOfThese =
    isSame(left, programs.left) &&
    isSame(right, programs.right) &&
    JSON.stringify(compared) === JSON.stringify(options);
  // The report of a stopped search is not worth sharing.
  const { report } = comparison.status;
  if (!isOfThese || report.reason.code === 'cancelled') return undefined;
  const certificate = proving?.comparison === comparison.began ? proving.evidence : undefined;
  return receiptOf(report, engine.version, certificate);
}

/**
 * Checks receipts with the page's engine; `proofEngine` checks evidence, so that a comparison
 * does not wait for that.
 */
export const mipsChecks =
  (engine: EngineClient, proofEngine: () => EngineClient): CheckReceipt =>
  (given, { programs, names, options }) => {
    const receipt = given as Receipt<number>;
    const called: [string, string] = [names.left, names.right];
    const asked = { ...programs, options: { ...options, names: called } };
    const failed =
      (state: 'failed' | 'unproved') =>
      (error: Error): ReceiptCheck => ({ state, message: error.message });
    const request = replayRequest(receipt, asked);
    if (request) {
      return (
        engine
          .call('replay', request)
          // If a run is only proved to go on for ever, the finder's link also relies on that proof.
          .then((replay) =>
            replay.agreement === 'inconclusive'
              ? proofEngine().call('proveReplay', request, LIMIT)
              : replay,
          )
          .then((replay) => check(receipt, replay), failed('failed'))
      );
    }
    const proof = proofOf(receipt, asked);
    if (!proof) return undefined;
    const session = proofEngine().open('proof', proof);
    return session.opened
      .then(() => session.call('view'))
      .then((view) => checkProof(receipt, view), failed('unproved'))
      .finally(() => session.close());
  };
