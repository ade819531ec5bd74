/// <reference lib="webworker" />
/** The worker of the engine for ARM64. */

import init, * as engine from '../../generated/tamarin_arm64';
import { serve } from '../engine/serving';
import type { Options } from '../engine/types';
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
      // Those of MIPS: a question about ARM64 has its own.
      options: {} as Options,
    };
  },
});
