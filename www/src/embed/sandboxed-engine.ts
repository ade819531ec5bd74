/**
 * The engine with its wasm in one classic script. A sandboxed frame without an origin may not fetch
 * anything or start a worker by address from a host that sets no CORS header; a classic script may
 * be loaded.
 */

import EngineWorker from './sandboxed-worker?worker&inline';

declare global {
  interface Window {
    tamarinSandboxedEngine?: () => Worker;
  }
}

window.tamarinSandboxedEngine = () => new EngineWorker({ name: 'engine' });
