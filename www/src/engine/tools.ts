/**
 * The part of the engine that a first verdict does without: debugger, map,
 * formatter, traces. It is a wasm of its own, with a memory of its own, and is
 * loaded when something of it is first asked for.
 */

import type * as Tools from '../../generated/tamarin_tools';

declare const self: {
  /** The wasm itself, where no page can send it (embed/sandboxed-wasm.ts). */
  tamarinToolsWasm?: Uint8Array<ArrayBuffer>;
};

let loaded: Promise<typeof Tools> | undefined;

export function tools(): Promise<typeof Tools> {
  loaded ??= load().catch((error: Error) => {
    // The next one to ask may be luckier.
    loaded = undefined;
    throw new Error(`a part of the engine could not be loaded: ${error.message}`);
  });
  return loaded;
}

async function load(): Promise<typeof Tools> {
  const bindings = await import('../../generated/tamarin_tools');
  const wasm = self.tamarinToolsWasm;
  await bindings.default(wasm && { module_or_path: wasm });
  return bindings;
}
