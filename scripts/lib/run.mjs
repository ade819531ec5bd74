import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project's folder; every command runs there. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** What went wrong in words for whoever typed the command: no stack is shown. */
export class Trouble extends Error {}

export function heading(text) {
  console.log(`\n== ${text}`);
}

/** Runs a command with its output on the terminal; throws {@link Trouble} when it fails. */
export function run(command, args, { env = {}, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // npm and npx are scripts, which Windows starts only through a shell.
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
      env: { ...process.env, ...env },
      ...options,
    });
    child.on('error', (error) =>
      reject(
        new Trouble(
          error.code === 'ENOENT'
            ? `\`${command}\` is not installed`
            : `${command}: ${error.message}`,
        ),
      ),
    );
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Trouble(`\`${[command, ...args].join(' ')}\` ended with ${signal ?? code}`));
    });
  });
}

/** What a command prints, trimmed; undefined when it cannot be run or fails. */
export function output(command, args) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Runs a script's main function, and says its trouble in a line. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    // parseArgs has words of its own for an option that there is not.
    const isUsage = String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!isUsage && !(error instanceof Trouble)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
