/** The script with the whole engine for ARM64. */

import { offer } from './sandboxed';
import EngineWorker from './sandboxed-arm64-worker?worker&inline';

offer('arm64', () => new EngineWorker({ name: 'arm64' }));
