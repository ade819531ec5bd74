// npm run bench: steps a second of the emulator, native and in WebAssembly,
// measured in turns in one run, so that their ratio means something even on a
// busy machine. `cargo bench` has the native figures with their spread.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { buildWasm } from './build.mjs';
import { main, root, run, Trouble } from './lib/run.mjs';

const rounds = 7;
const source = 'benches/loop.asm';
const inputs = [2 ** 31 - 1, 0];

await main(async () => {
  await run('cargo', ['build', '--quiet', '--release']);
  await buildWasm();
  const engine = await import(join(root, 'www/generated/tamarin.js'));
  engine.initSync({ module: readFileSync(join(root, 'www/generated/tamarin_bg.wasm')) });
  const text = readFileSync(join(root, source), 'utf8');

  // A process takes some time to start, so a short run of it is taken off.
  const native = (fuel) => {
    const seconds = (steps) =>
      timed(() => {
        const args = ['run', source, '--inputs', inputs.join(), '--fuel', String(steps)];
        const { status } = spawnSync(join(root, 'target/release/tamarin'), args, { cwd: root });
        if (status !== 1) throw new Trouble('the loop should have run out of fuel');
      });
    return fuel / (seconds(fuel) - seconds(1));
  };
  const wasm = (fuel, trace) => fuel / timed(() => engine.run({ text, inputs, fuel, trace }));

  // The compiler behind the engine takes its time too: first runs do not count.
  wasm(20_000_000, false);
  wasm(1_000_000, true);
  const samples = Array.from({ length: rounds }, () => ({
    native: native(200_000_000),
    wasm: wasm(200_000_000, false),
    traced: wasm(1_000_000, true),
  }));
  const row = (name, speed) => console.log(`| ${name.padEnd(32)} | ${speed.padStart(12)} |`);
  row('steps a second, median', '');
  row('---', '---');
  row('native, without a trace', millions(median(samples.map((sample) => sample.native))));
  row('WebAssembly, without a trace', millions(median(samples.map((sample) => sample.wasm))));
  row('WebAssembly, with a trace', millions(median(samples.map((sample) => sample.traced))));
  const ratios = samples.map((sample) => sample.wasm / sample.native);
  row('WebAssembly : native', median(ratios).toFixed(2));
});

/** How long something takes, in seconds. */
function timed(work) {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function millions(value) {
  return `${Math.round(value / 1e6)} million`;
}
