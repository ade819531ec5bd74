// The engine's wasm in Node, and z3-solver.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../lib/run.mjs';
import { compareTimed } from './timed.mjs';

const engine = await import(join(root, 'www/generated/tamarin.js'));
const wasm = engine.initSync({
  module: readFileSync(join(root, 'www/generated/tamarin_bg.wasm')),
});
engine.setLater(() => readFileSync(join(root, 'www/generated/tamarin_later.wasm')));

export { engine };

/** The size of the wasm's memory in bytes; it never shrinks. */
export function wasmMemory() {
  return wasm.memory.buffer.byteLength;
}

const noZ3 = { evaluate: () => Promise.reject(new Error('not asked')), abandon() {} };

/** A comparison by `bitblast`, or as the options say, see timed.mjs. */
export function compareInNode(texts, options = {}, z3 = noZ3) {
  return compareTimed(engine, texts, { solver: 'bitblast', ...options }, z3);
}

/** z3-solver as the page drives it, in a worker_thread, loaded and started. */
export async function startZ3() {
  // Node 20 does not run TypeScript.
  const { runnerImport } = await import('vite');
  const load = async (file) => (await runnerImport(join(root, file))).module;
  const { Z3Client } = await load('www/src/engine/z3/client.ts');
  const { nodeZ3 } = await load('tests/wasm/node-z3.ts');
  const z3 = new Z3Client(nodeZ3());
  await z3.evaluate('(check-sat)');
  return z3;
}
