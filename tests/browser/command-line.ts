/** The command line, which tests of what leaves the page and comes to it run. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tamarin = process.env.TAMARIN ?? join(root, 'target/debug/tamarin');

/** Runs it to its end, which is to be a good one; what it printed. */
export function commandLine(...args: string[]): string {
  const { status, error, stdout, stderr } = spawnSync(tamarin, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tamarin ${args[0]}: ${error ?? stderr}`);
  return stdout;
}
