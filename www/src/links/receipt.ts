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
  Values,
  Verdict,
} from '../engine/types';
import { firstDifference } from '../kit/printed';

/** A word: a number of 32 bits, or for ARM64 a decimal text without a sign. */
export type ReceiptWord = number | string;

/** The end of a program, as a word with its value. */
export type Ending<W extends ReceiptWord = ReceiptWord> =
  | ['done', W]
  | ['fault', string]
  | ['out-of-fuel'];

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

/** An input on which programs differ, and what is observed there. */
export interface Witness<W extends ReceiptWord = ReceiptWord> {
  inputs: readonly W[];
  left: Ending<W>;
  right: Ending<W>;
  /** Present if the outputs differ. */
  printed: Printed | undefined;
}

/** What is observed of a run. */
export interface Observed<W extends ReceiptWord = ReceiptWord> {
  ending: Ending<W>;
  output: string;
}

export interface Receipt<W extends ReceiptWord = ReceiptWord> {
  /** The version of the engine that gave the verdict. */
  engine: string;
  verdict: Verdict;
  /** Evidence of agreement: with a verdict about all inputs. */
  certificate?: Record<string, unknown> | undefined;
  /** Present exactly with the verdict `disequivalent`. */
  witness: Witness<W> | undefined;
}

/** The result of checking a receipt. */
export type ReceiptCheck =
  /** There is nothing to run and no evidence to check. */
  | { state: 'not-checked' }
  | { state: 'running' }
  /** The programs whose runs were proved to never end are no observation. */
  | { state: 'confirmed'; values: Values; endless: readonly Side[] }
  /** The programs differ on the input, but end differently than the receipt says. */
  | { state: 'ends-otherwise'; values: Values }
  | { state: 'refuted'; values: Values }
  /** Its evidence was accepted, and shows its claim; or the claim was proved anew. */
  | { state: 'proved'; claim: string }
  /** Its evidence was refused. */
  | { state: 'unproved'; message: string }
  /** The programs could not be run at all. */
  | { state: 'failed'; message: string };

export function receiptOf(
  report: Report,
  engine: string,
  certificate?: Receipt['certificate'],
): Receipt<number> {
  const { verdict, witness } = report;
  return {
    engine,
    verdict,
    certificate: witness ? undefined : certificate,
    witness: witness && witnessed(witness.inputs, observed(witness)),
  };
}

/** The witness of a receipt. */
export function witnessed<W extends ReceiptWord>(
  inputs: readonly W[],
  { left, right }: Record<Side, Observed<W>>,
): Witness<W> {
  const printed = printedBy(left.output, right.output);
  return { inputs, left: left.ending, right: right.ending, printed };
}

/** The run that checks a receipt; undefined if there is no witness. */
export function replayRequest(
  { witness }: Receipt<number>,
  { left, right, options }: CompareRequest,
) {
  const { contract, fuel } = options;
  // The engine fills in the defaults.
  return (
    witness && {
      ...{ left, right, contract: contract ?? ({} as Spec), fuel },
      inputs: witness.inputs as Inputs,
    }
  );
}

/** Time limit in milliseconds for finding a proof. */
export const LIMIT = 20_000;

/** The request to the kernel for the verdict's claim; undefined if there is no evidence. */
export function proofOf(
  { certificate, verdict }: Receipt,
  { left, right, options: { contract } }: CompareRequest,
): ProofRequest | undefined {
  const given = certificate && JSON.stringify(certificate);
  if (given === undefined) return undefined;
  const if_both_stop = verdict === 'equivalent-if-both-stop';
  return {
    left,
    right,
    ...(contract && { contract }),
    if_both_stop,
    given,
    milliseconds: LIMIT,
  };
}

/** Whether accepted evidence shows the receipt's claim. */
export function checkProof({ verdict }: Receipt, view: ProofView): ReceiptCheck {
  return view.supports === verdict
    ? { state: 'proved', claim: view.claim }
    : { state: 'unproved', message: `it shows another claim: ${view.claim}` };
}

export function check(receipt: Receipt, replay: ReplayReply): ReceiptCheck {
  const sides = ['left', 'right'] as const;
  const endless = sides.filter((side) => replay[side].proved?.ends === 'never');
  return checkRuns(receipt, { ...replay, runs: observed(replay), endless });
}

/** Runs on the input of a receipt. */
export interface Rerun {
  runs: Record<Side, Observed>;
  values: Values;
  agreement: ReplayReply['agreement'];
  /** The programs whose runs were proved to never end. */
  endless: readonly Side[];
}

/** What runs on the input of a receipt say of its claim. */
export function checkRuns(
  { witness }: Receipt,
  { runs, values, agreement, endless }: Rerun,
): ReceiptCheck {
  if (!witness || agreement !== 'differ') return { state: 'refuted', values };
  const isSame =
    isEnding(witness.left, runs.left) &&
    isEnding(witness.right, runs.right) &&
    hasPrinted(witness.printed, runs);
  return isSame ? { state: 'confirmed', values, endless } : { state: 'ends-otherwise', values };
}

function printedBy(a: string, b: string): Printed | undefined {
  const first = firstDifference(a, b);
  if (first === undefined) return undefined;
  const from = Math.max(0, first - BEFORE);
  const part = (text: string) => text.slice(from, from + MAX_PRINTED);
  return { from, left: part(a), right: part(b) };
}

/**
 * Whether the outputs agree with the receipt. Receipts made before this field existed are accepted.
 */
function hasPrinted(
  printed: Printed | undefined,
  { left, right }: Record<Side, Observed>,
): boolean {
  if (!printed) return true;
  const part = ({ output }: Observed) => output.slice(printed.from, printed.from + MAX_PRINTED);
  return part(left) === printed.left && part(right) === printed.right;
}

const observed = ({ left, right }: Record<Side, RunReport>) => ({
  left: { ending: endingOf(left), output: left.output.text },
  right: { ending: endingOf(right), output: right.output.text },
});

function endingOf(run: RunReport): Ending<number> {
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

const isEnding = (one: Ending, { ending }: Observed): boolean =>
  JSON.stringify(one) === JSON.stringify(ending);
