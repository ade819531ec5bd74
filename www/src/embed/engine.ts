import type { EngineListener, EngineWorker, SpawnEngine } from '../engine/client';
import type { MachineName } from '../engine/machine';
import type { ToEngine } from '../engine/protocol';
import { spawnShare } from '../engine/shared';
import { listen } from '../engine/spawn';
import { loadScript } from './script';

/** The engine of a machine for embeds. */
export interface EmbedEngine {
  machine: MachineName;
  /** Starts it from the page's files. */
  spawn: SpawnEngine;
  /** The script that has it whole, for frames that have no origin. */
  script: string;
}

/** An engine for an embed: a share of the page's, or its own if frames have no origin. */
export const embedEngine =
  ({ machine, spawn, script }: EmbedEngine): SpawnEngine =>
  (listener) =>
    self.origin === 'null'
      ? spawnSandboxed(machine, script, listener)
      : spawnShare({ machine, spawn }, listener);

function spawnSandboxed(
  machine: MachineName,
  script: string,
  listener: EngineListener,
): EngineWorker {
  const early: ToEngine[] = [];
  let worker: EngineWorker | undefined;
  let isEnded = false;
  const start = async () => {
    if (!window.tamarinSandboxedEngines?.[machine]) await loadScript(script);
    const spawn = window.tamarinSandboxedEngines?.[machine];
    if (isEnded || !spawn) return;
    worker = listen(spawn(), listener);
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
