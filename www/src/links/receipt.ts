/**
 * What somebody's page found out about a comparison, as a link carries it. A
 * receipt is a claim: the page that opens it runs the witness again and says
 * whether it found the same.
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

/** How a program ended, in a word and what belongs to it. */
export type Ending = ['done', number] | ['fault', string] | ['out-of-fuel'];

/** Characters of what was printed that a receipt holds. */
export const MAX_PRINTED = 120;

/** Characters before the first one that differs. */
const BEFORE = 40;

/** What both programs printed, around the first character that differs. */
export interface Printed {
  /** The place of the first character that is told, from 0. */
  from: number;
  left: string;
  right: string;
}

export interface Receipt {
  /** The version of the engine that gave the verdict. */
  engine: string;
  verdict: Verdict;
  /** Why they agree, for the checker: with a verdict that says so of all inputs, where it is small. */
  certificate?: Record<string, unknown> | undefined;
  /** With the verdict `disequivalent`, and only then. */
  witness:
    | {
        inputs: Inputs;
        left: Ending;
        right: Ending;
        /** Where they printed different things. */
        printed: Printed | undefined;
      }
    | undefined;
}

/** What a replay says of a receipt. */
export type ReceiptCheck =
  /** There is nothing to run and no certificate to check. */
  | { state: 'not-checked' }
  | { state: 'running' }
  | { state: 'confirmed'; replay: ReplayReply }
  /** The programs differ on the input, but do not end as the receipt says. */
  | { state: 'ends-otherwise'; replay: ReplayReply }
  | { state: 'refuted'; replay: ReplayReply }
  /** Its certificate was accepted, and shows what it says. */
  | { state: 'proved'; view: ProofView }
  /** Its certificate was refused, or shows less than it says. */
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

/** What is to be run for a receipt; undefined when there is no witness. */
export function replayRequest({ witness }: Receipt, { left, right, options }: CompareRequest) {
  const { contract, fuel } = options;
  // The engine fills in what is left out.
  return (
    witness && { left, right, contract: contract ?? ({} as Spec), inputs: witness.inputs, fuel }
  );
}

/** How long the certificate of a link is checked, or a proof looked for, in milliseconds. */
export const LIMIT = 20_000;

/** What is to be asked of the checker; undefined where there is no certificate. */
export function proofOf(
  { certificate }: Receipt,
  { left, right, options: { contract } }: CompareRequest,
): ProofRequest | undefined {
  const given = certificate && JSON.stringify(certificate);
  return given === undefined
    ? undefined
    : { left, right, ...(contract && { contract }), given, milliseconds: LIMIT };
}

/** The claims of all inputs that show a verdict, as a certificate's view names what it supports. */
const supporting: Partial<Record<Verdict, readonly string[]>> = {
  equivalent: ['equivalent'],
  'equivalent-if-both-stop': ['equivalent', 'equivalent-if-both-stop'],
};

/** Whether what was shown is what a receipt says. */
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

/** Whether the programs print what a receipt says; one of before that was told says nothing. */
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
