/** A call of the engine, as seen by the function that answers it. */

import type { CompareHost } from '../../generated/tamarin';

/** A call's connection to its caller, besides the answer. */
export interface Call<Update = never> {
  readonly isStopped: boolean;
  /** Sends the page an update before the answer. */
  update(update: Update): void;
  /** Yields for messages when it is time to, and waits for a page that is behind. */
  breathe(): Promise<void>;
  /** Whether the engine has worked so long that the page may want to show something. */
  readonly isLong: boolean;
  readonly z3: CompareHost['z3'];
}
