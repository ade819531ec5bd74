import { spawnArm64 } from '../arm64/engine';
import { embedEngine } from './engine';

/** The engine for ARM64 in a frame of another page. */
export const spawnFramedArm64 = embedEngine({
  machine: 'arm64',
  spawn: spawnArm64,
  script: 'embed-arm64-engine.js',
});
