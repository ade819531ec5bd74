import './sandboxed-arm64-wasm';
import '../arm64/worker';
