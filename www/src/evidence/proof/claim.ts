/** The claims of comparisons that a proof could show. */

import type { ProofRequest, Report } from '../../engine/types';

/** A claim that a proof could show. */
export type Claim = Pick<
  ProofRequest,
  'kind' | 'if_both_stop' | 'unique' | 'least' | 'within' | 'hints'
>;

/** The claim of a report about all inputs, or all except some; undefined if there is none. */
export function claimOf(report: Report): Claim | undefined {
  const { verdict, witness, proof } = report;
  switch (verdict) {
    case 'equivalent':
      return proof ? { kind: proof.kind } : {};
    case 'equivalent-if-both-stop':
      return { ...(proof && { kind: proof.kind }), if_both_stop: true };
    case 'disequivalent': {
      if (!witness) return undefined;
      const { inputs, minimal, unique, unique_within_fuel, within } = witness;
      if (unique || unique_within_fuel) return { unique: inputs, within };
      // Nothing is smaller than zeros.
      const hasSmaller = inputs.some((word) => word !== 0);
      return minimal && hasSmaller ? { least: inputs, within } : undefined;
    }
    case 'equivalent-up-to':
    case 'possibly-equivalent':
      return undefined;
    default:
      return verdict satisfies never;
  }
}
