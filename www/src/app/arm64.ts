/** The page for ARM64 programs, which is loaded where the work is for that machine. */

import { Arm64Playground } from '../arm64/playground';
import type { Surroundings } from '../playground/surroundings';
import { TmArm64App } from './tm-arm64-app';

export function open(place: Pick<Surroundings, 'work' | 'save' | 'restore' | 'leaveFor'>) {
  return { app: new Arm64Playground({ ...place, keepsTests: true }), page: new TmArm64App() };
}
