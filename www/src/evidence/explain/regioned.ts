/** What the list of regions has to know of the machine of its programs. */

import { describe, namesOf, type SomeSpec } from '../../comparison/contract';
import type { RegionReport } from '../../engine/types';
import { formatBoth, type NumberFormat } from '../../kit/numbers';
import type { Word } from '../../kit/words';
import type { Playground } from '../../playground/playground';

/** A region of any machine; the input that it names is the machine's. */
export type AnyRegion = Pick<RegionReport, 'kind' | 'condition' | 'left' | 'right'> &
  Partial<Pick<RegionReport, 'by' | 'wraps'>>;

export interface AnyRegions<Region extends AnyRegion = AnyRegion> {
  /** None where regions are not searched for. */
  report?: { exact: boolean; regions: readonly Region[]; within?: readonly string[] } | null;
  says: string;
}

/** Conditions that comparisons take for granted. */
export interface Assumptions {
  has(condition: string): boolean;
  add(conditions: readonly string[]): void;
}

export interface RegionMachine<Region extends AnyRegion = AnyRegion> {
  /** The names of the inputs. */
  names: readonly string[];
  /** The input that a region names. */
  sample(region: Region): readonly Word[];
  describe(region: Region, numbers: NumberFormat): string;
  /** Steps through both programs on it. */
  step(region: Region): void;
  showMap(): void;
  /** Absent where comparisons have none. */
  assumptions?: Assumptions;
}

/** Regions of MIPS programs under a contract. */
export const mipsRegions = (
  app: Playground,
  contract: SomeSpec | undefined,
): RegionMachine<RegionReport> => ({
  names: namesOf(contract),
  sample: ({ sample }) => sample,
  describe: ({ sample }, numbers) =>
    describe(contract, sample, (word) => formatBoth(word, numbers)),
  step: ({ sample }) => app.debug(sample),
  showMap: () => app.showEvidence('map'),
  assumptions: {
    has: (condition) => (app.options.contract.assume ?? []).includes(condition),
    add: (conditions) => app.options.assume(conditions),
  },
});
