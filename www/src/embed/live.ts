/** An embed that was clicked on: the page's own components, without what is a page's. */

import { app, start } from '../app';
import type { EmbedOptions } from '../link/embed';
import { toShared } from '../link/opening';
import { write } from '../link/schema';
import type { Work } from '../storage';
import '../ui/tm-live';
import { spawnEmbedEngine } from './engine';

export interface Live {
  /** Puts the live embed into an element; called once. */
  mount(place: Element, work: Work, options: EmbedOptions, onChange: OnChange): Promise<LiveEmbed>;
}

/** Told whenever the reader has changed something; undefined while no link can hold it. */
type OnChange = (fragment: string | undefined) => void;

export interface LiveEmbed {
  compare(): void;
  focus(): void;
}

declare global {
  interface Window {
    tamarinLive?: Live;
  }
}

window.tamarinLive = {
  async mount(place, work, options, onChange) {
    start({
      work,
      // z3 is a download of megabytes, and needs more room than a phone has for a frame.
      solvers: ['bitblast'],
      spawn: spawnEmbedEngine,
      save: (changed) => {
        const shared = toShared(changed);
        onChange(shared && write(shared));
      },
      restore: () => {},
    });
    const live = document.createElement('tm-live');
    live.embed = options;
    place.replaceChildren(live);
    await live.updateComplete;
    return { compare: () => app.compare(), focus: () => app.focusAt('left', 0) };
  },
};
