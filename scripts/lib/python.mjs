import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root, run, Trouble } from './run.mjs';

/** The folder for the packages that `python/` needs, separate from the system's. */
const environment = join(root, '.cache/python');
const interpreter = join(
  environment,
  process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python',
);
const suits = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';

/**
 * A Python with the package of `python/`, its extra for Dask and its tests' tools. Undefined, after
 * reporting the reason, if there is no suitable Python or, except in CI, its packages cannot be
 * fetched.
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
    // The tested package may have changed without a new version.
    await pip('install', '--force-reinstall', '--no-deps', './python');
  } catch (error) {
    if (process.env.CI || !(error instanceof Trouble)) throw error;
    console.log(error.message);
    return undefined;
  }
  return interpreter;
}
