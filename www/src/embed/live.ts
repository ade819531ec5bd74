/** An activated embed: the page's own components, without the page's frame. */

import { toShared } from '../links/opening';
import { write } from '../links/schema';
import { ComposedPlayground } from '../playground/composed';
import type { Work } from '../work/storage';
import type { EmbedOptions } from './options';
import './tm-live';
import { spawnEmbedEngine } from './engine';

export interface Live {
  /** Mounts the live embed in an element; may be called repeatedly. */
  mount(place: Element, work: Work, options: EmbedOptions, onChange: OnChange): Promise<LiveEmbed>;
}

/**
 * Called after each change by the reader; the fragment is undefined while no link can hold the
 * work.
 */
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
      // z3 is a download of megabytes, and needs more memory than a phone gives a frame.
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
