import { spawn, spawnSync } from 'node:child_process';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The project's folder; every command runs there. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** An error with a message for the user of a command: no stack is shown. */
export class Trouble extends Error {
  /**
   * @param {string} message
   * @param {readonly string[]} lastLines what a failed command printed last
   */
  constructor(message, lastLines = []) {
    super(message);
    this.lastLines = lastLines;
  }
}

/** Number of lines of a failed command that are kept. */
const KEPT_LINES = 25;

const began = performance.now();

/** The time since this command started, in a column of its own. */
const clock = () => `${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s`;

export function heading(text) {
  console.log(`\n${clock()}  == ${text}`);
}

/**
 * Waits for all, and only then throws what went wrong: no command is left
 * running behind its error message.
 *
 * @template {readonly unknown[]} Steps
 * @param {Steps} steps
 * @returns {Promise<{ -readonly [Index in keyof Steps]: Awaited<Steps[Index]> }>}
 */
export async function together(...steps) {
  const outcomes = await Promise.allSettled(steps);
  const values = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
  return /** @type {any} */ (values);
}

/**
 * Runs a command with its output on the terminal; throws {@link Trouble} when it
 * fails. With a `label`, as for commands that run beside each other, every line
 * has the clock and the label in front, and the trouble holds the last lines. The
 * `priority` is one of `os.constants.priority`.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { label?: string, priority?: number }} options
 * @returns {Promise<void>}
 */
export function run(command, args, { env = {}, label, priority, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const out = label ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', out, out],
      // npm and npx are scripts, which Windows can start only through a shell.
      shell: process.platform === 'win32' && !command.endsWith('.exe'),
      env: { ...process.env, ...env },
      ...options,
    });
    if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
    /** @type {string[]} */
    const lastLines = [];
    for (const lines of label ? [child.stdout, child.stderr] : []) {
      if (!lines) continue;
      createInterface({ input: lines }).on('line', (line) => {
        if (!line.trim()) return;
        console.log(`${clock()}  ${label}: ${line.trimStart()}`);
        lastLines.push(line.trim());
        if (lastLines.length > KEPT_LINES) lastLines.shift();
      });
    }
    child.on('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      reject(
        new Trouble(
          error.code === 'ENOENT'
            ? `\`${command}\` is not installed`
            : `${command}: ${error.message}`,
        ),
      ),
    );
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else {
        const words = `\`${[command, ...args].join(' ')}\` ended with ${signal ?? code}`;
        reject(new Trouble(words, lastLines));
      }
    });
  });
}

/** A command's output, trimmed; undefined if it cannot be run or fails. */
export function output(command, args) {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** Runs a script's main function, and prints its trouble in one line. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    // parseArgs has its own message for an unknown option.
    const isUsage = String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!isUsage && !(error instanceof Trouble)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
