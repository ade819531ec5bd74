/** The script that activates embeds of ARM64 programs. */

import { Arm64Playground } from '../arm64/playground';
import { spawnFramedArm64 as spawn } from './arm64-engine';
import { liveOf } from './mounting';
import { TmArm64Live } from './tm-arm64-live';

window.tamarinLive = liveOf({
  playground: (place) => new Arm64Playground({ ...place, spawn }),
  element: () => new TmArm64Live(),
});
