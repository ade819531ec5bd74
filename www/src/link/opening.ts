/** A link as work for the editors, and work as a link. */

import type { CompareRequest } from '../engine/types';
import { fromFields, toFields } from '../options';
import type { Work } from '../storage';
import type { Receipt, ReceiptCheck } from './receipt';
import type { LinkProblem, Shared } from './schema';

/** What came of a link. */
export type LinkStatus =
  | { state: 'refused'; problem: LinkProblem }
  | { state: 'opened'; claim: Claim | undefined };

/** A receipt with what it is about, and how far it has been checked. */
export interface Claim {
  receipt: Receipt;
  request: CompareRequest;
  check: ReceiptCheck;
}

export function toWork({ programs, names, options }: Shared): Work {
  // As an editor keeps them, so that an unchanged program is seen to be one.
  const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n');
  return {
    left: lines(programs.left),
    right: lines(programs.right),
    names,
    options: toFields(options),
    example: undefined,
  };
}

/** Undefined while a field holds no value. */
export function toShared({ left, right, names, options }: Work): Shared | undefined {
  const reading = options && fromFields(options);
  if (!reading?.ok) return undefined;
  return { programs: { left, right }, names, options: reading.options, receipt: undefined };
}

export function claimOf({ programs, options, receipt }: Shared): Claim | undefined {
  if (!receipt) return undefined;
  const check: ReceiptCheck = { state: receipt.witness ? 'running' : 'not-checked' };
  return { receipt, request: { ...programs, options }, check };
}

/** Whether two works are the same but for the example that they began with. */
export function isSameWork(one: Work, other: Work): boolean {
  const essence = ({ left, right, names, options }: Work) =>
    JSON.stringify([
      left,
      right,
      names.left,
      names.right,
      options && Object.entries(options).sort(),
    ]);
  return essence(one) === essence(other);
}
