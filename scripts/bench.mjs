// npm run bench [-- SECTION... --quick --corpus FOLDER]: benchmarks, native, in Node and in
// Chromium, as Markdown tables.
//
//   emulator  steps per second
//   queries   queries per second, by family and by solver
//   corpus    whole comparisons of every pair in tests/corpus
//   page      from opening the page to the first verdict, and the bytes transferred
//   chain     the cost of a pair of paths, from 64 pairs to 4,096
//   wlp4      programs in WLP4 in three styles, printing in loops, and linking
//   arm64     WLP4 programs and the emulator on ARM64, beside MIPS
//   explain   explanations of the corpus's differences, native and on the page
//   loops     proofs about loops, native and on the page
//   versions  two versions of a program, from 1,000 to 100,000 instructions
//   against   whole comparisons by this build and by another, named by --other
//
// Machines are noisy: alternatives are measured in turns in one run, and figures are medians or
// best times, as each table says.

import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

import { buildPage, buildWasm } from './build.mjs';
import { main, output, run, Trouble } from './lib/run.mjs';
import { ensureNodeModules } from './lib/tools.mjs';

/** @type {Record<string, () => Promise<(values: any) => Promise<void>>>} */
const sections = {
  emulator: async () => (await import('./bench/emulator.mjs')).emulator,
  queries: async () => (await import('./bench/queries.mjs')).queries,
  corpus: async () => (await import('./bench/corpus.mjs')).corpus,
  page: async () => (await import('./bench/page.mjs')).page,
  chain: async () => (await import('./bench/chain.mjs')).chains,
  wlp4: async () => (await import('./bench/wlp4.mjs')).wlp4,
  arm64: async () => (await import('./bench/arm64.mjs')).arm64,
  explain: async () => (await import('./bench/explain.mjs')).explain,
  loops: async () => (await import('./bench/loops.mjs')).loops,
  versions: async () => (await import('./bench/versions.mjs')).versions,
  against: async () => (await import('./bench/against.mjs')).against,
};

/** Sections that only the command line has, and that run only on request. */
const apart = ['against'];

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      corpus: { type: 'string', default: 'tests/corpus' },
      other: { type: 'string' },
    },
  });
  const unknown = positionals.find((name) => !(name in sections));
  if (unknown) {
    throw new Trouble(`There is no section ${unknown}: ${Object.keys(sections).join(', ')}.`);
  }
  await ensureNodeModules();
  await run('cargo', ['build', '--quiet', '--release']);
  if (positionals.length === 0 || positionals.some((name) => !apart.includes(name))) {
    await buildWasm();
    await buildPage();
  }
  console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`);
  console.log(
    `${output('rustc', ['--version'])}, ${output('z3', ['--version']) ?? 'no native z3'}`,
  );
  for (const [name, section] of Object.entries(sections)) {
    if (positionals.length > 0 ? !positionals.includes(name) : apart.includes(name)) continue;
    const measure = await section();
    await measure(values);
  }
});
