// npm run test:long: tests that are too slow for `npm test`. Two solvers on thousands of queries,
// rewriting checked against z3, each unsat answer on the corpus checked by z3 and proved, long runs
// of the random tests, and the slow pairs of the corpus, natively and in the page. It takes an hour
// and more on two cores. A long test prints its counts in lines that begin with "figure: ", which
// are repeated at the end.

import { spawn } from 'node:child_process';

import { buildPage, buildWasm, parts } from './build.mjs';
import { heading, main, root, run, Trouble } from './lib/run.mjs';
import {
  ensureHeadlessChromium,
  ensureNodeModules,
  ensureQemu,
  ensureRate,
  ensureRust,
  ensureZ3,
} from './lib/tools.mjs';

const figures = [];

/** Runs tests of the crate, optimised but with all checks, and collects their figures. */
function tests(names, env, options = []) {
  const args = ['test', '--quiet', '--profile', 'long', '--test', 'integration'];
  args.push('--', ...options, ...names.map((name) => `${name}::`));
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const child = spawn('cargo', args, {
        cwd: root,
        // No test may be skipped, which is what CI means.
        env: { ...process.env, CI: '1', TAMARIN_LONG: '1', ...env },
        stdio: ['ignore', 'inherit', 'pipe'],
      });
      let rest = '';
      child.stderr.setEncoding('utf8').on('data', (text) => {
        process.stderr.write(text);
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          if (line.startsWith('figure: ')) figures.push(line.slice('figure: '.length));
        }
      });
      child.on('error', (error) => reject(new Trouble(`cargo: ${error.message}`)));
      child.on('close', (code) =>
        code === 0 ? resolve() : reject(new Trouble(`${names.join(', ')} failed`)),
      );
    })
  );
}

/** Runs tests of a small crate by name, optimised, with what they print. */
function testsOf(name, test, filter, env) {
  const args = ['test', '--quiet', '--package', name, '--test', test, filter, '--', '--nocapture'];
  return run('cargo', args, { env: { CI: '1', TAMARIN_LONG: '1', ...env } });
}

/** The built page: all tests, with all labelled pairs, widths, colours and damaged links. */
async function wholePage() {
  await buildWasm();
  await buildPage();
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/browser'];
  await run(process.execPath, playwright, { env: { TAMARIN_LONG: '1' } });
}

await main(async () => {
  heading('what the tests need');
  await ensureNodeModules();
  await ensureRust();
  await ensureZ3();
  await ensureQemu();
  await ensureHeadlessChromium();
  const rate = await ensureRate();

  /** @type {[string, () => Promise<void>][]} */
  const steps = [
    [
      'cargo clippy of the tool that makes bindings',
      () => run('cargo', ['clippy', '--quiet', '-p', 'bindgen', '--', '-D', 'warnings']),
    ],
    [
      'cargo clippy of each part of the page',
      async () => {
        for (const { feature } of parts) {
          const surface = ['--lib', '--no-default-features', '--features', feature];
          const wasm = ['--target', 'wasm32-unknown-unknown', ...surface];
          await run('cargo', ['clippy', '--quiet', ...wasm, '--', '-D', 'warnings']);
        }
      },
    ],
    ['bitblast against z3, native and of the page', () => tests(['agreement'])],
    ['unsat answers of the corpus: z3 and proofs', () => tests(['unsat'], { TAMARIN_RATE: rate })],
    ['rewriting against z3', () => tests(['rewriting'])],
    ['leaves that rewriting decides: z3', () => tests(['leaves'])],
    ['slow pairs', () => tests(['corpus_pairs'], {}, ['--ignored'])],
    ['slow pairs with loops', () => tests(['alignment'], {}, ['--ignored'])],
    ['ARM64 pairs that are open', () => tests(['open_labelled'], {}, ['--ignored'])],
    [
      'what `npm test` takes a part of',
      () =>
        tests([
          'alignment',
          'arm64',
          'assignments',
          'batch',
          'cause',
          'deep',
          'differencing',
          'explained',
          'families',
          'fuzz',
          'grade',
          'journal',
          'loop_regions',
          'maxsat',
          'memories',
          'mend',
          'mistakes',
          'never_stops',
          'nontermination',
          'observed_output',
          'overwriting',
          'procedures',
          'regions',
          'room',
          'versions',
          'wlp4',
        ]),
    ],
    [
      'changed evidence for the kernel',
      () => testsOf('tamarin-kernel', 'kernel', 'tampering', { TAMPERED: '100000', SEED: '2' }),
    ],
    [
      'evidence for the kernel from scratch',
      () => testsOf('tamarin-kernel', 'kernel', 'grown', { GROWN: '40000', SEED: '2' }),
    ],
    ['exported evidence: z3', () => testsOf('tamarin-export', 'export', 'queries', {})],
    ['mutants of proved pairs', () => tests(['alignment::mutants'], { MUTANTS: '500' })],
    [
      'terms, traces and verdicts on random programs',
      () =>
        tests(['terms', 'properties', 'decide'], { PROPTEST_CASES: '5000', TERMS_ROUNDS: '1000' }),
    ],
    ['all labelled pairs in Chromium', wholePage],
  ];
  const outcomes = [];
  // A failed step does not stop the others.
  for (const [name, step] of steps) {
    heading(name);
    const start = performance.now();
    let words = '';
    try {
      await step();
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      words = `: ${error.message}`;
    }
    const time = ((performance.now() - start) / 1000).toFixed(1).padStart(7);
    outcomes.push(`${words ? 'FAILED' : 'passed'} ${time} s  ${name}${words}`);
    if (words) process.exitCode = 1;
  }

  heading('summary');
  for (const line of outcomes) console.log(line);
  console.log();
  for (const line of figures) console.log(line);
});
