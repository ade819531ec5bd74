/// <reference lib="webworker" />
/** The worker of the engine for ARM64. */

import init, * as engine from '../../generated/tamarin_arm64';
import { usualOptions } from '../comparison/options';
import { serve } from '../engine/serving';
import { calls, sessions } from './calls';

serve({
  calls,
  sessions,
  wasm: undefined,
  async load(wasm) {
    await init({ module_or_path: wasm });
    return {
      version: engine.version(),
      machine: 'arm64',
      instructions: engine.instruction_set(),
      // Of a comparison of MIPS programs, which nothing here reads.
      options: usualOptions(),
    };
  },
});
