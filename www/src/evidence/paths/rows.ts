/** The tree of paths as a table: a row for each node. */

import { numbered } from '../../comparison/comparison';
import type { Decision, ListingRow, Side } from '../../engine/types';
import { type Column, csv } from '../../kit/csv';
import { formatAddress } from '../../kit/numbers';
import { formatAnyWord, type Word } from '../../kit/words';
import { describeInputs, type Searched } from '../searched';
import { conditionOf } from './label';
import { paths as messages } from './messages';
import { below, type Kind, type PathNode, type PathTree } from './path-tree';

/** The words of each program by their addresses. */
export type Listings = Readonly<Record<Side, ReadonlyMap<number, ListingRow>>>;

export const noListings: Listings = { left: new Map(), right: new Map() };

/** The instruction of a decision in the program's listing. */
export const listed = (listings: Listings, decision: Decision | undefined) =>
  decision && listings[decision.side].get(decision.at);

export interface Row {
  readonly node: PathNode;
  readonly kind: Kind;
  readonly program: string;
  readonly address: string;
  readonly line: number | undefined;
  readonly instruction: string;
  readonly condition: string;
  readonly inputs: readonly Word[] | undefined;
  readonly runs: number;
  readonly query: number | undefined;
}

export function rowsOf(tree: PathTree, search: Searched, listings: Listings): Row[] {
  const nodes = [...below(tree.root)];
  // From the leaves up: a node's runs are its children's and its own.
  const runs = new Map<PathNode, { first: number; count: number }>();
  for (const node of nodes.toReversed()) {
    const own = { first: node.runs[0] ?? Number.POSITIVE_INFINITY, count: node.runs.length };
    for (const child of node.children) {
      const its = runs.get(child);
      if (!its) continue;
      own.first = Math.min(own.first, its.first);
      own.count += its.count;
    }
    runs.set(node, own);
  }
  return nodes.map((node) => {
    const through = runs.get(node);
    // A branch that no run took belongs to the same instruction as the others.
    const decision = node.outcome ?? node.parent?.children[0]?.outcome;
    const instruction = listed(listings, decision);
    return {
      node,
      kind: node.kind,
      program: decision ? messages.symbol(decision.side) : '',
      address: decision ? formatAddress(decision.at) : '',
      line: instruction?.line,
      instruction: instruction?.text ?? '',
      condition: conditionOf(node, search),
      inputs: numbered(search.runs, through?.first)?.inputs,
      runs: through?.count ?? 0,
      query: node.query ?? node.question,
    };
  });
}

const columns = (search: Searched): readonly Column<Row>[] => [
  ['node', (row) => row.node.id],
  ['parent', (row) => row.node.parent?.id],
  ['kind', (row) => row.kind],
  ['cut_by', (row) => row.node.why],
  ['program', (row) => (row.node.outcome ?? row.node.parent?.children[0]?.outcome)?.side],
  ['address', (row) => row.address],
  ['line', (row) => row.line],
  ['instruction', (row) => row.instruction],
  ['condition', (row) => row.condition],
  ...inputColumns(search),
  ['runs', (row) => row.runs],
  ['query', (row) => row.query],
];

/** The rows as comma-separated values. */
export const csvOf = (search: Searched, rows: readonly Row[]): string => csv(columns(search), rows);

/** A column for each word of an input: `input_1` for `$1`; or one for all if their number varies. */
function inputColumns(search: Searched): readonly Column<Row>[] {
  const { names } = search;
  const column = (name: string) => name.replace('$', 'input_');
  if (names.length === 1 && names[0] === 'a') {
    return [['a', ({ inputs }) => inputs && describeInputs(search, inputs, 'unsigned')]];
  }
  return names.map((name, index) => [
    column(name),
    ({ inputs }) => {
      const word = inputs?.[index];
      return typeof word === 'bigint' ? formatAnyWord(word, 'unsigned') : word;
    },
  ]);
}
