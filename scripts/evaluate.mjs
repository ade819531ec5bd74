// npm run evaluate -- PAPER [--cases N]: repeats the evaluation of a paper on this machine's programs, as
// tables in Markdown on the standard output.
//
//   rootcause  RootCause (CAV 2015), section 5: causes found by each check, prunings and filters
//
// It takes the command line that was built last, a release if there is one (`cargo build --release`).

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { main, root, Trouble } from './lib/run.mjs';
import { targetFolder } from './lib/tools.mjs';

/**
 * @typedef {{ tamarin: string, cases: number }} Evaluation
 * @type {Record<string, () => Promise<(evaluation: Evaluation) => Promise<void>>>}
 */
const papers = {
  rootcause: async () => (await import('./evaluate/rootcause.mjs')).rootcause,
};

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      // RootCause has 46 pairs of procedures.
      cases: { type: 'string', default: '46' },
    },
  });
  const [paper] = positionals;
  const evaluate = paper === undefined ? undefined : papers[paper];
  if (evaluate === undefined || positionals.length !== 1) {
    throw new Trouble(`Which paper? ${Object.keys(papers).join(', ')}.`);
  }
  const cases = Number(values.cases);
  if (!Number.isInteger(cases) || cases < 1) throw new Trouble('--cases takes a number from 1.');
  await (await evaluate())({ tamarin: built(), cases });
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
