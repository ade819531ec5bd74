import type { EngineListener, EngineWorker } from './client';
import type { FromEngine, Start } from './protocol';

/** A dedicated engine: its worker and its wasm, from the page's files. */
export function spawnEngine(listener: EngineListener): EngineWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'engine',
  });
  return startWith(wasm, worker, listener);
}

const wasm = compiledOnce(new URL('../../generated/tamarin_bg.wasm', import.meta.url));

/** The module of a wasm, for all workers of this page; a failed load is repeated. */
export function compiledOnce(url: URL): () => Promise<WebAssembly.Module> {
  let compiled: Promise<WebAssembly.Module> | undefined;
  return () => {
    compiled ??= compile(url).catch((error) => {
      compiled = undefined;
      throw error;
    });
    return compiled;
  };
}

/** Starts an engine in its worker as soon as its wasm is there. */
export function startWith(
  wasm: () => Promise<WebAssembly.Module>,
  worker: Worker,
  listener: EngineListener,
): EngineWorker {
  wasm().then(
    (module) => worker.postMessage({ type: 'start', module } satisfies Start),
    (error) => listener.fail(`The engine could not be loaded: ${(error as Error).message}`),
  );
  return listen(worker, listener);
}

/** Here and not in the worker, so that it is compiled once and while the worker starts. */
async function compile(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`its host answers ${response.status}`);
  // Only a response with the wasm content type can be compiled while streaming.
  return response.headers.get('Content-Type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Forwards a worker's messages and failures to a listener. */
export function listen(worker: Worker, { receive, fail }: EngineListener): EngineWorker {
  worker.addEventListener('message', (event: MessageEvent<FromEngine>) => receive(event.data));
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    fail(event.message || 'The engine could not be loaded.');
  });
  return worker;
}
