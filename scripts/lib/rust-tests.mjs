import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { root, run, Trouble } from './run.mjs';

const output = ['--quiet', '--message-format', 'json-render-diagnostics'];
/**
 * Optimising the tests of the engine takes minutes. The code that they call is optimised, and has
 * the lines of a backtrace.
 */
const plain = ['--', '-C', 'opt-level=0', '-C', 'debuginfo=0'];

/** Compiles tests by a command of cargo; returns the programs that run them. */
async function compiled(name, command, args) {
  const cargo = spawn('cargo', [command, ...output, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [stdout, [code]] = await Promise.all([text(cargo.stdout), once(cargo, 'close')]);
  if (code !== 0) throw new Trouble(`the tests ${name} do not compile`);
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const isTest = ({ executable, profile }) => executable && profile.test;
  const programs = messages.filter(isTest).map(({ executable }) => executable);
  if (programs.length === 0) throw new Trouble(`there are no tests ${name}`);
  return programs;
}

/** Compiles a target of the engine with its tests; returns the program that runs them. */
async function ofEngine(...target) {
  const args = ['--profile', 'test', '--package', 'tamarin', ...target, ...plain];
  const [program] = await compiled(`of tamarin, ${target.join(' ')},`, 'rustc', args);
  return program;
}

/**
 * Compiles the tests of a library. The package `tamarin-testing` is named as well, so that Cargo
 * chooses the features of the engine's tests and uses what it compiled for them. For the library
 * alone it would choose fewer features of serde, and compile all that depends on serde again.
 */
const ofLibrary = (name, ...target) => {
  const args = ['--no-run', '--package', 'tamarin-testing', '--package', name, ...target];
  return compiled(`of ${name}`, 'test', args);
};

/**
 * Compiles the integration tests, and the command line that they call; returns the test program.
 */
export const integrationTests = () => ofEngine('--test', 'integration');

/**
 * Runs the unit tests of the libraries, and the tests of the kernel, its export and its prover.
 * These crates are small, so their tests are optimised too. They run with a priority.
 */
export async function unitTests(priority) {
  for (const compile of [
    async () => [await ofEngine('--lib')],
    () => ofLibrary('tamarin-kernel', '--test', 'kernel'),
    () => ofLibrary('tamarin-export', '--test', 'export'),
    () => ofLibrary('tamarin-prove'),
  ]) {
    for (const program of await compile())
      await run(program, ['--quiet'], { label: 'engine', priority });
  }
}
