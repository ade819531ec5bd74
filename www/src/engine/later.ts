/**
 * The part of the engine's wasm that short comparisons do without (scripts/lib/split.mjs). The worker
 * loads it once it has nothing else to do, or at once when the wasm calls something of it.
 */

import * as engine from '../../generated/tamarin';

declare const self: {
  /** The wasm itself, where no page can send it (embed/sandboxed-wasm.ts). */
  tamarinLaterWasm?: Uint8Array<ArrayBuffer>;
};

let file: URL | undefined;
let fetched: Promise<void> | undefined;

/**
 * Prepares for a call of something that is not here yet. The address is in a script of its own, so
 * that what a page loads first does not lead to the file.
 */
export async function expectLater(): Promise<void> {
  engine.setLater(() => self.tamarinLaterWasm ?? fetchAtOnce());
  if (!self.tamarinLaterWasm) file = (await import('./later-file')).laterFile();
}

/** Loads it, unless it is here or on its way. What could not be loaded is tried again when it is needed. */
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

/** The wasm waits in the middle of a call, so nothing else can be waited for. */
function fetchAtOnce(): ArrayBuffer {
  try {
    const request = new XMLHttpRequest();
    if (!file) throw new Error('its address is not known');
    request.open('GET', file, false);
    request.responseType = 'arraybuffer';
    request.send();
    if (request.status < 300) return request.response;
  } catch {
    // Said below.
  }
  // As after any trap, the wasm's memory is in no known state.
  throw new WebAssembly.RuntimeError('a part of the engine could not be loaded');
}
