/** The script with the whole engine for MIPS. */

import { offer } from './sandboxed';
import EngineWorker from './sandboxed-worker?worker&inline';

offer('mips', () => new EngineWorker({ name: 'engine' }));
