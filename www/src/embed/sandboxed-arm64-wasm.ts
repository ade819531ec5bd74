/** Puts the wasm, which is part of this script, where the worker for ARM64 looks first. */

import arm64 from 'virtual:wasm/tamarin_arm64';
import { toBytes } from './sandboxed';

Object.assign(self, { tamarinWasm: toBytes(arm64) });
