/**
 * The part of the engine's wasm that short comparisons do not need (scripts/lib/split.mjs). The
 * worker loads it when idle, or at once when the wasm calls one of its functions.
 */

import * as engine from '../../generated/tamarin';

declare const self: {
  /** The wasm itself, if no page can send it (embed/sandboxed-wasm.ts). */
  tamarinLaterWasm?: Uint8Array<ArrayBuffer>;
};

let file: URL | undefined;
let fetched: Promise<void> | undefined;

/**
 * Prepares for calls of functions that are not loaded yet. The address is in a script of its own,
 * so that the page's first load does not include the file.
 */
export async function expectLater(): Promise<void> {
  engine.setLater(() => self.tamarinLaterWasm ?? fetchAtOnce());
  if (!self.tamarinLaterWasm) file = (await import('./later-file')).laterFile();
}

/** Loads it, unless it is loaded or loading. A failed load is retried when it is needed. */
export function loadLater(): Promise<void> {
  fetched ??= load().catch(() => {
    fetched = undefined;
  });
  return fetched;
}

async function load(): Promise<void> {
  if (file) {
    const response = await fetch(file);
    if (!response.ok) throw new Error(`its host answers ${response.status}`);
    const module = await WebAssembly.compile(await response.arrayBuffer());
    engine.setLater(() => module);
  }
  engine.loadLater();
}

/** The wasm waits in the middle of a call, so this has to be synchronous. */
function fetchAtOnce(): ArrayBuffer {
  try {
    const request = new XMLHttpRequest();
    if (!file) throw new Error('its address is not known');
    request.open('GET', file, false);
    request.responseType = 'arraybuffer';
    request.send();
    if (request.status < 300) return request.response;
  } catch {
    // Reported below.
  }
  // As after any trap, the wasm's memory is in an unknown state.
  throw new WebAssembly.RuntimeError('a part of the engine could not be loaded');
}
