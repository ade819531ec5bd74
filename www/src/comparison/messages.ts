/** The page's texts about a comparison: options, progress, verdict. */

import type { Open, Proof, Report, Side, SolverName, StrategyName } from '../engine/types';
import type { Z3Lack } from '../engine/z3/protocol';
import { count, list, number } from '../kit/phrases';
import { side } from '../programs/messages';
import type { Comparison, Query } from './comparison';
import type { Counts, Ends } from './ends';
import type { OptionName, OptionRange } from './options';

export const options = {
  title: 'Options',
  reset: 'Defaults',
  inputs: 'First inputs',
  labels: {
    fuel: 'Fuel',
    depth: 'Depth',
    input1: '$1',
    input2: '$2',
    maxRuns: 'Runs at most',
    effort: 'Effort for a query',
    seconds: 'Seconds at most',
  } satisfies Record<OptionName, string>,
  help: {
    fuel: 'Steps that a program may take in a run.',
    depth:
      'Conditions that are kept of a path. Empty: 50 for the Tamarin paper’s search, else all.',
    input1: 'Where the search begins: decimal or 0x…, negative or not.',
    input2: 'Where the search begins: decimal or 0x…, negative or not.',
    maxRuns: 'The comparison ends after so many runs.',
    effort:
      'The work that a query may cost: one is a conflict of the built-in solver, or 100 of z3’s units.',
    seconds: 'The comparison ends after so long. Then it may end elsewhere on another machine.',
  } satisfies Record<OptionName, string>,
  strategy: {
    label: 'Search',
    /** Shown beside everything that depends on the Tamarin paper's search. */
    badge: 'The Tamarin paper’s search: no proof',
    names: {
      product: 'all pairs of paths',
      paper: 'the Tamarin paper’s search',
    } satisfies Record<StrategyName, string>,
    help: {
      product: 'Decides each pair of paths for all inputs that take it, so it can prove.',
      paper: 'Tries one input for each path of each program, in turns, so it cannot prove.',
    } satisfies Record<StrategyName, string>,
  },
  solver: {
    label: 'Solver',
    names: {
      portfolio: 'bitblast, then z3',
      race: 'bitblast and z3 at once',
      bitblast: 'bitblast',
      z3: 'z3',
    } satisfies Record<SolverName, string>,
    help: {
      portfolio: 'The built-in solver; z3 is downloaded for what it does not settle soon.',
      race: 'Where the built-in solver takes long, z3 is asked too: the first answer counts, so runs may differ.',
      bitblast: 'The built-in solver alone; nothing is downloaded.',
      z3: 'z3 alone, which is downloaded once.',
    } satisfies Record<SolverName, string>,
  },
  noLimit: 'no limit',
  leftOut: { product: 'all', paper: '50' } satisfies Record<StrategyName, string>,
  wrong: (range: OptionRange) =>
    range === 'word'
      ? 'A number from -2147483648 to 4294967295, or 0x…'
      : `A number from ${range.min} to ${range.max}${range.optional ? ', or nothing' : ''}`,
};

/** Around the question that is answered. */
export const contract = {
  label: 'What is compared',
  change: 'Change the contract and the options',
  paper: 'The Tamarin paper’s search: no proof',
  wrong: 'An option is not a value that can be used.',
};

export const bar = {
  before: (title: string) => `Before the change: ${title}`,
};

export const commands = {
  compare: 'Compare',
  compareKeys: 'Ctrl+Enter',
  stop: 'Stop',
};

export const progress = {
  label: 'Progress',
  counts: ({ swept, runs, queries, paths, request }: Comparison) =>
    list([
      ...(swept === undefined ? [] : [sweep(swept)]),
      count(runs.length, 'run', 'runs'),
      count(queries.length, 'query', 'queries'),
      ...(request.options.strategy === 'paper'
        ? [pathCount([paths.left.size, paths.right.size], 'paper')]
        : []),
    ]),
  seconds: (seconds: number) => `${seconds} s`,
  waiting: 'Waiting for the engine',
  starting: 'Starting',
  sweeping: 'Running both programs on a fixed list of inputs',
  running: 'Running the programs',
  proving: 'Looking for a proof that covers every round of their loops',
  solving: (query: Query) =>
    asksForResults(query)
      ? `Query ${query.number}: can the results differ on the paths of run ${query.run}?`
      : `Query ${query.number}: is there an input with ${query.condition}?`,
  loadingZ3: (received: number, total: number) =>
    `Downloading the solver z3, once: ${megabytes(received)} of ${megabytes(total)} MB`,
  loadingZ3Label: 'Download of z3',
  shrinking: 'Looking for the smallest input that shows it',
  startingZ3: 'Starting the solver z3',
};

/** Whether a query is about the results of a pair of paths, not about another path. */
const asksForResults = (query: Query) => query.flip == null;

