/**
 * The engine with its wasm in one classic script. A frame that is sandboxed
 * without an origin of its own may fetch nothing and start no worker by
 * address from a host that sets no header for it; a classic script it may load.
 */

import EngineWorker from './sandboxed-worker?worker&inline';

declare global {
  interface Window {
    tamarinSandboxedEngine?: () => Worker;
  }
}

window.tamarinSandboxedEngine = () => new EngineWorker({ name: 'engine' });
