/** The claims of comparisons that a proof could show. */

import type { ProofRequest, Report } from '../../engine/types';

/** A claim that a proof could show. */
export type Claim = Pick<ProofRequest, 'kind' | 'unique' | 'least' | 'within' | 'hints'>;

/** The claim of a report about all inputs, or all except some; undefined if there is none. */
export function claimOf(report: Report): Claim | undefined {
  const { verdict, witness, proof } = report;
  switch (verdict) {
    case 'equivalent':
    case 'equivalent-if-both-stop':
      return proof ? { kind: proof.kind } : {};
    case 'disequivalent': {
      if (!witness) return undefined;
      const { inputs, minimal, unique, unique_within_fuel, within } = witness;
      if (unique || unique_within_fuel) return { kind: 'paths', unique: inputs, within };
      // Nothing is smaller than zeros.
      const hasSmaller = inputs.some((word) => word !== 0);
      return minimal && hasSmaller ? { kind: 'paths', least: inputs, within } : undefined;
    }
    case 'equivalent-up-to':
      return proof?.kind === 'procedures' ? { kind: proof.kind } : undefined;
    case 'possibly-equivalent':
      return undefined;
    default:
      return verdict satisfies never;
  }
}
