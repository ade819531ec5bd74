/** A call of the engine, as seen by the function that answers it. */

import type { CompareHost } from '../../generated/tamarin';

/** What a call has to do with whoever asked, besides the answer. */
export interface Call<Update = never> {
  readonly isStopped: boolean;
  /** Tells the page something before the answer. */
  update(update: Update): void;
  /** Lets messages in when it is time to, and waits for a page that is behind. */
  breathe(): Promise<void>;
  /** Whether the engine has worked for so long that the page may want to see something. */
  readonly isLong: boolean;
  readonly z3: CompareHost['z3'];
}
