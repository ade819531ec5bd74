/** Puts the wasm, which is part of this script, where the engine's worker looks first. */

import search from 'virtual:wasm/tamarin';
import later from 'virtual:wasm/tamarin_later';
import proofs from 'virtual:wasm/tamarin_proofs';
import tools from 'virtual:wasm/tamarin_tools';
import { toBytes } from './sandboxed';

Object.assign(self, {
  tamarinWasm: toBytes(search),
  tamarinLaterWasm: toBytes(later),
  tamarinToolsWasm: toBytes(tools),
  tamarinProofsWasm: toBytes(proofs),
});
