// The engine's wasm in Node.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../lib/run.mjs';

const engine = await import(join(root, 'www/generated/tamarin.js'));
const wasm = engine.initSync({
  module: readFileSync(join(root, 'www/generated/tamarin_bg.wasm')),
});

export { engine };

/** The wasm's memory, in bytes; it never shrinks. */
export function wasmMemory() {
  return wasm.memory.buffer.byteLength;
}

/** A comparison by `bitblast`, with the time in milliseconds that each query took. */
export async function compareInNode([left, right], options = {}) {
  const queries = [];
  let asked = 0;
  let swept = 0;
  const start = performance.now();
  const report = await engine.compare(
    { left, right, options: { ...engine.default_options(), solver: 'bitblast', ...options } },
    {
      async event(event) {
        if (event.type === 'sweep') swept = performance.now();
        if (event.type === 'query') asked = performance.now();
        if (event.type === 'answer' && event.by !== 'rewriting') {
          queries.push(performance.now() - asked);
        }
        return true;
      },
      pause: async () => true,
      z3: { evaluate: () => Promise.reject(new Error('not asked')) },
    },
  );
  const end = performance.now();
  return { report, queries, ms: end - start, afterSweep: end - swept };
}
