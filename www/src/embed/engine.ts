import type { EngineListener, EngineWorker, SpawnEngine } from '../engine/client';
import type { ToEngine } from '../engine/protocol';
import { spawnShare } from '../engine/shared';
import { listen, spawnEngine } from '../engine/spawn';
import { loadScript } from './script';

/** An engine for an embed: a share of the page's, or its own if frames have no origin. */
export const spawnEmbedEngine: SpawnEngine = (listener) =>
  self.origin === 'null' ? spawnSandboxed(listener) : spawnShare(spawnEngine, listener);

function spawnSandboxed(listener: EngineListener): EngineWorker {
  const early: ToEngine[] = [];
  let worker: EngineWorker | undefined;
  let isEnded = false;
  const start = async () => {
    if (!window.tamarinSandboxedEngine) await loadScript('embed-engine.js');
    if (isEnded || !window.tamarinSandboxedEngine) return;
    worker = listen(window.tamarinSandboxedEngine(), listener);
    for (const message of early) worker.postMessage(message);
  };
  start().catch((error) => listener.fail(String(error.message)));
  return {
    postMessage(message) {
      if (worker) worker.postMessage(message);
      else early.push(message);
    },
    terminate() {
      isEnded = true;
      worker?.terminate();
    },
  };
}
