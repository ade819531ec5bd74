/** What activates an embed: a script for each machine, which the shell loads on the first click. */

import { toShared } from '../links/opening';
import { write } from '../links/schema';
import type { ComposedPlayground } from '../playground/composed';
import type { Surroundings } from '../playground/surroundings';
import type { Work } from '../work/storage';
import type { LiveElement } from './live-element';
import type { EmbedOptions } from './options';

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

/** What an embed's playground takes from the embed. */
export type EmbedPlace = Pick<Surroundings, 'work' | 'isReadOnly' | 'save' | 'restore'>;

/** What differs from machine to machine. */
interface LiveMachine {
  playground(place: EmbedPlace): ComposedPlayground;
  element(): LiveElement;
}

export const liveOf = ({ playground, element }: LiveMachine): Live => ({
  async mount(place, work, options, onChange) {
    const app = playground({
      work,
      isReadOnly: options.readOnly,
      save: (changed) => {
        const shared = toShared(changed);
        onChange(shared && write(shared));
      },
      restore: () => {},
    });
    const live = element();
    live.app = app;
    live.embed = options;
    place.replaceChildren(live);
    await live.updateComplete;
    return {
      compare: () => app.compare(),
      focus: () => app.programs.focusAt('left', 0),
    };
  },
});
