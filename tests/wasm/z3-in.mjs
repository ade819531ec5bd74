// Stands in for `z3 -in`: the page's own z3, in the page's own worker script,
// behind a standard input and output. The Rust tests talk to it as to a native
// one. Each text, up to the echo that ends it, gets a fresh context.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const end = '(echo "end-of-answer")';
const require = createRequire(import.meta.url);
const bytes = await readFile(require.resolve('z3-solver/build/z3-built.wasm'));
const module = await WebAssembly.compile(bytes);

const worker = new Worker(fileURLToPath(new URL('../../www/z3/z3-worker.js', import.meta.url)));
worker.on('message', (message) => {
  if (message.type === 'answer') process.stdout.write(message.output);
  // The caller sees that this process ends, and starts another one.
  if (message.type === 'died') {
    console.error(message.message);
    process.exit(1);
  }
});
worker.postMessage({
  type: 'start',
  script: require.resolve('z3-solver/build/z3-built.js'),
  module,
});
await new Promise((resolve) => {
  worker.once('message', resolve);
});

let id = 0;
let lines = [];
for await (const line of createInterface({ input: process.stdin })) {
  lines.push(line);
  if (line !== end) continue;
  worker.postMessage({ type: 'evaluate', id, text: lines.join('\n') });
  id += 1;
  lines = [];
}
await worker.terminate();