const sweep = (inputs: number) => count(inputs, 'fixed input', 'fixed inputs');

const pathCount = ([left, right]: readonly [number, number], strategy: StrategyName) =>
  strategy === 'product' ? pairsOfPaths(left) : `${left} + ${right} paths`;

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

const stoppingWithin = (steps: number | undefined) =>
  steps === undefined ? '' : ` on which one of them stops within ${number(steps)} steps`;

export const verdict = {
  label: 'Result',
  failed: 'The comparison could not be made.',
  open: 'This is no proof: there may be an input on which they differ.',
  why: 'Why:',
  looking: 'Looking for the reason and for all such inputs …',
  comparingAlone: 'Comparing the other observation alone …',
  /**
   * Whether the kernel accepted a proof; the claim is about all inputs, or about all other or smaller ones, and then only
   * about those on which a program stops within so many steps, if these are given.
   */
  checking: {
    running: 'Looking for a proof that the kernel accepts …',
    accepted: {
      all: () => 'Checked: the kernel accepted a proof of this.',
      only: (within: number | undefined) =>
        `Checked by the kernel: they agree on all other inputs${stoppingWithin(within)}.`,
      least: (within: number | undefined) =>
        `Checked by the kernel: they agree on all smaller inputs${stoppingWithin(within)}.`,
    },
    none: 'No proof for the kernel was found.',
  },
  example: 'Example',
  least: 'Smallest',
  howFound: 'How this was found',
  leaveOut: 'Leave these inputs out',
  usesArray: 'A program loads from memory at $1, and the inputs are two integers.',
  giveArray: (length: number) => `Compare arrays of up to ${length} numbers`,
  /** Shown in the answer's place if there is no answer. */
  notCompared: 'The programs are not compared yet.',
  noneYet: 'No difference so far.',
  soFar: (inputs: string) => `On ${inputs} they do not do the same.`,
  cutOff: (inputs: string) =>
    `On ${inputs} they do not do the same. Stopped while a smaller such input was looked for.`,
  goOn: 'Go on',
  /** The activity of a comparison when it was cut off. */
  underWay: (query: Query) => `Under way: ${progress.solving(query)}`,
  share: 'Share the result',
  openSoFar: (n: number) =>
    `Open so far: ${count(n, 'place', 'places')}, and all that was not reached yet`,
  openPlaces: (n: number) => `Open: ${count(n, 'place', 'places')}`,
  morePlaces: (n: number) => `and ${number(n)} more`,
  /** A place that the search left open, as a line of a list. */
  place: ({ cut, side: s, at, condition }: Open, inputs: string) => {
    const program = s === undefined ? 'the programs' : side[s].program;
    const where = `${at === undefined ? program : `${program}, at 0x${at.toString(16)}`}`;
    switch (cut) {
      case 'depth':
        return `Beyond the depth: ${where}, on inputs such as ${inputs}.`;
      case 'fuel':
        return `Out of fuel: ${where}, on inputs such as ${inputs}.`;
      case 'unknown':
        return `Undecided by the solver: ${condition ?? 'a query'} (${where}; from the run on ${inputs}).`;
      case 'diverged':
        return `Left its predicted path: the run on ${inputs}.`;
      case 'untried':
        return condition === undefined
          ? `Not tried: the run on ${inputs}.`
          : `Not tried: ${condition} (${where}; from the run on ${inputs}).`;
      default:
        return cut satisfies never;
    }
  },
  /** What a proof by pairs of paths depends on: how often each solver answered "no". */
  restsOn: (refuted: ReadonlyMap<string, number>): string =>
    `This rests on Tamarin’s model of the machine${
      refuted.size === 0
        ? '; no solver had to rule anything out.'
        : ` and on the answer “no” to queries: ${list(
            [...refuted].map(([by, n]) => `${number(n)} by ${by}`),
          )}.`
    }`,
  /** What a proof by invariants or procedures depends on. */
  restsOnKernel:
    'This rests on Tamarin’s model of the machine and on a proof that the kernel accepted. The tab Proof has it.',
  restsOnInvariants: ({ obligations }: Proof): string =>
    `This rests on Tamarin’s model of the machine and on ${count(
      obligations,
      'obligation',
      'obligations',
    )} of the proof, met by rewriting or by a solver. The tab Proof has each that is not plain.`,
  stats: ({ stats }: Report, { swept, queries, request }: Comparison) =>
    [
      options.strategy.names[request.options.strategy],
      ...(swept === undefined ? [] : [sweep(swept)]),
      count(stats.runs, 'run', 'runs'),
      ...queryCount(stats.queries, queries.length),
      pathCount(stats.paths, request.options.strategy),
      duration(stats.elapsed_ms),
    ].join(', '),
  /** The figures of a comparison that was cut off, from its events so far. */
  statsSoFar: ({ swept, runs, queries, request }: Comparison, elapsed: number) =>
    [
      options.strategy.names[request.options.strategy],
      ...(swept === undefined ? [] : [sweep(swept)]),
      count(runs.length, 'run', 'runs'),
      count(queries.length, 'query', 'queries'),
      duration(elapsed),
    ].join(', '),
};

