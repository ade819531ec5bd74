/** Puts the wasm, which is part of this script, where the engine's worker looks for it first. */

import base64 from 'virtual:tamarin-wasm';

const text = atob(base64);

Object.assign(self, {
  tamarinWasm: Uint8Array.from(text, (character) => character.charCodeAt(0)),
});
