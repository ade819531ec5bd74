/** Puts the wasm, which is part of this script, where the engine's worker looks first. */

import search from 'virtual:wasm/tamarin';
import later from 'virtual:wasm/tamarin_later';
import proofs from 'virtual:wasm/tamarin_proofs';
import tools from 'virtual:wasm/tamarin_tools';

const toBytes = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

Object.assign(self, {
  tamarinWasm: toBytes(search),
  tamarinLaterWasm: toBytes(later),
  tamarinToolsWasm: toBytes(tools),
  tamarinProofsWasm: toBytes(proofs),
});
