/** The script that activates embeds of MIPS programs. */

import { ComposedPlayground } from '../playground/composed';
import { spawnFramedMips as spawn } from './mips-engine';
import { liveOf } from './mounting';
import { TmLive } from './tm-live';

window.tamarinLive = liveOf({
  // z3 is a download of megabytes, and needs more memory than a phone gives a frame.
  playground: (place) => new ComposedPlayground({ ...place, solvers: ['bitblast'], spawn }),
  element: () => new TmLive(),
});
