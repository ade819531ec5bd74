import { spawnEngine } from '../engine/spawn';
import { embedEngine } from './engine';

/** The engine for MIPS in a frame of another page. */
export const spawnFramedMips = embedEngine({
  machine: 'mips',
  spawn: spawnEngine,
  script: 'embed-engine.js',
});
