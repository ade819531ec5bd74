/** The page's texts on the tree of paths. */

import { ending } from '../../comparison/messages';
import type { Cause, Cut, Side } from '../../engine/types';
import { formatAddress } from '../../kit/numbers';
import { count, number } from '../../kit/phrases';
import { side } from '../../programs/messages';
import type { Kind } from './path-tree';

export const paths = {
  label: 'Path tree',
  intro:
    'Each box is one outcome of a decision: a branch, or another condition that a run depended on. A path ends where both programs have stopped.',
  introPaper:
    'Each box is one outcome of a decision of the driver: a branch, or another condition that its run depended on. Each program has a tree of its own.',
  none: 'The verdict needed no run, so there is no path to show.',
  kinds: {
    decision: { badge: '', name: 'decision', many: 'decisions', meaning: 'a decision is made' },
    agree: { badge: '=', name: 'agree', many: 'agree', meaning: 'both programs do the same' },
    differ: { badge: '≠', name: 'differ', many: 'differ', meaning: 'the programs differ' },
    infeasible: {
      badge: '∅',
      name: 'infeasible',
      many: 'infeasible',
      meaning: 'no input goes here',
    },
    cut: { badge: '?', name: 'cut', many: 'cut', meaning: 'not known: the search was cut' },
    open: { badge: '·', name: 'not tried', many: 'not tried', meaning: 'not tried' },
  } satisfies Record<Kind, { badge: string; name: string; many: string; meaning: string }>,
  tally: (n: number, kind: Kind): string => `${number(n)} ${paths.kinds[kind].many}`,
  causes: {
    branch: 'It branches, or goes on with the next instruction.',
    divisor: 'It divides: a divisor of 0 would be a fault.',
    alignment: 'It goes to memory: an address that is no multiple of 4 would be a fault.',
    range: 'It goes to memory: an address outside of it would be a fault.',
    output: 'It stores: to the output device, or elsewhere.',
    'text-store': 'It stores: into the program’s own words, or elsewhere.',
    return: 'It jumps: to the return address, which ends the run, or elsewhere.',
    'jump-range': 'It jumps: a target that cannot be fetched would be a fault.',
    'jump-target': 'It jumps: each target is a path of its own.',
    input: 'It loads: from the input stream, or elsewhere.',
    address: 'It goes to memory: each address is a path of its own.',
    length: 'It is given an array, whose length decides.',
    contract: 'The contract allows no other input.',
    fetch: 'It is a word that a store may have changed.',
  } satisfies Record<Cause, string>,
  why: {
    depth: 'The path has more conditions than the depth: what is behind it was not looked at.',
    fuel: 'A program ran out of fuel on this path: nothing is concluded.',
    unknown: 'The solver did not decide it.',
    diverged: 'The solver gave an input, but its run went another way.',
    untried: 'The search ended before it was tried.',
  } satisfies Record<Cut, string>,
  long: 'The path goes on from here, but is too long to be shown.',
  later: 'Its turn has not come yet.',
  ending: { done: '', ...ending },
  symbol: (s: Side) => side[s].symbol,
  start: 'start',
  pathsOf: (s: Side) => `paths of ${side[s].symbol}`,
  otherwise: 'otherwise',
  chain: (n: number) => `${n} decisions, one way each`,
  hidden: (n: number) => `+${number(n)}`,
  counts: (n: number) => count(n, 'node', 'nodes'),

  view: 'View',
  views: { picture: 'Picture', table: 'Table' },
  legend: 'Kinds of nodes; press one to leave it out',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit',
  saveSvg: 'Save SVG',
  saveCsv: 'Save CSV',
  svgFile: 'path-tree.svg',
  csvFile: 'path-tree.csv',
  keys: 'Arrow keys go through the tree, Enter shows a node, Ctrl with the wheel zooms.',

  /** A node, for a screen reader. */
  said: (program: string, text: string, kind: Kind, result: string) =>
    [program, text, kind === 'decision' ? '' : paths.kinds[kind].name, result]
      .filter((part) => part !== '')
      .join(', '),

  details: 'The chosen node',
  choose: 'Choose a node to see what it stands for.',
  title: (kind: Kind, isChain: boolean) => (isChain ? 'A chain of decisions' : titles[kind]),
  decided: 'Here decides',
  cameBy: 'Came here by',
  instruction: (text: string, at: number, line: number | undefined) =>
    `${text} at ${formatAddress(at)}${line === undefined ? '' : `, line ${line}`}`,
  lineLink: (line: number) => `line ${line}`,
  goToLine: (s: Side, line: number) => `Go to line ${line} of ${side[s].program}`,
  taken: (taken: boolean): string => (taken ? 'taken' : 'not taken'),
  condition: 'Path condition',
  noCondition: 'None: every input comes here.',
  sample: 'Sample input',
  noSample: { infeasible: 'There is none.', cut: 'None is known.', open: 'None was looked for.' },
  results: 'Results',
  runs: (n: number) => count(n, 'run', 'runs'),
  run: (number: number) => `Run ${number}`,
  moreRuns: (n: number) => `and ${number(n)} more`,
  moreConditions: (n: number) => `Show ${number(n)} more`,
  asked: (query: number) => `Query ${query} asked for this way`,
  askedOther: (query: number) => `Query ${query} asked for the other way`,
  askedResults: (query: number) => `Query ${query} asked whether results can differ on this path`,
  notAsked: 'No query asked for the other way: a run was there before.',
  notYet: 'No query has asked for the other way.',
  unchain: (n: number) => `Show the ${n} decisions`,
  chainAgain: 'Show the chain as one',

  table: 'The nodes of the path tree',
  columns: {
    node: 'Node',
    parent: 'From',
    kind: 'Kind',
    program: 'Program',
    address: 'Address',
    line: 'Line',
    instruction: 'Instruction',
    condition: 'Condition',
    inputs: 'Sample input',
    runs: 'Runs',
    query: 'Query',
  },
};

const titles: Record<Kind, string> = {
  decision: 'A decision',
  agree: 'Both programs do the same',
  differ: 'The programs differ',
  infeasible: 'No input goes this way',
  cut: 'Not known: the search was cut here',
  open: 'Not tried',
};
