// The comparisons whose functions belong to the first part of the engine's wasm: those of the
// page's examples and of the short pairs of the corpus, and the page's other calls around them. A
// function that fewer than three of them enter is loaded later, unless the first example enters it
// or the comparison that warms up an engine.
//
// node training.mjs BINDINGS WASM: prints the numbers of the functions of the first part.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { warmUp } from '../../www/src/engine/warm-up.js';
import { root } from './run.mjs';

const corpus = join(root, 'tests/corpus');
/** The number of comparisons that have to enter a function. */
const OFTEN = 3;
/** The functions entered since the last comparison. */
let entered = new Set();
/** The number of comparisons that entered each function. */
const counts = new Map();

/** The import of the instrumented wasm (split.mjs). */
globalThis.later = { mark: (number) => entered.add(number) };

const [bindings, wasm] = process.argv.slice(2);
const engine = await import(pathToFileURL(bindings).href);
engine.initSync({ module: readFileSync(wasm) });

const program = (text) => [{ name: 'main.asm', text, compiled: undefined }];

async function compare(left, right, options) {
  const [one, other] = [left, right].map(program);
  for (const files of [one, other]) engine.assemble(files);
  const request = { left: one, right: other, options: { ...engine.default_options(), ...options } };
  const failure = () => Promise.reject(new Error('not here'));
  const goOn = async () => true;
  const host = {
    event: goOn,
    pause: goOn,
    prove: failure,
    z3: { evaluate: failure, abandon() {} },
  };
  await engine.compare(request, host);
}

/** Counts what was entered; a part that is always there counts as often as needed. */
function count(isAlways) {
  for (const number of entered) {
    counts.set(number, (counts.get(number) ?? 0) + (isAlways ? OFTEN : 1));
  }
  entered = new Set();
}

/** The names of a folder's files with this ending, without the ending. */
const named = (folder, ending) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => join(folder, file.slice(0, -ending.length)));

const textsOf = (path) =>
  ['left', 'right'].map((side) => readFileSync(`${path}.${side}.asm`, 'utf8'));

engine.version();
engine.instruction_set();
// Programs with errors.
for (const text of ['', 'add $3, $1', 'jr $3 $4\nfoo: .word', 'beq $1, $2, nowhere\n.word x']) {
  engine.assemble(program(text));
}
const bitblast = { solver: 'bitblast' };
await compare(warmUp.left, warmUp.right, bitblast);
count(true);
for (const path of named(corpus, '.json')) {
  const { options, order } = JSON.parse(readFileSync(`${path}.json`, 'utf8'));
  const [left, right] = textsOf(path);
  // The first example uses the default solver, which starts its second one only for a hard query.
  await compare(left, right, { ...(order === 0 ? {} : bitblast), ...options });
  count(order === 0);
}
for (const path of named(join(corpus, 'pairs'), '.left.asm')) {
  const [left, right] = textsOf(path);
  await compare(left, right, bitblast);
  count(false);
}
const often = [...counts].filter(([, times]) => times >= OFTEN);
console.log(JSON.stringify(often.map(([number]) => number)));
