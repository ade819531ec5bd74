/// <reference lib="webworker" />
/** The worker of the engine for ARM64. */

import init, * as engine from '../../generated/tamarin_arm64';
import { usualOptions } from '../comparison/options';
import { serve } from '../engine/serving';
import { calls, sessions } from './calls';

declare const self: DedicatedWorkerGlobalScope & {
  /** The wasm itself, if no page can send it (embed/sandboxed-arm64-worker.ts). */
  tamarinWasm?: Uint8Array<ArrayBuffer>;
};

serve({
  calls,
  sessions,
  wasm: self.tamarinWasm,
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
