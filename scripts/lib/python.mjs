import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root, run, Trouble } from './run.mjs';

/** Where what `python/` needs is installed, beside nothing of the system's. */
const environment = join(root, '.cache/python');
const interpreter = join(
  environment,
  process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python',
);
const suits = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';

/**
 * A Python with the package of `python/`, its extra for Dask and its tests' tools. Undefined, with
 * the reason told, where there is no Python for that, or, but for CI, no way to its packages.
 */
export async function preparePython() {
  if (spawnSync('python3', ['-c', suits]).status !== 0) {
    console.log('There is no Python 3.10 with venv here.');
    return undefined;
  }
  const pip = (...args) =>
    run(interpreter, ['-m', 'pip', '--disable-pip-version-check', '--quiet', ...args]);
  try {
    if (!existsSync(interpreter)) await run('python3', ['-m', 'venv', environment]);
    await pip('install', './python[dask,test]');
    // The version of what is tested is the same, its text may be another.
    await pip('install', '--force-reinstall', '--no-deps', './python');
  } catch (error) {
    if (process.env.CI || !(error instanceof Trouble)) throw error;
    console.log(error.message);
    return undefined;
  }
  return interpreter;
}
