/**
 * The parts of the engine that a first verdict does not need, each a wasm with its own memory,
 * loaded at its first use.
 */

import type * as Proofs from '../../generated/tamarin_proofs';
import type * as Tools from '../../generated/tamarin_tools';

declare const self: {
  /** The wasm itself, if no page can send it (embed/sandboxed-wasm.ts). */
  tamarinToolsWasm?: Uint8Array<ArrayBuffer>;
  tamarinProofsWasm?: Uint8Array<ArrayBuffer>;
};

interface Bindings {
  default(wasm?: { module_or_path: Uint8Array<ArrayBuffer> }): Promise<unknown>;
}

/** A part, loaded at its first use. */
function part<Part extends Bindings>(
  load: () => Promise<Part>,
  wasm: () => Uint8Array<ArrayBuffer> | undefined,
): () => Promise<Part> {
  let loaded: Promise<Part> | undefined;
  const begin = async () => {
    const bindings = await load();
    const bytes = wasm();
    await bindings.default(bytes && { module_or_path: bytes });
    return bindings;
  };
  return () => {
    loaded ??= begin().catch((error: Error) => {
      // Let the next request retry.
      loaded = undefined;
      throw new Error(`a part of the engine could not be loaded: ${error.message}`);
    });
    return loaded;
  };
}

/** Debugger, map, formatter, traces. */
export const tools = part<typeof Tools>(
  () => import('../../generated/tamarin_tools'),
  () => self.tamarinToolsWasm,
);

/** Proofs about loops, evidence and the kernel that checks it. */
export const proofs = part<typeof Proofs>(
  () => import('../../generated/tamarin_proofs'),
  () => self.tamarinProofsWasm,
);
