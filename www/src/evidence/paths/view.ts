/**
 * The drawn items of a tree of paths: long chains, and what the reader folded, are one item each.
 */

import { below, type Kind, type PathNode, type PathTree } from './path-tree';

/** Minimum number of decisions in a row that make a chain. */
const CHAIN = 4;

/** A drawn item: a node, or the nodes of a chain. */
export interface Item {
  /** The node, or the last one of the chain. */
  readonly node: PathNode;
  /** The first node of the chain; the node itself otherwise. */
  readonly first: PathNode;
  /** Number of nodes in the item. */
  readonly length: number;
  /** Its depth, from 1 below the root. */
  readonly level: number;
  readonly parent: Item | undefined;
  readonly children: Item[];
  /** Number of nodes folded away below it. */
  hidden: number;
  /** Its position among its siblings, from 1. */
  readonly position: number;
}

/** What the reader has folded and unfolded, by node ids. */
export interface Folding {
  /** Nodes whose children are hidden. */
  readonly closed: ReadonlySet<number>;
  /** The first nodes of the chains that are expanded. */
  readonly unchained: ReadonlySet<number>;
  /** Hidden kinds. */
  readonly without: ReadonlySet<Kind>;
}

export const unfolded: Folding = { closed: new Set(), unchained: new Set(), without: new Set() };

/** Maximum number of shown nodes; deeper ones are folded. */
const MOST = 5_000;

/** The items of a tree in preorder. */
export function itemsOf(tree: PathTree, folding: Folding): Item[] {
  const deepest = deepestShown(tree);
  const items: Item[] = [];
  const stack: { node: PathNode; parent: Item | undefined; position: number }[] = [
    { node: tree.root, parent: undefined, position: 1 },
  ];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const item = itemAt(next.node, next.parent, next.position, folding);
    items.push(item);
    item.parent?.children.push(item);
    const children = shownChildren(item.node, folding);
    const isClosed = folding.closed.has(item.first.id) || item.node.level >= deepest;
    if (children.length > 0 && isClosed) {
      item.hidden = countBelow(item.node);
      continue;
    }
    for (let index = children.length - 1; index >= 0; index -= 1) {
      stack.push({ node: children[index] as PathNode, parent: item, position: index + 1 });
    }
  }
  return items;
}

/** The last level that is shown. */
function deepestShown(tree: PathTree): number {
  if (tree.size <= MOST) return Number.POSITIVE_INFINITY;
  const perLevel: number[] = [];
  for (const { level } of below(tree.root)) perLevel[level] = (perLevel[level] ?? 0) + 1;
  let shown = 0;
  const last = perLevel.findIndex((count) => {
    shown += count;
    return shown > MOST;
  });
  return Math.max(1, last - 1);
}

/** Number of siblings of an item, including itself. */
export const siblings = (item: Item): number => item.parent?.children.length ?? 1;

/** Whether an item has children, shown or hidden. */
export const isParent = (item: Item): boolean => item.hidden > 0 || item.children.length > 0;

/** The nodes that an item stands for, from the first to the last. */
export function nodesOf({ first, node, length }: Item): PathNode[] {
  const nodes = [node];
  for (let at = node; at !== first && at.parent && nodes.length < length; ) {
    at = at.parent;
    nodes.push(at);
  }
  return nodes.reverse();
}

/** Whether a chain of nodes begins here, folded or not. */
export const chainFrom = (node: PathNode): boolean =>
  isLink(node) && !(node.parent && isLink(node.parent)) && lastLink(node).length >= CHAIN;

function itemAt(
  node: PathNode,
  parent: Item | undefined,
  position: number,
  folding: Folding,
): Item {
  const level = parent ? parent.level + 1 : 1;
  const base = { first: node, level, parent, children: [], hidden: 0, position };
  // In the middle of an expanded chain nothing is folded.
  const begins = isLink(node) && !(node.parent && isLink(node.parent));
  if (begins && !folding.unchained.has(node.id)) {
    const { last, length } = lastLink(node);
    if (length >= CHAIN) return { ...base, node: last, length };
  }
  return { ...base, node, length: 1 };
}

/** A decision with one outcome that runs took, all others being infeasible. */
function isLink(node: PathNode): boolean {
  return node.outcome !== undefined && node.kind === 'decision' && wayOn(node) !== undefined;
}

/** The one child with which the tree continues. */
function wayOn(node: PathNode): PathNode | undefined {
  const [only, ...others] = node.children;
  const isOnly = only?.outcome && others.every(({ kind }) => kind === 'infeasible');
  return isOnly ? only : undefined;
}

function lastLink(node: PathNode): { last: PathNode; length: number } {
  let last = node;
  let length = 1;
  for (let next = wayOn(last); next && isLink(next); next = wayOn(last)) {
    last = next;
    length += 1;
  }
  return { last, length };
}

/** In an order that does not depend on the search: the same test is drawn the same everywhere. */
function shownChildren(node: PathNode, { without }: Folding): readonly PathNode[] {
  const shown = node.children.filter(({ kind }) => !without.has(kind));
  if (node.children[0]?.driver) return shown;
  return shown.sort((a, b) => rank(a) - rank(b));
}

/** Outcomes of a test: true, then false. Of other decisions: by value. */
function rank({ outcome, parent }: PathNode): number {
  if (outcome?.took !== undefined) return outcome.took;
  if (outcome) return outcome.holds ? 0 : 1;
  // The outcome that no run took is the other one of a test, or the last of many.
  const taken = parent?.children[0]?.outcome;
  if (taken?.took !== undefined) return Number.POSITIVE_INFINITY;
  return taken?.holds ? 1 : 0;
}

function countBelow(node: PathNode): number {
  let count = -1;
  const stack = [node];
  for (let at = stack.pop(); at; at = stack.pop()) {
    count += 1;
    stack.push(...at.children);
  }
  return count;
}
