import type { EngineListener, EngineWorker } from './client';
import type { FromEngine, Start } from './protocol';

/** The engine's wasm, for all workers of this page. */
let compiled: Promise<WebAssembly.Module> | undefined;

/** An engine of one's own: its worker and its wasm, from the page's files. */
export function spawnEngine(listener: EngineListener): EngineWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'engine',
  });
  compiled ??= compile();
  compiled.then(
    (module) => worker.postMessage({ type: 'start', module } satisfies Start),
    (error) => {
      compiled = undefined;
      listener.fail(`The engine could not be loaded: ${(error as Error).message}`);
    },
  );
  return listen(worker, listener);
}

/** Here and not in the worker, so that it goes on while the worker starts, and once. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL('../../generated/tamarin_bg.wasm', import.meta.url));
  if (!response.ok) throw new Error(`its host answers ${response.status}`);
  // Only what a host calls wasm may be compiled as it comes in.
  return response.headers.get('Content-Type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Has a worker's messages and failures told. */
export function listen(worker: Worker, { receive, fail }: EngineListener): EngineWorker {
  worker.addEventListener('message', (event: MessageEvent<FromEngine>) => receive(event.data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    fail(event.message || 'The engine could not be loaded.');
  });
  return worker;
}
