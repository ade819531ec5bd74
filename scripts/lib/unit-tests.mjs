import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { root, run, Trouble } from './run.mjs';

/** Compiled as tests, with the paths of what was made in JSON, and not optimised. */
const build = ['rustc', '--quiet', '--lib', '--profile', 'test'];
const output = ['--message-format', 'json-render-diagnostics', '--', '-C', 'opt-level=0'];

/** Runs the tests within a package's library. */
async function unitTestsOf(name) {
  const cargo = spawn('cargo', [...build, '--package', name, ...output], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [stdout, [code]] = await Promise.all([text(cargo.stdout), once(cargo, 'close')]);
  if (code !== 0) throw new Trouble(`the tests within ${name} do not compile`);
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { executable } = messages.findLast((message) => message.executable);
  await run(executable, ['--quiet'], { label: 'engine' });
}

/**
 * The tests within the libraries. They take seconds, and to optimise the engine once more
 * for them takes minutes: so it is compiled without, and all else is what other tests use.
 */
export async function unitTests() {
  for (const name of ['tamarin', 'tamarin-checker']) await unitTestsOf(name);
}