/** The number of queries, and of those that are in no list. */
const queryCount = (all: number, listed: number) => [
  count(Math.min(all, listed), 'query', 'queries'),
  ...(all > listed ? [`${count(all - listed, 'more', 'more')} for a proof or with less fuel`] : []),
];

const duration = (milliseconds: number) =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** The bar that shows how runs ended, or the coverage of pairs of paths. */
export const meter = {
  label: {
    runs: 'How the runs ended',
    pairs: 'How the pairs of paths came out',
  } satisfies Record<Counts['of'], string>,
  runs: {
    done: (n: number) => `${count(n, 'run', 'runs')} with the same result`,
    fault: (n: number) => `${count(n, 'run', 'runs')} with a fault on both sides`,
    forEver: (n: number) => `${count(n, 'run', 'runs')} that never stop on either side`,
    unfinished: (n: number) => `${count(n, 'run', 'runs')} that did not end within the fuel`,
    differ: (n: number) => `${count(n, 'run', 'runs')} with a difference`,
  } satisfies Record<keyof Ends, (n: number) => string>,
  pairs: {
    done: (n: number) => `${pairsOfPaths(n)} with the same result`,
    fault: (n: number) => `${pairsOfPaths(n)} with a fault on both sides`,
    forEver: (n: number) => `${pairsOfPaths(n)} on which both programs run for ever`,
    unfinished: (n: number) => `${pairsOfPaths(n)} that did not end within the fuel`,
    oneSide: (n: number) => `${pairsOfPaths(n)} on which only one program ended within the fuel`,
    undecided: (n: number) => `${pairsOfPaths(n)} left undecided`,
  },
};

const pairsOfPaths = (n: number) => count(n, 'pair of paths', 'pairs of paths');

export const witness = {
  caption: 'Inputs, and what each program does with them',
  /** A column heading: an observation of a program. */
  observed: (program: string, name: string): string => `${program} ${name}`,
  nothing: 'nothing',
  firstDifference: 'the first character that is not the same',
};

export const ending = {
  fault: 'fault',
  'out-of-fuel': 'out of fuel',
  ever: 'runs for ever',
  late: 'ends, after very many steps',
};

/** What to do if z3 would have helped and was not available. */
export const missingZ3 = {
  label: 'What is missing here',
  why: (queries: number, lack: Z3Lack) =>
    `${count(queries, 'query was', 'queries were')} left undecided. The solver z3 might settle ${
      queries === 1 ? 'it' : 'them'
    }, but ${missingZ3.lack[lack]}.`,
  lack: {
    download: 'it could not be downloaded',
    memory: 'this browser does not give it the 2 GiB of shared memory that it needs',
    start: 'it could not be started in this browser',
  } satisfies Record<Z3Lack, string>,
  intro: 'What helps:',
  online: 'Compare again when you are online. z3 is downloaded once, and then kept.',
  browser: 'Use Chromium or Firefox on a computer: z3 runs there. A phone may not have the room.',
  commandLine: '`tamarin compare` on the command line uses the z3 of your computer.',
  raise: (effort: number) => `Try again with an effort of ${number(effort)}`,
  builtIn: 'Try again with the built-in solver',
};

export const quick = {
  label: 'Live',
  help: 'Compares while you type, for about a second. Compare takes the time that it needs.',
  open: 'Not decided in the second that Live takes. Press Compare to go on.',
  before: 'The result before the change',
  failed: 'No answer while you type. Press Compare.',
};

/** Inputs of the reader's own, before the first comparison. */
export const tries = {
  label: 'Result',
  title: 'Try an input',
  run: 'Run both',
  none: 'Both programs run on this input, and you see what each gives.',
  of: (s: Side) => `${side[s].symbol}:`,
  observed: (name: string, text: string) =>
    name === '' ? text : name === 'prints' ? `${name} “${text}”` : `${name} = ${text}`,
  stops: 'stops',
  agreement: { agree: 'the same', differ: 'not the same', inconclusive: 'not decided' },
  /** The share of all inputs, for a number of 32-bit words. */
  count: (tried: number, words: number) =>
    `${number(tried)} of ${words === 0 ? '1' : `2${superscript(32 * words)}`} inputs tried.`,
  all: (isUsual: boolean) => (isUsual ? 'Check all of them' : 'Check all that are allowed'),
  tutorial: 'Take the tutorial',
  noWord: 'An input is a number from -2147483648 to 4294967295, or 0x….',
  failed: (message: string) => `Not run: ${message}.`,
};

const superscript = (n: number) =>
  [...String(n)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
