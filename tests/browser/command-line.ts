/** Runs the command line, for tests of data that leaves the page or comes to it. */

import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tamarin = process.env.TAMARIN ?? join(root, 'target/debug/tamarin');

/** Runs the command, which must succeed; returns its output. */
export function commandLine(...args: string[]): string {
  const { status, error, stdout, stderr } = spawnSync(tamarin, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tamarin ${args[0]}: ${error ?? stderr}`);
  return stdout;
}

/** Runs a line that begins with `tamarin` in a shell, in a folder; returns its output. */
export function shellLine(line: string, folder: string): string {
  const { status, error, stdout, stderr } = shell(line, folder);
  if (status !== 0) throw new Error(`${line}: ${error ?? stderr}`);
  return stdout;
}

/** The terminal output of such a line, whatever its exit status. */
export function printedBy(line: string, folder: string): string {
  const { error, stdout } = shell(`{ ${line}; } 2>&1`, folder);
  if (error) throw new Error(`${line}: ${error}`);
  return stdout;
}

function shell(line: string, folder: string) {
  const path = [dirname(tamarin), process.env.PATH].join(delimiter);
  const options = { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH: path } } as const;
  return spawnSync('sh', ['-c', line], options);
}
