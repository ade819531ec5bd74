/**
 * Every word that the page shows, but for those of the engine (diagnostics,
 * reasons, faults) and of the examples. A verdict's words claim what the
 * verdict claims and no more. What is loaded on request only has its words in
 * messages/, to be loaded with it.
 */

import type { Comparison, Query, Run } from './comparison';
import type {
  Open,
  PassView,
  Report,
  RunReport,
  Side,
  SolverName,
  StrategyName,
  Verdict,
} from './engine/types';
import { count, list } from './messages/forms';
import { formatWord, type NumberFormat } from './numbers';
import type { OptionName, OptionRange } from './options';
import type { Theme } from './storage';
import type { Z3Lack } from './z3/protocol';

export * from './messages/evidence';

export const page = {
  title: 'Tamarin Playground',
  tagline: 'Is there an input on which two MIPS programs differ?',
  theme: 'Theme',
  themes: {
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    contrast: 'High contrast',
  } satisfies Record<Theme, string>,
  privacy: 'Everything runs in your browser; nothing you type leaves it.',
  version: `Version ${__VERSION__}`,
};

export const update = {
  ready: 'A new version of this page is ready. Reload when you like: what you typed stays.',
  reload: 'Reload',
  later: 'Later',
};

export const side: Record<Side, { name: string; symbol: string; program: string }> = {
  left: { name: 'left', symbol: 'P₁', program: 'the left program' },
  right: { name: 'right', symbol: 'P₂', program: 'the right program' },
};

export const editor = {
  title: (s: Side): string => (s === 'left' ? 'Left program' : 'Right program'),
  label: (s: Side) => `${s === 'left' ? 'Left' : 'Right'} program, MIPS assembly`,
  hint: 'Tab indents; Escape, then Tab leaves the editor; F9 sets a breakpoint.',
  placeholder: 'Type a program, or choose an example.',
  noProblems: 'No problems',
  problems: (errors: number, warnings: number) =>
    list([
      ...(errors > 0 ? [count(errors, 'error', 'errors')] : []),
      ...(warnings > 0 ? [count(warnings, 'warning', 'warnings')] : []),
    ]),
  waiting: 'Not checked yet',
  severity: { error: 'Error', warning: 'Warning' },
  line: (line: number) => `Line ${line}`,
  fix: (title: string) => `Fix: ${title}`,
  listing: 'Machine code',
  listingColumns: { address: 'Address', word: 'Word', text: 'Instruction' },
  words: (n: number) => count(n, 'word', 'words'),
  listingLabel: (s: Side) => `Machine code of the ${s} program`,
  expanded: 'put in by the assembler',
  breakpoint: 'Breakpoint; F9 sets and clears it',
};

export const examples = {
  open: 'Examples',
  title: 'Examples',
  filter: 'Filter the examples',
  close: 'Close',
  none: 'No example matches.',
  changed: (title: string) => `Changed from “${title}”.`,
  undo: 'Your own text comes back with Ctrl+Z in each editor.',
};

export const instructions = {
  open: 'Instructions',
  title: 'The machine',
  intro:
    '32 registers of 32 bits; $0 is 0. A program starts with its inputs in $1 and $2, the end of the stack in $30 and the return address in $31. It is done when it jumps there, and its result is $3. There are no delay slots.',
  columns: { instruction: 'Instruction', effect: 'Effect' },
};

