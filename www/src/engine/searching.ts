/** What the parts of the engine that search ask of the worker around them. */

import type { Call } from './call';
import type { Progress } from './types';

/** How often the page is told how far a search has come, in milliseconds. */
const FRAME = 100;

/** For a call whose updates are how far it has come. */
export function searchHost(call: Call<Progress>) {
  let told = 0;
  const pause = pauseOf(call);
  return {
    pause,
    progress(progress: Progress) {
      if (performance.now() - told >= FRAME) {
        call.update(progress);
        told = performance.now();
      }
      return pause();
    },
  };
}

/** Lets messages in; resolves to false once the call is to end. */
export const pauseOf = (call: Call<never>) => async () => {
  await call.breathe();
  return !call.isStopped;
};
