import './sandboxed-wasm';
import '../engine/worker';
