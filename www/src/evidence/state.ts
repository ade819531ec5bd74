/** The part of a playground's state about the views: a field for each view with a state. */

import type { NumberFormat } from '../kit/numbers';
import type { Debugging } from './debugger/debugging';
import type { Explaining } from './explain/explaining';
import type { Mapping } from './map/mapping';
import type { Testing } from './mutants/testing';
import type { Checking } from './proof/checking';
import type { Proving } from './proof/proving';
import type { Versioning } from './versions/versioning';
import type { ViewId } from './views';

export interface EvidenceState {
  /** The view that the reader chose, if any. */
  evidence: ViewId | undefined;
  debugging: Debugging | undefined;
  mapping: Mapping | undefined;
  proving: Proving | undefined;
  checking: Checking | undefined;
  explaining: Explaining | undefined;
  testing: Testing | undefined;
  versioning: Versioning | undefined;
  numbers: NumberFormat;
}

export const initialEvidence = (numbers: NumberFormat): EvidenceState => ({
  evidence: undefined,
  debugging: undefined,
  mapping: undefined,
  proving: undefined,
  checking: undefined,
  explaining: undefined,
  testing: undefined,
  versioning: undefined,
  numbers,
});
