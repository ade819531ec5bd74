/** What a comparison finds on the page, and leaves there. */

import { isChanged } from '../comparison/comparison';
import type { Bench } from '../comparison/control';
import { setsResult } from '../comparison/ends';
import { toFields } from '../comparison/options';
import type { QuickLook } from '../comparison/quick-look';
import { isWlp4 } from '../engine/sources';
import type { Store } from '../kit/store';
import type { ProgramControl } from '../programs/control';
import { looksLikeWlp4 } from '../programs/source';
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
      const { side, file, error } = found;
      const { line, message, from } = error;
      const text = texts[side].find(({ name }) => name === file)?.text ?? '';
      if (!isWlp4({ name: file }) && looksLikeWlp4(text)) {
        store.update({ notice: { kind: 'looks-like-wlp4', side, file } });
        return true;
      }
      const isOne = texts[side].length === 1;
      const notice = { side, file: isOne ? undefined : file, line, message };
      store.update({ notice: { kind: 'program-errors', ...notice } });
      await programs.focusAt(side, from, file);
      return true;
    },
    adopt: (options) => {
      if (isChanged(store.state)) return;
      store.update({ options: toFields(options) });
      save();
    },
    setsResult: async ({ left, right }) => {
      const known = store.state.engine?.instructions ?? [];
      const listings = [left, right].map((sources) => programs.listing(sources));
      return (await Promise.all(listings)).some((listing) => setsResult(listing, known));
    },
    clear: async () => {
      quick.rest();
      await quick.cancel();
      store.update({ crash: undefined, place: 'result' });
    },
  };
}
