/** The part of a playground's state that is about the comparison. */

import type { SolverName } from '../engine/types';
import type { Comparison } from './comparison';
import { fitting, type OptionFields, placeholderFields } from './options';
import type { QuickStatus } from './quick-look';

export interface ComparisonState {
  options: OptionFields;
  comparison: Comparison | undefined;
  /** Whether Compare was pressed while the engine is busy with something else. */
  isWaiting: boolean;
  /** Whether to compare while typing, and the result of that. */
  asYouType: boolean;
  quick: QuickStatus;
}

export function initialComparison(
  options: OptionFields | undefined,
  solvers: readonly SolverName[],
  asYouType: boolean,
): ComparisonState {
  return {
    options: fitting(options ?? placeholderFields, solvers),
    comparison: undefined,
    isWaiting: false,
    asYouType,
    quick: { state: 'off' },
  };
}
