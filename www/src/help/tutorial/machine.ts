/** What the tutorial needs of a machine: its pairs, and what the page shows. */

import type { MachineName } from '../../engine/machine';
import type { Verdict } from '../../engine/types';
import type { Playground } from '../../playground/playground';
import type { Work } from '../../work/storage';
import type { Terms } from './messages';

export type Pair = Pick<Work, 'left' | 'right'>;

/** What the page shows of the reader's steps. */
export interface Seen {
  /** The programs in the editors. */
  programs: Pair;
  /** The programs and the verdict of a comparison that ended with one. */
  compared: (Pair & { verdict: Verdict }) | undefined;
  /** The programs that are stepped through. */
  stepped: Pair | undefined;
  /** Whether the proof of the comparison is shown. */
  showsProof: boolean;
  /** Whether a view is shown other than the answer and its reasons. */
  looksFurther: boolean;
}

export interface TutorialMachine {
  name: MachineName;
  terms: Terms;
  pairs: Readonly<Record<'overflow' | 'loop', Pair>>;
  /** The other pairs that the page has for a new visitor. */
  examples: readonly Pair[];
  seen(app: Playground): Seen;
  /** A pair as the page's work. */
  work(pair: Pair): Work;
}
