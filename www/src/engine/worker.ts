/// <reference lib="webworker" />
/** The engine's worker: the wasm, and a comparison of its own that warms it up. */

import init, * as engine from '../../generated/tamarin';
import { calls, sessions } from './calls';
import { expectLater, loadLater } from './later';
import type { Start, ToEngine } from './protocol';
import { breathe, serve } from './serving';
import type { Options } from './types';
import { IDLE, warmUp } from './warm-up.js';

declare const self: DedicatedWorkerGlobalScope & {
  /** The wasm itself, if no page can send it (embed/sandboxed-worker.ts). */
  tamarinWasm?: Uint8Array<ArrayBuffer>;
};

let idle: ReturnType<typeof setTimeout> | undefined;
/** An engine is warm after a comparison, even one to warm up. */
let warmth: 'starting' | 'cold' | 'warm' = 'starting';

// Without that part the engine can do short comparisons.
const expectingLater = expectLater().catch(() => {});

serve({
  calls,
  sessions,
  wasm: self.tamarinWasm,
  async load(wasm) {
    await Promise.all([init({ module_or_path: wasm }), expectingLater]);
    if (warmth === 'starting') warmth = 'cold';
    warmUpWhenIdle();
    return {
      version: engine.version(),
      instructions: engine.instruction_set(),
      options: engine.default_options(),
    };
  },
  received(message, ready) {
    if (isComparison(message)) {
      warmth = 'warm';
      ready.then(loadLater);
    }
    warmUpWhenIdle();
  },
});

const isComparison = (message: Start | ToEngine) =>
  message.type === 'call' && message.name === 'compare';

/** Warms up a cold engine after a moment without messages. */
function warmUpWhenIdle(): void {
  clearTimeout(idle);
  if (warmth === 'cold') idle = setTimeout(compareToWarmUp, IDLE);
}

async function compareToWarmUp(): Promise<void> {
  loadLater();
  // Requests come first.
  let isAlone = true;
  const stop = ({ data }: MessageEvent<ToEngine>) => {
    if (isComparison(data)) isAlone = false;
  };
  warmth = 'warm';
  self.addEventListener('message', stop);
  const goOn = async () => {
    await breathe();
    return isAlone;
  };
  const options = { ...engine.default_options(), solver: 'bitblast' } satisfies Options;
  const z3 = { evaluate: () => Promise.reject(new Error('nobody asks')), abandon() {} };
  const [left, right] = [warmUp.left, warmUp.right].map((text) => [
    { name: 'warm-up.asm', text, compiled: undefined },
  ]);
  const request = { left: left ?? [], right: right ?? [], options, known: [] };
  // It has no loop, so no proof is requested.
  const prove = () => Promise.reject(new Error('nobody asks'));
  await engine.compare(request, { event: goOn, pause: goOn, z3, prove });
  self.removeEventListener('message', stop);
  // A mark for performance tools.
  performance.mark('engine warm');
}
