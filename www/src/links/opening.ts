/** Converts a link to work for the editors, and work to a link. */

import { fromFields, toFields } from '../comparison/options';
import { isSame, type Sources } from '../engine/sources';
import type { Side } from '../engine/types';
import type { Work } from '../work/storage';
import type { Receipt, ReceiptCheck, ReceiptWord } from './receipt';
import type { LinkProblem, Shared } from './schema';

/** Why a link was not opened: it is invalid, or the code that reads links could not be loaded. */
export type Refusal = LinkProblem | 'not-loaded';

/** The status of a link. */
export type LinkStatus =
  | { state: 'refused'; problem: Refusal }
  | { state: 'opened'; claim: Claim | undefined };

/** A receipt with its subject, and the status of its check. */
export interface Claim {
  receipt: Receipt;
  /** The programs, and what they were compared on. */
  shared: Shared;
  check: ReceiptCheck;
}

/** A text as an editor stores it, so that unchanged programs are recognized. */
const asEdited = (files: Sources): Sources =>
  files.map((file) => ({ ...file, text: file.text.replaceAll(/\r\n?/g, '\n') }));

export function toWork({ programs, names, options, arm64 }: Shared): Work {
  return {
    left: asEdited(programs.left),
    right: asEdited(programs.right),
    names,
    options: toFields(options),
    example: undefined,
    arm64,
  };
}

/** Undefined while a field is invalid. */
export function toShared({ left, right, names, options, arm64 }: Work): Shared | undefined {
  const reading = options && fromFields(options);
  if (!reading?.ok) return undefined;
  const receipt = undefined;
  return { programs: { left, right }, names, options: reading.options, arm64, receipt };
}

/** Whether two works are equal, apart from the example that they started from. */
export function isSameWork(one: Work, other: Work): boolean {
  const essence = ({ names, options, arm64 }: Work) =>
    JSON.stringify([names.left, names.right, options && Object.entries(options).sort(), arm64]);
  return (
    isSame(one.left, other.left) &&
    isSame(one.right, other.right) &&
    essence(one) === essence(other)
  );
}

/** The input of a receipt, if a run here has shown that these programs differ on it. */
export function confirmedInputs(
  link: LinkStatus | undefined,
  programs: Record<Side, Sources>,
): readonly ReceiptWord[] | undefined {
  const claim = link?.state === 'opened' ? link.claim : undefined;
  if (claim?.check.state !== 'confirmed' && claim?.check.state !== 'ends-otherwise') {
    return undefined;
  }
  const { left, right } = claim.shared.programs;
  const isOfThese =
    isSame(asEdited(left), programs.left) && isSame(asEdited(right), programs.right);
  return isOfThese ? claim.receipt.witness?.inputs : undefined;
}
