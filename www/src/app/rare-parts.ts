/** Rarely needed parts of the page, which are loaded once they have something to show. */

import { effect } from '@preact/signals-core';

import type { Readable } from '../kit/store';
import type { State } from '../playground/state';

interface RarePart {
  isNeeded(state: State): boolean;
  load(): Promise<unknown>;
}

const rareParts: readonly RarePart[] = [
  { isNeeded: ({ crash }) => crash !== undefined, load: () => import('../playground/tm-crash') },
  { isNeeded: ({ newVersion }) => newVersion, load: () => import('../offline/tm-update') },
  {
    isNeeded: ({ z3 }) => z3.state === 'unavailable',
    load: () => import('../comparison/tm-missing-z3'),
  },
];

export function loadRareParts(store: Readable<State>): void {
  for (const part of rareParts) {
    const stop = effect(() => {
      if (!part.isNeeded(store.state)) return;
      // A failed load is retried at the next change.
      part.load().then(
        () => stop(),
        () => {},
      );
    });
  }
}
