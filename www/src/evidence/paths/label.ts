/** The label of a node in the tree of paths. */

import { numbered } from '../../comparison/comparison';
import { endingOf } from '../../comparison/run';
import type { NumberFormat } from '../../kit/numbers';
import { formatAnyWord } from '../../kit/words';
import type { Searched, ShownEnd } from '../searched';
import { paths as messages } from './messages';
import type { PathNode } from './path-tree';
import type { Item } from './view';

export interface Label {
  /** A symbol for the kind. */
  readonly badge: string;
  /** The deciding program, as a symbol. */
  readonly program: string;
  readonly text: string;
  /** The programs' results at the end of the path. */
  readonly result: string;
}

/** Maximum length of a drawn condition. */
const LONGEST = 30;

export function labelOf(item: Item, search: Searched, numbers: NumberFormat): Label {
  const { node, length, hidden } = item;
  const program = node.outcome ? messages.symbol(node.outcome.side) : '';
  const more = hidden > 0 ? messages.hidden(hidden) : '';
  if (length > 1) return { badge: '⋯', program, text: messages.chain(length), result: more };
  const condition = conditionOf(node, search);
  return {
    badge: messages.kinds[node.kind].badge,
    program,
    text: condition.length > LONGEST ? `${condition.slice(0, LONGEST - 1)}…` : condition,
    result: more || `${node.isLong ? '… ' : ''}${resultOf(node, search, numbers)}`,
  };
}

/** The condition on the edge to a node, seen from its parent. */
export function conditionOf(node: PathNode, search: Searched): string {
  if (node.outcome) return node.outcome.condition;
  if (node.driver) return messages.pathsOf(node.driver);
  if (!node.parent) return messages.start;
  return numbered(search.queries, node.query)?.condition ?? messages.otherwise;
}

/** The results of both programs on the last run that ended at a node. */
export function resultOf(node: PathNode, search: Searched, numbers: NumberFormat): string {
  const run = numbered(search.runs, node.runs.at(-1));
  if (!run) return '';
  const [left, right] = [run.left, run.right].map((report) => gives(report, numbers));
  if (run.agreement === 'differ') return `${left} ≠ ${right}`;
  return left === right ? `${left}` : `${left} / ${right}`;
}

const gives = (run: ShownEnd, numbers: NumberFormat): string =>
  run.outcome === 'done' ? formatAnyWord(run.result ?? 0, numbers) : messages.ending[endingOf(run)];
