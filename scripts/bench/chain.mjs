// The chain of k independent branches: 2^k pairs of paths, and the cost of one.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, Trouble } from '../lib/run.mjs';
import { compareNatively, digits, megabytes, milliseconds, table } from './measure.mjs';
import { compareInNode, wasmMemory } from './node.mjs';

const SIZES = [6, 8, 10, 12];

/** The first k branches of benches/chain.*.asm. */
function chain(k) {
  return ['left', 'right'].map((side) => {
    const text = readFileSync(join(root, `benches/chain.${side}.asm`), 'utf8');
    const [branches, end] = text.split('; end\n');
    return (
      branches
        .split('; branch\n')
        .slice(0, k + 1)
        .join('') + end
    );
  });
}

export async function chains({ quick }) {
  const rounds = quick ? 3 : 9;
  const folder = join(root, '.cache/bench-chain');
  mkdirSync(folder, { recursive: true });
  // Let the engine's compiler warm up: the first runs do not count.
  for (let round = 0; round < 3; round += 1) await compareInNode(chain(10));
  const cells = [];
  for (const k of SIZES) {
    const texts = chain(k);
    const files = texts.map((text, side) => {
      const file = join(folder, `${k}.${['left', 'right'][side]}.asm`);
      writeFileSync(file, text);
      return file;
    });
    const native = [];
    const wasm = [];
    for (let round = 0; round < rounds; round += 1) {
      native.push(await compareNatively(files, ['--solver', 'bitblast']));
      wasm.push(await compareInNode(texts));
    }
    for (const { report } of [...native, ...wasm]) {
      if (report.stats.paths[0] !== 2 ** k) throw new Trouble(`${k} branches: ${report.verdict}`);
    }
    cells.push({
      pairs: 2 ** k,
      native: Math.min(...native.map(({ report }) => report.stats.elapsed_ms)),
      // Without the runs on fixed inputs, which do not depend on the pairs.
      wasm: Math.min(...wasm.map(({ ms, parts }) => ms - parts.sweep)),
      peak: Math.max(...native.map(({ peak }) => peak)),
      memory: wasmMemory(),
    });
  }
  const each = ({ pairs }, ms) => `${digits((1000 * ms) / pairs)} µs`;
  table(`Chain of branches, best of ${rounds}`, [
    [
      'pairs',
      'native',
      'for a pair',
      'Node, after the sweep',
      'for a pair',
      'resident set, native',
      'wasm memory',
    ],
    ...cells.map((cell) => [
      digits(cell.pairs),
      milliseconds(cell.native),
      each(cell, cell.native),
      milliseconds(cell.wasm),
      each(cell, cell.wasm),
      megabytes(cell.peak),
      megabytes(cell.memory),
    ]),
  ]);
  const costs = cells.map(({ pairs, wasm }) => wasm / pairs);
  const growth = costs[costs.length - 1] / costs[0];
  const spread = Math.max(...costs) / Math.min(...costs);
  console.log(
    `\nA pair among ${cells.at(-1).pairs} costs ${digits(growth)} times one among ${cells[0].pairs}; ` +
      `the dearest size costs ${digits(spread)} times the cheapest (Node, after the sweep).`,
  );
}
