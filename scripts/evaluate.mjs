// npm run evaluate -- [PAPER] [--cases N]: repeats the evaluations of the papers on this machine's programs, as
// tables in Markdown on the standard output. Without a paper it repeats all.
//
//   tamarin    Tamarin, section 5, which is empty: bugs of compilers that each strategy finds
//   diffkemp   DiffKemp, chapter 6: versions with and without the solver
//   dizy       DIZY, section 7: descriptions of differences by differencing point
//   paa        program alignment automata: loops that are proved, and the automata
//   rootcause  RootCause (CAV 2015), section 5: causes found by each check, prunings and filters
//   assignments  what compare decides of the assignments of tests/corpus/assignments, which are of no paper
//   deep       what compare decides of the programs of tests/corpus/deep: deep recursion, long loops over the heap
//   checked    verdicts of equivalence that have evidence for the kernel, which are of no paper
//   check      runs the commands of docs/papers.md, and compares what they print with what it says; with
//              --quick those that need less than a second, with --tables the evaluations as well
//
// It takes the command line that was built last, a release if there is one (`cargo build --release`).

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { main, root, Trouble } from './lib/run.mjs';
import { targetFolder } from './lib/tools.mjs';

/**
 * @typedef {{ tamarin: string, cases: number }} Evaluation
 * @typedef {(evaluation: Evaluation) => Promise<void>} Evaluate
 */

/**
 * The papers, each with the number of its cases by default.
 *
 * @type {Record<string, { cases: number, load: () => Promise<Evaluate> }>}
 */
const papers = {
  tamarin: {
    cases: 120,
    load: async () => (await import('./evaluate/tamarin.mjs')).evaluateTamarin,
  },
  diffkemp: {
    cases: 3,
    load: async () => (await import('./evaluate/diffkemp.mjs')).diffkemp,
  },
  dizy: { cases: 11, load: async () => (await import('./evaluate/dizy.mjs')).dizy },
  paa: { cases: 200, load: async () => (await import('./evaluate/paa.mjs')).paa },
  // RootCause has 46 pairs of procedures.
  rootcause: {
    cases: 46,
    load: async () => (await import('./evaluate/rootcause.mjs')).rootcause,
  },
  assignments: {
    cases: 100,
    load: async () => (await import('./evaluate/assignments.mjs')).assignments,
  },
  deep: { cases: 100, load: async () => (await import('./evaluate/deep.mjs')).deep },
  checked: { cases: 1000, load: async () => (await import('./evaluate/checked.mjs')).checked },
};

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cases: { type: 'string' },
      tables: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
    },
  });
  const [paper] = positionals;
  if (positionals.length > 1) throw new Trouble('One paper at a time.');
  if (paper === 'check') {
    const { check } = await import('./evaluate/check.mjs');
    await check({ tamarin: built(), tables: values.tables, quick: values.quick });
    return;
  }
  if (paper !== undefined && !(paper in papers)) {
    throw new Trouble(`Which paper? ${Object.keys(papers).join(', ')}.`);
  }
  const given = values.cases === undefined ? undefined : Number(values.cases);
  if (given !== undefined && (!Number.isInteger(given) || given < 1)) {
    throw new Trouble('--cases takes a number from 1.');
  }
  for (const name of paper === undefined ? Object.keys(papers) : [paper]) {
    if (paper === undefined) console.log(`\n## ${name}`);
    const { cases, load } = papers[name];
    const evaluate = await load();
    await evaluate({ tamarin: built(), cases: given ?? cases });
  }
});

/** The command line that was built. */
function built() {
  const paths = ['release', 'debug'].map((profile) =>
    resolve(root, targetFolder, profile, 'tamarin'),
  );
  const path = paths.find((path) => existsSync(path));
  if (path === undefined) throw new Trouble('Nothing is built: cargo build --release');
  return path;
}
