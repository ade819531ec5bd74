import type { EngineListener, EngineWorker } from './client';
import type { FromEngine } from './protocol';

/** An engine of one's own: its worker, from the page's files. */
export function spawnEngine(listener: EngineListener): EngineWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'engine',
  });
  return listen(worker, listener);
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
