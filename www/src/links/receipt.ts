/**
 * What somebody's page found out about a comparison, as a link carries it. A
 * receipt is a claim: the page that opens it runs the witness again and says
 * whether it found the same.
 */

import type { CompareRequest, ReplayReply, Report, RunReport, Verdict } from '../engine/types';

/** How a program ended, in a word and what belongs to it. */
export type Ending = ['done', number] | ['fault', string] | ['out-of-fuel'];

export interface Receipt {
  /** The version of the engine that gave the verdict. */
  engine: string;
  verdict: Verdict;
  /** With the verdict `disequivalent`, and only then. */
  witness: { inputs: [number, number]; left: Ending; right: Ending } | undefined;
}

/** What a replay says of a receipt. */
export type ReceiptCheck =
  /** There is nothing to run: a proof is not repeated, only a difference is. */
  | { state: 'not-checked' }
  | { state: 'running' }
  | { state: 'confirmed'; replay: ReplayReply }
  /** The programs differ on the input, but do not end as the receipt says. */
  | { state: 'ends-otherwise'; replay: ReplayReply }
  | { state: 'refuted'; replay: ReplayReply }
  /** The programs could not be run at all. */
  | { state: 'failed'; message: string };

export function receiptOf(report: Report, engine: string): Receipt {
  const { verdict, witness } = report;
  return {
    engine,
    verdict,
    witness: witness && {
      inputs: witness.inputs,
      left: endingOf(witness.left),
      right: endingOf(witness.right),
    },
  };
}

/** What is to be run for a receipt; undefined when there is no witness. */
export function replayRequest({ witness }: Receipt, { left, right, options }: CompareRequest) {
  return witness && { left, right, inputs: witness.inputs, fuel: options.fuel };
}

export function check({ witness }: Receipt, replay: ReplayReply): ReceiptCheck {
  if (!witness || replay.agreement !== 'differ') return { state: 'refuted', replay };
  const isSame = isEnding(witness.left, replay.left) && isEnding(witness.right, replay.right);
  return { state: isSame ? 'confirmed' : 'ends-otherwise', replay };
}

function endingOf(run: RunReport): Ending {
  switch (run.outcome) {
    case 'done':
      return ['done', run.result ?? 0];
    case 'fault':
      return ['fault', run.fault?.kind ?? ''];
    case 'out-of-fuel':
      return ['out-of-fuel'];
    default:
      return run.outcome satisfies never;
  }
}

function isEnding(ending: Ending, run: RunReport): boolean {
  return JSON.stringify(ending) === JSON.stringify(endingOf(run));
}
