import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { Z3Platform } from '../../www/src/engine/z3/client';
import type { ToZ3 } from '../../www/src/engine/z3/protocol';

const require = createRequire(import.meta.url);
const workerFile = fileURLToPath(new URL('../../www/z3/z3-worker.js', import.meta.url));

/** z3 in Node: the page's worker script, in a worker_thread. */
export function nodeZ3(file = workerFile): Z3Platform {
  return {
    script: require.resolve('z3-solver/build/z3-built.js'),

    async load(progress) {
      const bytes = await readFile(require.resolve('z3-solver/build/z3-built.wasm'));
      progress(bytes.byteLength, bytes.byteLength);
      return WebAssembly.compile(bytes);
    },

    spawn(receive, failed) {
      const worker = new Worker(file);
      worker.on('message', receive);
      worker.on('error', (error) => failed(error.message));
      worker.on('exit', (code) => failed(`its worker exited with ${code}`));
      // A test that fails half-way must not keep the process alive.
      worker.unref();
      return {
        post: (message: ToZ3) => worker.postMessage(message),
        terminate: () => void worker.terminate(),
      };
    },
  };
}
