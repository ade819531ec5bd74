/** What the searching parts of the engine need from the worker around them. */

import type { Call } from './call';
import type { Progress } from './types';

/** What is known before a search among mutants has ended, whatever machine they are for. */
interface Known<View> {
  progress: Progress;
  view: View;
}

/** Interval of progress reports to the page, in milliseconds. */
const FRAME = 100;

/** For a call whose updates are progress reports. */
export function searchHost(call: Call<Progress>) {
  let reported = 0;
  const pause = pauseOf(call);
  return {
    pause,
    progress(progress: Progress) {
      if (performance.now() - reported >= FRAME) {
        call.update(progress);
        reported = performance.now();
      }
      return pause();
    },
  };
}

/** For a search among mutants, whose updates are what is known. */
export function mutationHost<View>(call: Call<Known<View>>) {
  const pause = pauseOf(call);
  return {
    pause,
    progress: pause,
    known(known: Known<View>) {
      call.update(known);
      return pause();
    },
  };
}

/** Yields for messages; resolves to false once the call should end. */
export const pauseOf = (call: Call<never>) => async () => {
  await call.breathe();
  return !call.isStopped;
};
