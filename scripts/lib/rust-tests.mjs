import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { root, run, Trouble } from './run.mjs';

const build = ['rustc', '--quiet', '--profile', 'test'];
const output = ['--message-format', 'json-render-diagnostics'];
/**
 * Optimising the tests of the engine takes minutes. The code that they call is optimised, and has
 * the lines of a backtrace.
 */
const plain = ['--', '-C', 'opt-level=0', '-C', 'debuginfo=0'];

/** Compiles the tests selected by the arguments; returns the program that runs them. */
async function compiled(name, target, flags) {
  const cargo = spawn('cargo', [...build, ...target, ...output, ...flags], {
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
  return messages.findLast(isTest).executable;
}

/**
 * Compiles the integration tests, and the command line that they call; returns the test program.
 */
export const integrationTests = () =>
  compiled('in tests/integration', ['--package', 'tamarin', '--test', 'integration'], plain);

/**
 * Runs the unit tests of the libraries, the kernel, its export and its prover. These crates are small, so their
 * tests are optimised too.
 */
export async function unitTests() {
  for (const [name, target, flags] of [
    ['tamarin', ['--lib'], plain],
    ['tamarin-checker', ['--lib'], []],
    ['tamarin-kernel', ['--test', 'kernel'], []],
    ['tamarin-export', ['--test', 'export'], []],
    ['tamarin-prove', ['--lib'], []],
    ['tamarin-prove', ['--test', 'prove'], []],
  ]) {
    const tests = await compiled(`of ${name}`, ['--package', name, ...target], flags);
    await run(tests, ['--quiet'], { label: 'engine' });
  }
}
