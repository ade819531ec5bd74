/** Receipts of comparisons of ARM64 programs: how one is made, and how one is checked. */

import { type Arm64Question, usualQuestion } from '../comparison/arm64-question';
import type { EngineClient, EngineInfo } from '../engine/client';
import type { Side } from '../engine/types';
import { forLink, isFoundAnew } from '../evidence/proof/proving';
import type { CheckReceipt } from '../links/control';
import {
  checkRuns,
  type Ending,
  LIMIT,
  type Observed,
  type Receipt,
  type ReceiptCheck,
  type Rerun,
  witnessed,
} from '../links/receipt';
import type { Shared } from '../links/schema';
import { type Arm64Comparison, isChanged } from './comparison';
import { arm64Client } from './engine';
import { givenOf } from './inputs';
import type { Arm64Run, Question, ReplayReply } from './types';

/** The receipt of a comparison, if it is about exactly the programs and the question of a link. */
export function arm64Receipt(
  comparison: Arm64Comparison | undefined,
  engine: EngineInfo | undefined,
  { programs, arm64 }: Shared,
): Receipt | undefined {
  if (!engine || comparison?.status.state !== 'finished') return undefined;
  if (isChanged(comparison, programs, arm64)) return undefined;
  const { report, evidence } = comparison.status;
  const { verdict, witness } = report;
  return {
    engine: engine.version,
    verdict,
    certificate: evidence === undefined ? undefined : forLink(evidence),
    witness: witness && witnessed(witness.elements ?? witness.inputs ?? [], observed(witness)),
  };
}

/**
 * Checks receipts with the page's engine; `proofEngine` checks proofs, so that editors do not wait
 * for that.
 */
export const arm64Checks =
  (
    engine: EngineClient,
    proofEngine: () => EngineClient,
    asked: (question: Arm64Question) => Question,
  ): CheckReceipt =>
  (receipt, { programs, arm64 = usualQuestion }) => {
    const { witness, verdict, certificate } = receipt;
    const request = { ...programs, question: asked(arm64) };
    const failed =
      (state: 'failed' | 'unproved') =>
      (error: Error): ReceiptCheck => ({ state, message: error.message });
    if (witness) {
      const inputs = givenOf(arm64, witness.inputs.map(String));
      return arm64Client(engine)
        .call('replay', { ...request, inputs, far: true })
        .then((replay) => checkRuns(receipt, rerun(replay)), failed('failed'));
    }
    if (verdict !== 'equivalent' && verdict !== 'equivalent-if-both-stop') return undefined;
    const evidence = certificate && !isFoundAnew(certificate) ? certificate : undefined;
    return arm64Client(proofEngine())
      .call('checkClaim', {
        ...request,
        stop: verdict === 'equivalent',
        evidence: evidence && JSON.stringify(evidence),
        milliseconds: LIMIT,
      })
      .then(
        (claim): ReceiptCheck => ({ state: 'proved', claim }),
        // A search that finds nothing refutes nothing.
        evidence ? failed('unproved') : () => ({ state: 'not-checked' }),
      );
  };

/** The runs of a replay, with those that were proved to never end. */
function rerun(replay: ReplayReply): Rerun {
  const endless = (['left', 'right'] as const).filter(
    (side) => replay[side].proved?.ends === 'never',
  );
  return { ...replay, runs: observed(replay), endless };
}

function observed({ left, right }: Record<Side, Arm64Run>): Record<Side, Observed> {
  const of = (run: Arm64Run): Observed => ({ ending: endingOf(run), output: run.output });
  return { left: of(left), right: of(right) };
}

function endingOf({ outcome, result, fault_kind: kind }: Arm64Run): Ending {
  switch (outcome) {
    case 'done':
      return ['done', result ?? '0'];
    case 'fault':
      return ['fault', kind ?? ''];
    case 'out-of-fuel':
      return ['out-of-fuel'];
    default:
      return outcome satisfies never;
  }
}
