// The comparisons whose functions belong to the first part of the engine's wasm: those of the
// page's examples and of the short pairs of the corpus, and the page's other calls around them.
//
// node training.mjs BINDINGS WASM: prints the numbers of the functions that were entered.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from './run.mjs';

const corpus = join(root, 'tests/corpus');
const entered = new Set();

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
for (const path of named(corpus, '.json')) {
  const { options, order } = JSON.parse(readFileSync(`${path}.json`, 'utf8'));
  const [left, right] = textsOf(path);
  // The first example uses the default solver, which starts its second one only for a hard query.
  await compare(left, right, { ...(order === 0 ? {} : bitblast), ...options });
}
for (const path of named(join(corpus, 'pairs'), '.left.asm')) {
  const [left, right] = textsOf(path);
  await compare(left, right, bitblast);
}
console.log(JSON.stringify([...entered]));
