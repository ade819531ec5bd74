import type { Z3Platform } from './client';
import { type FromZ3, type ToZ3, Z3Failure } from './protocol';

/**
 * z3 in a browser. Its files are in z3/ beside the page, unchanged from the package; `?v=` keeps a
 * cache from mixing the files of two builds.
 */
export function browserZ3(): Z3Platform {
  const file = (name: string) => new URL(`z3/${name}?v=${__Z3_BUILD__}`, document.baseURI).href;
  return {
    script: file('z3-built.js'),

    async load(progress, signal) {
      await probeMemory(file('z3-worker.js'));
      signal.throwIfAborted();
      const response = await fetch(file('z3-built.wasm'), { signal });
      if (!response.ok || !response.body) {
        throw new Error(`the server answered ${response.status} for z3-built.wasm`);
      }
      let received = 0;
      progress(received, __Z3_WASM_BYTES__);
      const counted = response.body.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(chunk, controller) {
            received += chunk.byteLength;
            progress(received, __Z3_WASM_BYTES__);
            controller.enqueue(chunk);
          },
        }),
      );
      // Set here, because not every static host knows the type of a .wasm file.
      const headers = { 'Content-Type': 'application/wasm' };
      return WebAssembly.compileStreaming(new Response(counted, { headers }));
    },

    spawn(receive, failed) {
      const worker = new Worker(file('z3-worker.js'), { name: 'z3' });
      worker.addEventListener('message', (event) => receive(event.data));
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        failed(event.message || 'its worker could not be loaded');
      });
      worker.addEventListener('messageerror', () => failed('its worker could not be reached'));
      return {
        post: (message: ToZ3) => worker.postMessage(message),
        terminate: () => worker.terminate(),
      };
    },
  };
}

/**
 * Rejects if z3 cannot allocate its memory, as on most phones: better before a large download than
 * after it. It runs in a worker that ends, so that the memory is free again at once.
 */
async function probeMemory(script: string): Promise<void> {
  const worker = new Worker(script, { name: 'z3 probe' });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<FromZ3>) => {
        if (data.type !== 'died') resolve();
        else reject(new Z3Failure('Z3Unavailable', `z3 has no memory: ${data.message}`, 'memory'));
      });
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'its worker could not be loaded'));
      });
      worker.postMessage({ type: 'probe', bytes: __Z3_MEMORY_BYTES__ } satisfies ToZ3);
    });
  } finally {
    worker.terminate();
  }
}
