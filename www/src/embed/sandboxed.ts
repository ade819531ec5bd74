/**
 * Engines with their wasm in one classic script each. A sandboxed frame without an origin may not
 * fetch anything or start a worker by address from a host that sets no CORS header; a classic script
 * may be loaded.
 */

import type { MachineName } from '../engine/machine';

declare global {
  interface Window {
    /** What starts the engine of each machine whose script was loaded. */
    tamarinSandboxedEngines?: Partial<Record<MachineName, () => Worker>>;
  }
}

/** Offers the engine of a machine to the frame that loaded its script. */
export function offer(machine: MachineName, spawn: () => Worker): void {
  window.tamarinSandboxedEngines = { ...window.tamarinSandboxedEngines, [machine]: spawn };
}

/** A wasm from its text in a script. */
export const toBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
