/** The part of a playground's state that is about the comparison. */

import type { SolverName } from '../engine/types';
import type { Comparison } from './comparison';
import { fitting, type OptionFields, placeholderFields } from './options';
import type { QuickStatus } from './quick-look';

export interface ComparisonState {
  options: OptionFields;
  comparison: Comparison | undefined;
  /** Whether Compare was pressed and the engine does something else first. */
  isWaiting: boolean;
  /** Whether to compare while one types, and what that came to. */
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
