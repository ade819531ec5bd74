// Steps per second of the emulator, native and in WebAssembly, measured in turns.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, Trouble } from '../lib/run.mjs';
import { median, table, tamarin, timed } from './measure.mjs';
import { engine } from './node.mjs';

const source = 'benches/loop.asm';
const inputs = [2 ** 31 - 1, 0];

export async function emulator({ quick }) {
  const rounds = quick ? 3 : 7;
  const files = [{ name: source, text: readFileSync(join(root, source), 'utf8') }];

  // The time of a short run is subtracted, because starting a process takes time.
  const native = (fuel) => {
    const ms = (steps) =>
      timed(() => {
        const args = ['run', source, '--inputs', inputs.join(), '--fuel', String(steps)];
        const { status } = spawnSync(tamarin, args, { cwd: root });
        if (status !== 1) throw new Trouble('the loop should have run out of fuel');
      });
    return fuel / (ms(fuel) - ms(1));
  };
  const wasm = (fuel, trace) => fuel / timed(() => engine.run({ files, inputs, fuel, trace }));

  // Let the engine's compiler warm up: the first runs do not count.
  wasm(20_000_000, false);
  wasm(1_000_000, true);
  const samples = Array.from({ length: rounds }, () => ({
    native: native(200_000_000),
    wasm: wasm(200_000_000, false),
    traced: wasm(1_000_000, true),
  }));
  const middle = (of) => median(samples.map(of));
  const millions = (steps) => `${Math.round(steps / 1e3)} million`;
  table(`Emulator: steps a second, median of ${rounds}`, [
    ['', 'steps a second'],
    ['native, without a trace', millions(middle((sample) => sample.native))],
    ['WebAssembly in Node, without a trace', millions(middle((sample) => sample.wasm))],
    ['WebAssembly in Node, with a trace', millions(middle((sample) => sample.traced))],
    ['WebAssembly : native', middle((sample) => sample.wasm / sample.native).toFixed(2)],
  ]);
}
