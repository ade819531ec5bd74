/** What a comparison finds on the page, and leaves there. */

import { isChanged } from '../comparison/comparison';
import type { Bench } from '../comparison/control';
import { setsResult } from '../comparison/ends';
import { toFields } from '../comparison/options';
import type { QuickLook } from '../comparison/quick-look';
import type { Store } from '../kit/store';
import type { ProgramControl } from '../programs/control';
import type { State } from './state';

/** @param save Keeps the work, which the comparison has changed. */
export function benchOf(
  store: Store<State>,
  programs: ProgramControl,
  quick: QuickLook,
  save: () => void,
): Bench {
  return {
    read: () => {
      store.update({ notice: undefined });
      return store.state;
    },
    refuse: (wrong) => store.update({ notice: { kind: 'option-errors', wrong } }),
    hasErrors: async (texts) => {
      const found = await programs.firstError(texts);
      if (!found) return false;
      const { side, error } = found;
      const { line, message, from } = error;
      store.update({ notice: { kind: 'program-errors', side, line, message } });
      await programs.focusAt(side, from);
      return true;
    },
    adopt: (options) => {
      if (isChanged(store.state)) return;
      store.update({ options: toFields(options) });
      save();
    },
    setsResult: async ({ left, right }) => {
      const known = store.state.engine?.instructions ?? [];
      const texts = [left, right].map((text) => programs.listing(text));
      return (await Promise.all(texts)).some((listing) => setsResult(listing, known));
    },
    clear: async () => {
      await quick.cancel();
      store.update({ crash: undefined, place: 'verdict' });
    },
  };
}
