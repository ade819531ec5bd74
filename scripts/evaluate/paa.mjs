// An evaluation of program alignment automata (PAA). PAA's authors leave a prototype to future work (section 7).
// The pairs are the loops of tests/corpus/loops, which are proved for every number of rounds, each with a twin
// that has a mistake.
//
// `tamarin prove` writes the automaton as evidence, which the kernel checks: its nodes are
// the places in loops, after reduction (section 2.2), without the initial and the final one. Whether two
// twins differ is `tamarin compare`'s question.

import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { median, pairsIn, table } from '../bench/measure.mjs';
import { digits, inParallel, inTemporaryFolder, ran } from './shared.mjs';

/** Seconds of a comparison, and as many of a search for evidence. */
const SECONDS = 60;
/** PAA's examples. */
const EXAMPLES = ['array-flip', 'array-insert'];

/** @param {{ tamarin: string, cases: number }} evaluation */
export async function paa({ tamarin, cases }) {
  await inTemporaryFolder(async (folder) => {
    const pairs = pairsIn('tests/corpus/loops').slice(0, cases).map(labelled(folder));
    const outcomes = await inParallel(pairs, async (pair) =>
      pair.claim === 'differ'
        ? { ...pair, ...(await compared(tamarin, pair)) }
        : { ...pair, ...(await proved(tamarin, pair, folder)) },
    );
    const same = outcomes.filter(({ claim }) => claim !== 'differ');
    claims(same);
    automata(same);
    twins(outcomes.filter(({ claim }) => claim === 'differ'));
    examples(same);
  });
}

/** What a pair is labelled with. */
function labelled(folder) {
  return (/** @type {ReturnType<typeof pairsIn>[number]} */ { name, files, texts }) => {
    const [text] = texts;
    const directive = (key) => new RegExp(`^;@ ${key}: (.*)$`, 'm').exec(text)?.[1];
    const path = join(folder, `${basename(name)}.contract.json`);
    writeFileSync(path, directive('contract') ?? '{}');
    const claim = directive('claim') ?? '';
    return { name, files, claim, family: directive('family') ?? name, contract: path };
  };
}

/** A proof as evidence. */
async function proved(tamarin, { name, files, contract }, folder) {
  const begin = performance.now();
  const certificate = join(folder, `${basename(name)}.certificate.json`);
  const limits = ['--seconds', String(SECONDS), '--json', '--list', '--contract', contract];
  const { stdout } = await ran(tamarin, [
    'prove',
    ...files,
    '--certificate',
    certificate,
    ...limits,
  ]);
  const ms = performance.now() - begin;
  const report = JSON.parse(stdout);
  // Some evidence needs no place in a loop.
  const found = report.certificate?.nodes > 0 ? report.certificate : undefined;
  const total = (some, of) => some?.reduce((sum, it) => sum + it[of], 0);
  const transitions = total(report.proof?.rounds, 'pairs');
  const steps = total(report.proof?.rules, 'times');
  return { verdict: report.verdict, ms, found, transitions, steps };
}

/** A comparison of twins that differ. */
async function compared(tamarin, { files, contract }) {
  const begin = performance.now();
  const limits = ['--seconds', String(SECONDS), '--solver', 'bitblast', '--json'];
  const { stdout } = await ran(tamarin, ['compare', ...files, ...limits, '--contract', contract]);
  return { verdict: JSON.parse(stdout).verdict, ms: performance.now() - begin };
}

/** Proved, by kind of the claim. */
function claims(same) {
  const row = (name, some) => {
    const certified = some.filter(({ found }) => found);
    const only = some.filter(({ found, verdict }) => !found && isAgreement(verdict));
    const wrong = some.filter(({ verdict }) => verdict === 'disequivalent').length;
    const open = some.length - certified.length - only.length - wrong;
    return [
      name,
      String(some.length),
      String(certified.length),
      String(only.length),
      String(open),
      String(wrong),
      `${digits(median(certified.map(({ ms }) => ms)) / 1000)} s`,
    ];
  };
  const kinds = ['array', 'other'].map((kind) => [
    kind === 'array' ? 'over arrays' : 'over numbers',
    same.filter(({ name }) => name.startsWith('array') === (kind === 'array')),
  ]);
  table('Loops that do the same', [
    [
      '',
      'pairs',
      'automaton',
      'proved without one',
      'open',
      'wrong',
      'median time of the automata',
    ],
    ...kinds.map(([name, some]) => row(name, some)),
    row('all', same),
  ]);
}

/** The sizes of the automata. */
function automata(same) {
  const certified = same.filter(({ found }) => found);
  const sizes = [...new Set(certified.map(({ found }) => found.nodes))].toSorted((a, b) => a - b);
  table('Automata by their nodes in loops', [
    ['nodes', 'automata', 'median of transitions', 'median of steps', 'median time'],
    ...sizes.map((size) => {
      const some = certified.filter(({ found }) => found.nodes === size);
      return [
        String(size),
        String(some.length),
        digits(median(some.map(({ transitions }) => transitions))),
        digits(median(some.map(({ steps }) => steps))),
        `${digits(median(some.map(({ ms }) => ms)) / 1000)} s`,
      ];
    }),
  ]);
}

/** The twins with a mistake. */
function twins(differ) {
  const found = differ.filter(({ verdict }) => verdict === 'disequivalent');
  const wrong = differ.filter(({ verdict }) => isAgreement(verdict));
  table('Twins with a mistake', [
    ['pairs', 'difference found', 'missed', 'wrong', 'median time'],
    [
      String(differ.length),
      String(found.length),
      String(differ.length - found.length - wrong.length),
      String(wrong.length),
      `${digits(median(differ.map(({ ms }) => ms)) / 1000)} s`,
    ],
  ]);
}

/** The results for PAA's examples. */
function examples(same) {
  const some = same.filter(({ name, found }) => EXAMPLES.includes(name) && found);
  table("PAA's examples", [
    ['', 'nodes', 'transitions', 'steps', 'time'],
    ...some.map(({ name, found, transitions, steps, ms }) => [
      name,
      String(found.nodes),
      String(transitions),
      String(steps),
      `${digits(ms / 1000)} s`,
    ]),
  ]);
}

/** Whether a verdict says that the programs agree for every number of steps. */
function isAgreement(verdict) {
  return verdict === 'equivalent' || verdict === 'equivalent-if-both-stop';
}
