/** What a comparison reads from and writes to the page. */

import { isChanged } from '../comparison/comparison';
import type { Bench } from '../comparison/control';
import { toFields } from '../comparison/options';
import type { QuickLook } from '../comparison/quick-look';
import { isWlp4, type Sources } from '../engine/sources';
import type { Side } from '../engine/types';
import type { Store } from '../kit/store';
import type { ProgramControl } from '../programs/control';
import { looksLikeWlp4 } from '../programs/source';
import type { State } from './state';

/**
 * @param ownNames What sentences call the programs, where that is not for the reader to say.
 * @param save Keeps the work, which the comparison has changed.
 */
export function benchOf(
  store: Store<State>,
  programs: ProgramControl,
  quick: QuickLook,
  ownNames: Readonly<Record<Side, string>> | undefined,
  save: () => void,
): Bench {
  return {
    read: () => {
      store.update({ notice: undefined });
      const { programs, options, names } = store.state;
      return { programs, options, names: ownNames ?? names };
    },
    refuse: (wrong) => store.update({ notice: { kind: 'option-errors', wrong } }),
    findError: (texts) => errorIn(store, programs, texts),
    adopt: (options) => {
      if (isChanged(store.state)) return;
      store.update({ options: toFields(options) });
      save();
    },
    clear: async () => {
      quick.rest();
      await quick.cancel();
      store.update({ crash: undefined, place: 'result' });
    },
  };
}

/**
 * Looks for an error in programs; resolves to a function that shows the first one, if there is
 * one.
 */
export async function errorIn(
  store: Store<State>,
  programs: ProgramControl,
  texts: Record<Side, Sources>,
): Promise<(() => Promise<void>) | undefined> {
  const found = await programs.firstError(texts);
  if (!found) return undefined;
  const { side, file, error } = found;
  const { line, message, from } = error;
  return async () => {
    const text = texts[side].find(({ name }) => name === file)?.text ?? '';
    if (!isWlp4({ name: file }) && looksLikeWlp4(text)) {
      store.update({ notice: { kind: 'looks-like-wlp4', side, file } });
      return;
    }
    const isOne = texts[side].length === 1;
    const notice = { side, file: isOne ? undefined : file, line, message };
    store.update({ notice: { kind: 'program-errors', ...notice } });
    await programs.focusAt(side, from, file);
  };
}
