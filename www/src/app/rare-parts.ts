/** Parts of the page that are seldom seen: loaded once there is something for them to show. */

import type { Readable } from '../kit/store';
import type { State } from './state';

interface RarePart {
  isNeeded(state: State): boolean;
  load(): Promise<unknown>;
}

const rareParts: readonly RarePart[] = [
  { isNeeded: ({ crash }) => crash !== undefined, load: () => import('./tm-crash') },
  { isNeeded: ({ newVersion }) => newVersion, load: () => import('../offline/tm-update') },
  {
    isNeeded: ({ z3 }) => z3.state === 'unavailable',
    load: () => import('../comparison/tm-missing-z3'),
  },
];

export function loadRareParts(store: Readable<State>): void {
  const waiting = new Set(rareParts);
  store.subscribe(() => {
    for (const part of waiting) {
      if (!part.isNeeded(store.state)) continue;
      waiting.delete(part);
      // What could not be loaded is tried again with the next change.
      part.load().catch(() => waiting.add(part));
    }
  });
}