export const options = {
  title: 'Options',
  more: 'More options',
  reset: 'Defaults',
  inputs: 'First inputs',
  labels: {
    fuel: 'Fuel',
    depth: 'Depth',
    input1: '$1',
    input2: '$2',
    maxRuns: 'Runs at most',
    rlimit: 'Limit of a query, z3',
    conflicts: 'Limit of a query, bitblast',
    seconds: 'Seconds at most',
  } satisfies Record<OptionName, string>,
  help: {
    fuel: 'Steps that a program may take in a run.',
    depth: 'Conditions that are kept of a path. Empty: 50 for the paper’s search, else all.',
    input1: 'Where the search begins: decimal or 0x…, negative or not.',
    input2: 'Where the search begins: decimal or 0x…, negative or not.',
    maxRuns: 'The comparison ends after so many runs.',
    rlimit: 'The work that z3 may spend on a query, in z3’s own units.',
    conflicts: 'The work that the built-in solver may spend on a query, in conflicts.',
    seconds: 'The comparison ends after so long. Then it may end elsewhere on another machine.',
  } satisfies Record<OptionName, string>,
  strategy: {
    label: 'Search',
    names: {
      product: 'all pairs of paths',
      paper: 'the paper’s search',
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
      ? 'A number from −2147483648 to 4294967295, or 0x…'
      : `A number from ${range.min} to ${range.max}${range.optional ? ', or nothing' : ''}`,
};

export const commands = {
  compare: 'Compare',
  compareKeys: 'Ctrl+Enter',
  stop: 'Stop',
};

export const notices = {
  programErrors: (s: Side, line: number, message: string) =>
    `Not compared: the ${s} program has an error in line ${line}: ${message}.`,
  optionErrors: (names: readonly OptionName[]) =>
    `Not compared: ${list(names.map((name) => options.labels[name]))} ${
      names.length === 1 ? 'is not a value' : 'are not values'
    } that can be used.`,
  changed: 'The programs or options have changed since this comparison.',
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
  starting: 'Starting',
  sweeping: 'Running both programs on a fixed list of inputs',
  running: 'Running the programs',
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

/** Whether a query is about the results of a pair of paths, and not about another path. */
const asksForResults = (query: Query) => query.flip == null;

const sweep = (inputs: number) => count(inputs, 'fixed input', 'fixed inputs');

const pathCount = ([left, right]: readonly [number, number], strategy: StrategyName) =>
  strategy === 'product'
    ? count(left, 'pair of paths', 'pairs of paths')
    : `${left} + ${right} paths`;

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

export interface VerdictWords {
  /** Stands beside the words, for the eye. */
  sign: string;
  title: string;
}

const open = 'This is no proof: there may still be an input on which they differ.';

export const verdict = {
  label: 'Result',
  words: {
    disequivalent: { sign: '≠', title: 'The programs differ.' },
    equivalent: { sign: '=', title: 'The programs agree on every input.' },
    'equivalent-up-to': { sign: '≤', title: 'The programs agree as far as the fuel goes.' },
    'possibly-equivalent': { sign: '?', title: 'No difference was found.' },
  } satisfies Record<Verdict, VerdictWords>,
  stopped: { sign: '?', title: 'Stopped: no difference was found so far.' } satisfies VerdictWords,
  failed: { sign: '!', title: 'The comparison could not be made.' } satisfies VerdictWords,
  /** What the verdict means, in a sentence or two. */
  meaning: ({ verdict, reason }: Pick<Report, 'verdict' | 'reason'>, fuel: number): string => {
    switch (verdict) {
      case 'disequivalent':
        return 'Both were run on the input below, and do not do the same with it.';
      case 'equivalent':
        return 'For all 2⁶⁴ inputs, both stop with the same result or both fault.';
      case 'equivalent-up-to':
        return `No input makes them differ within ${count(fuel, 'step', 'steps')}. On ${count(reason.cuts.fuel, 'pair of paths', 'pairs of paths')} a program does not stop in them, and nothing is known of what it would do later.`;
      case 'possibly-equivalent':
        return open;
      default:
        return verdict satisfies never;
    }
  },
  open,
  soFar: ([a, b]: readonly [number, number]) =>
    `On $1 = ${formatWord(a, 'signed')}, $2 = ${formatWord(b, 'signed')} they do not do the same.`,
  cutOff: ([a, b]: readonly [number, number]) =>
    `On $1 = ${formatWord(a, 'signed')}, $2 = ${formatWord(b, 'signed')} they do not do the same. Stopped while a smaller such input was looked for.`,
  goOn: 'Continue from here with higher limits',
  openPlaces: (n: number) => `What is left open: ${count(n, 'place', 'places')}`,
  morePlaces: (n: number) => `and ${n.toLocaleString('en')} more`,
  /** A place that the search left open, as a line of a list. */
  place: ({ cut, inputs: [a, b], side: s, at, condition }: Open) => {
    const program = s === undefined ? 'the programs' : side[s].program;
    const where = `${at === undefined ? program : `${program}, at 0x${at.toString(16)}`}`;
    const inputs = `$1 = ${formatWord(a, 'signed')}, $2 = ${formatWord(b, 'signed')}`;
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
  /** What a proof rests on: who said "no" how often. */
  restsOn: (refuted: ReadonlyMap<string, number>): string =>
    `This rests on Tamarin’s model of the machine${
      refuted.size === 0
        ? '; no solver had to rule anything out.'
        : ` and on the answer “no” to queries: ${list(
            [...refuted].map(([by, n]) => `${n.toLocaleString('en')} by ${by}`),
          )}.`
    }`,
  stats: ({ stats }: Report, { swept, request }: Comparison) =>
    [
      options.strategy.names[request.options.strategy],
      ...(swept === undefined ? [] : [sweep(swept)]),
      count(stats.runs, 'run', 'runs'),
      count(stats.queries, 'query', 'queries'),
      pathCount(stats.paths, request.options.strategy),
      duration(stats.elapsed_ms),
    ].join(', '),
};

const duration = (milliseconds: number) =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

export const witness = {
  caption: 'The input, and what each program does with it',
  columns: {
    value: 'Value',
    unsigned: 'Unsigned',
    signed: 'Signed',
    hex: 'Hexadecimal',
  } satisfies Record<NumberFormat | 'value', string>,
  input: (register: 1 | 2) => `$${register}`,
  result: (s: Side): string => (s === 'left' ? 'Left $3' : 'Right $3'),
};

export const outcome = {
  fault: 'fault',
  'out-of-fuel': 'out of fuel',
};

export const evidence = {
  label: 'Evidence',
  runs: (n: number) => `Runs (${n.toLocaleString('en')})`,
  queries: (n: number) => `Queries (${n.toLocaleString('en')})`,
  numbers: 'Numbers',
  formats: { unsigned: 'Unsigned', signed: 'Signed', hex: 'Hex' } satisfies Record<
    NumberFormat,
    string
  >,
  hidden: (n: number) => `${n.toLocaleString('en')} not shown`,
  showMore: (n: number) => `Show ${n.toLocaleString('en')} more`,
  paths: 'Path tree',
  compiler: 'What the compiler saw',
  loading: 'Loading',
  notLoaded: 'This view could not be loaded. Load the page again to try once more.',
  hint: 'Compare the programs, step through both with the debugger, or look at the map of all inputs.',
  noRuns: 'No run yet.',
  noQueries: 'No query was needed so far.',
};

export const runs = {
  caption: 'Runs of both programs',
  columns: {
    number: 'Run',
    driver: 'Driver',
    verifier: 'Verifier',
    path: 'Path of the driver',
  },
  pathOf: (s: Side) => `Path of ${side[s].symbol}`,
  resultOf: (s: Side) => `Result of ${side[s].program}`,
  results: { driver: 'R', verifier: 'R' },
  driverResult: 'Result of the driver',
  verifierResult: 'Result of the verifier',
  noConditions: 'no conditions',
  moreConditions: (n: number) => `and ${n} more`,
  differ: 'differ',
  details: (run: number) => `Details of run ${run}`,
  diverged: (query: number) =>
    `This run did not take the path that query ${query} predicted; the search went on from here.`,
};

export const detail = {
  label: (run: Run) => `Details of run ${run.number}`,
  program: 'Program',
  programs: (s: Side, driver: Side, strategy: StrategyName) =>
    strategy === 'product'
      ? `${side[s].symbol} ${s}`
      : `${side[s].symbol} ${s}, ${s === driver ? 'driver' : 'verifier'}`,
  tabs: 'Views of the run',
  path: 'Path',
  pathSummary: (n: number, s: Side, strategy: StrategyName) =>
    `${strategy === 'product' ? `The path of ${side[s].program}` : 'The driver’s path'}: ${count(n, 'condition', 'conditions')} on the inputs.`,
  query: 'Query',
  steps: (run: RunReport) => count(run.steps, 'step', 'steps'),
  loading: 'Loading',
  empty: 'Empty',
  passSummary: ({ summary, omitted }: PassView) =>
    omitted > 0
      ? `${summary} ${count(omitted, 'more line is', 'more lines are')} left out.`
      : summary,
  firstInputs: 'No query led to these inputs: they are the first ones, or of the fixed list.',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  failed: (message: string) => `This could not be shown: ${message}`,
};

export const queries = {
  caption: 'Questions to the solver',
  columns: {
    number: 'Query',
    asked: 'Asked of',
    condition: 'Is there an input with',
    answer: 'Answer',
  },
  of: (query: Query, strategy: StrategyName) =>
    strategy === 'product'
      ? `the pair of run ${query.run}`
      : `${side[query.side].symbol}, run ${query.run}`,
  /** Stands before the condition where it is about results. */
  question: (query: Query): string => (asksForResults(query) ? 'results that differ: ' : ''),
  details: (query: number) => `Details of query ${query}`,
  answer: (query: Query, format: NumberFormat): string => {
    const { answer } = query;
    if (!answer) return 'asking …';
    switch (answer.answer) {
      case 'sat':
        return answer.inputs
          ? `yes: $1 = ${formatWord(answer.inputs[0], format)}, $2 = ${formatWord(answer.inputs[1], format)}`
          : 'yes';
      case 'unsat':
        return 'no';
      case 'unknown':
        return 'undecided';
      default:
        return answer.answer satisfies never;
    }
  },
  by: (query: Query) => (query.answer ? `${query.answer.answer}, by ${query.answer.by}` : ''),
  excluded: (values: readonly number[]) =>
    `other than ${list(values.map((value) => formatWord(value, 'hex')))}`,
  text: 'SMT-LIB text',
};

export const crash = {
  title: 'The engine has failed.',
  explanation:
    'This is a mistake in Tamarin, not in your programs. Nothing that you typed is lost, and the engine has been started again. If you can, open an issue with the project and paste the report below into it: it holds the versions, both programs and the options.',
  report: 'Report',
  copy: 'Copy report',
  copied: 'Copied',
  dismiss: 'Dismiss',
};

/** What to do where z3 would have been of use and could not be had. */
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
  raise: (conflicts: number) =>
    `Try again with ${conflicts.toLocaleString('en')} conflicts for bitblast`,
  builtIn: 'Try again with the built-in solver',
};
