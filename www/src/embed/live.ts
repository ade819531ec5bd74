/** An embed that was clicked on: the page's own components, without what is a page's. */

import { toShared } from '../links/opening';
import { write } from '../links/schema';
import { ComposedPlayground } from '../playground/composed';
import type { Work } from '../work/storage';
import type { EmbedOptions } from './options';
import './tm-live';
import { spawnEmbedEngine } from './engine';

export interface Live {
  /** Puts the live embed into an element; as often as one likes. */
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
    const app = new ComposedPlayground({
      work,
      // z3 is a download of megabytes, and needs more room than a phone has for a frame.
      solvers: ['bitblast'],
      spawn: spawnEmbedEngine,
      isReadOnly: options.readOnly,
      save: (changed) => {
        const shared = toShared(changed);
        onChange(shared && write(shared));
      },
      restore: () => {},
    });
    const live = document.createElement('tm-live');
    live.app = app;
    live.embed = options;
    place.replaceChildren(live);
    await live.updateComplete;
    return {
      compare: () => app.comparison.compare(),
      focus: () => app.programs.focusAt('left', 0),
    };
  },
};
