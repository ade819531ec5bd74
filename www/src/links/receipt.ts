/**
 * A receipt: the result of somebody's comparison, carried by a link. It is a claim: the page that
 * opens it runs the witness again and reports whether it agrees.
 */

import type {
  CompareRequest,
  Inputs,
  ProofRequest,
  ProofView,
  ReplayReply,
  Report,
  RunReport,
  Side,
  Spec,
  Verdict,
} from '../engine/types';
import { firstDifference } from '../kit/printed';

/** The end of a program, as a word with its value. */
export type Ending = ['done', number] | ['fault', string] | ['out-of-fuel'];

/** Maximum number of output characters in a receipt. */
export const MAX_PRINTED = 120;

/** Number of characters before the first difference. */
const BEFORE = 40;

/** The outputs of both programs, around the first differing character. */
export interface Printed {
  /** The index of the first included character, from 0. */
  from: number;
  left: string;
  right: string;
}

export interface Receipt {
  /** The version of the engine that gave the verdict. */
  engine: string;
  verdict: Verdict;
  /** A certificate of agreement: with a verdict about all inputs, if it is small. */
  certificate?: Record<string, unknown> | undefined;
  /** Present exactly with the verdict `disequivalent`. */
  witness:
    | {
        inputs: Inputs;
        left: Ending;
        right: Ending;
        /** Present if the outputs differ. */
        printed: Printed | undefined;
      }
    | undefined;
}

/** The result of checking a receipt. */
export type ReceiptCheck =
  /** There is nothing to run and no certificate to check. */
  | { state: 'not-checked' }
  | { state: 'running' }
  | { state: 'confirmed'; replay: ReplayReply }
  /** The programs differ on the input, but end differently than the receipt says. */
  | { state: 'ends-otherwise'; replay: ReplayReply }
  | { state: 'refuted'; replay: ReplayReply }
  /** Its certificate was accepted, and shows its claim. */
  | { state: 'proved'; view: ProofView }
  /** Its certificate was refused, or shows less than its claim. */
  | { state: 'unproved'; message: string }
  /** The programs could not be run at all. */
  | { state: 'failed'; message: string };

export function receiptOf(
  report: Report,
  engine: string,
  certificate?: Receipt['certificate'],
): Receipt {
  const { verdict, witness } = report;
  return {
    engine,
    verdict,
    certificate: witness ? undefined : certificate,
    witness: witness && {
      inputs: witness.inputs,
      left: endingOf(witness.left),
      right: endingOf(witness.right),
      printed: printedBy(witness),
    },
  };
}

/** The run that checks a receipt; undefined if there is no witness. */
export function replayRequest({ witness }: Receipt, { left, right, options }: CompareRequest) {
  const { contract, fuel } = options;
  // The engine fills in the defaults.
  return (
    witness && { left, right, contract: contract ?? ({} as Spec), inputs: witness.inputs, fuel }
  );
}

/** Time limit in milliseconds for checking a link's certificate, or for finding a proof. */
export const LIMIT = 20_000;

/** The request to the checker; undefined if there is no certificate. */
export function proofOf(
  { certificate }: Receipt,
  { left, right, options: { contract } }: CompareRequest,
): ProofRequest | undefined {
  const given = certificate && JSON.stringify(certificate);
  return given === undefined
    ? undefined
    : { left, right, ...(contract && { contract }), given, milliseconds: LIMIT };
}

/**
 * The statements about all inputs that support each verdict, by their names in a certificate's
 * view.
 */
const supporting: Partial<Record<Verdict, readonly string[]>> = {
  equivalent: ['equivalent'],
  'equivalent-if-both-stop': ['equivalent', 'equivalent-if-both-stop'],
};

/** Whether the certificate shows the receipt's claim. */
export function checkProof({ verdict }: Receipt, view: ProofView): ReceiptCheck {
  return supporting[verdict]?.includes(view.supports)
    ? { state: 'proved', view }
    : { state: 'unproved', message: `it shows less: ${view.claim}` };
}

export function check({ witness }: Receipt, replay: ReplayReply): ReceiptCheck {
  if (!witness || replay.agreement !== 'differ') return { state: 'refuted', replay };
  const isSame =
    isEnding(witness.left, replay.left) &&
    isEnding(witness.right, replay.right) &&
    hasPrinted(witness.printed, replay);
  return { state: isSame ? 'confirmed' : 'ends-otherwise', replay };
}

export function printedBy({ left, right }: Record<Side, RunReport>): Printed | undefined {
  const [a, b] = [left.output.text, right.output.text];
  const first = firstDifference(a, b);
  if (first === undefined) return undefined;
  const from = Math.max(0, first - BEFORE);
  const part = (text: string) => text.slice(from, from + MAX_PRINTED);
  return { from, left: part(a), right: part(b) };
}

/**
 * Whether the outputs agree with the receipt. Receipts made before this field existed are accepted.
 */
function hasPrinted(printed: Printed | undefined, { left, right }: ReplayReply): boolean {
  if (!printed) return true;
  const part = ({ output }: RunReport) =>
    output.text.slice(printed.from, printed.from + MAX_PRINTED);
  return part(left) === printed.left && part(right) === printed.right;
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
