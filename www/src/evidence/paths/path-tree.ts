/**
 * The tree of the paths that a comparison has explored, built incrementally from runs and queries.
 * A run adds the decisions that no earlier run made, and a query's answer determines the other
 * outcome of one. So a tree's cost is proportional to its nodes, and a comparison that continues
 * costs only what is new. The order of batches does not affect the result. A node represents the
 * decisions of the program (or the pair) so far; the edge from its parent is one outcome of one
 * decision. An outcome that no run took has a node without runs: it is untried, infeasible, or cut.
 */

import { endingOf } from '../../comparison/run';
import type { Cut, Decision, Side } from '../../engine/types';
import type { Searched, ShownQuery, ShownRun } from '../searched';

export type Kind =
  /** A decision is made here. */
  | 'decision'
  /** A path's end: on its runs both programs agree. */
  | 'agree'
  /** A path's end: on one of its runs they differ. */
  | 'differ'
  /** No input takes this branch. */
  | 'infeasible'
  /** What is here or beyond is unknown, and will not be explored. */
  | 'cut'
  /** This branch has not been tried yet. */
  | 'open';

export const kinds: readonly Kind[] = ['decision', 'agree', 'differ', 'infeasible', 'cut', 'open'];

export interface PathNode {
  /** Numbered in order of creation. */
  readonly id: number;
  readonly parent: PathNode | undefined;
  /** Number of decisions before it. */
  readonly level: number;
  /** The outcome that leads here; undefined at a root, and where no run went. */
  readonly outcome: Decision | undefined;
  /** In one of two trees: the program whose paths it holds. */
  readonly driver: Side | undefined;
  readonly children: PathNode[];
  kind: Kind;
  /** The reason of a cut. */
  why: Cut | undefined;
  /** The runs whose paths end here. */
  runs: number[];
  /** Whether they continue from here, beyond what is reported. */
  isLong: boolean;
  /** The query that requested this branch. */
  query: number | undefined;
  /** At a path's end: the query whether results can differ on it. */
  question: number | undefined;
}

export class PathTree {
  readonly root: PathNode;
  readonly counts: Record<Kind, number> = {
    decision: 0,
    agree: 0,
    differ: 0,
    infeasible: 0,
    cut: 0,
    open: 0,
  };
  /** Increases whenever the tree changes. */
  version = 0;
  /** The engine's nodes by their numbers, of each tree. */
  readonly #numbered: Record<Side, PathNode[]>;
  /** Where the runs ended, by their numbers. */
  readonly #ends: PathNode[] = [];
  readonly #byId: PathNode[] = [];
  readonly #isPaper: boolean;
  #runs = 0;
  #queries = 0;

  constructor({ strategy }: Searched) {
    this.#isPaper = strategy === 'paper';
    this.root = this.#make(undefined, undefined);
    if (this.#isPaper) {
      this.#count(this.root, 'decision');
      const trees = (['left', 'right'] as const).map((side) =>
        this.#make(this.root, undefined, side),
      );
      this.#numbered = { left: trees.slice(0, 1), right: trees.slice(1) };
    } else {
      const pairs = [this.root];
      this.#numbered = { left: pairs, right: pairs };
    }
  }

  /** How many nodes there are. */
  get size(): number {
    return Object.values(this.counts).reduce((sum, n) => sum + n, 0);
  }

  node(id: number | undefined): PathNode | undefined {
    const node = id === undefined ? undefined : this.#byId[id];
    // A branch that was taken after all no longer has its own node.
    return node && (node.parent === undefined || node.parent.children.includes(node))
      ? node
      : undefined;
  }

  /** Processes everything that has happened since the last call. */
  follow({ runs, queries, shownBy, status }: Searched): void {
    for (; this.#runs < runs.length; this.#runs += 1) this.#addRun(runs[this.#runs] as ShownRun);
    // With more fuel a run may show a difference that it did not show at first.
    const shown = shownBy === undefined ? undefined : this.#ends[shownBy];
    if (shown && shown.kind !== 'differ') this.#become(shown, 'differ');
    for (; this.#queries < queries.length; this.#queries += 1) {
      const isSettled = this.#settle(queries[this.#queries] as ShownQuery, runs);
      if (!isSettled && status === 'running') break;
    }
  }

  #addRun(run: ShownRun): void {
    const { growth } = run;
    if (!growth) return;
    const numbered = this.#numbered[run.driver];
    const known = knownBefore(numbered, growth.from);
    const isBeyond = numbered[growth.from] === undefined;
    let node = known;
    for (const decision of isBeyond ? [] : growth.decisions) {
      this.#branch(node, decision);
      const child = this.#make(node, decision);
      numbered.push(child);
      node = child;
    }
    // Unreported nodes have numbers, too.
    numbered.length += growth.untold + (isBeyond ? growth.decisions.length : 0);
    node.isLong ||= isBeyond || growth.untold > 0;
    const first = node.runs.length === 0;
    node.runs.push(run.number);
    this.#ends[run.number] = node;
    const fuel = [run.left, run.right].some((end) => endingOf(end) === 'out-of-fuel');
    if (run.agreement === 'differ') this.#become(node, 'differ');
    else if (growth.cut !== undefined) this.#become(node, 'cut', 'depth');
    else if (fuel) this.#become(node, 'cut', 'fuel');
    else if (first) this.#become(node, 'agree');
    const made = known.children.find(({ outcome }) => outcome === growth.decisions[0]);
    if (made && growth.decisions.length > 0) made.query = run.query ?? undefined;
  }

  /** Turns a node into a decision, of which one outcome is taken. */
  #branch(node: PathNode, decision: Decision): void {
    if (node.children.length === 0) {
      this.#become(node, 'decision');
      this.#become(this.#make(node, undefined), 'open');
      return;
    }
    // A test has two outcomes; other decisions may have more.
    const other = otherWay(node);
    if (other && decision.took === undefined) this.#remove(other);
  }

  /** Processes a query and its answer; false if more events are needed first. */
  #settle(query: ShownQuery, runs: readonly ShownRun[]): boolean {
    const { answer } = query;
    const end = this.#ends[query.run];
    if (!end) return true;
    if (query.flip == null) {
      end.question = query.number;
      if (!answer) return false;
      if (answer.answer === 'unknown') this.#become(end, 'cut', 'unknown');
      return true;
    }
    const node = decidedAt(end, query.flip);
    const other = node && otherWay(node);
    if (other) other.query = query.number;
    if (!answer) return false;
    if (answer.answer === 'unsat' && other) this.#become(other, 'infeasible');
    else if (answer.answer === 'unknown' && other) this.#become(other, 'cut', 'unknown');
    else if (answer.answer === 'sat' && !query.isAlone) {
      const run = runs.findLast((run) => run.query === query.number);
      // The run follows, unless the search ends before it.
      if (!run) return false;
      const ended = this.#ends[run.number];
      if (node && other && !(ended && isBelow(ended, node))) this.#become(other, 'cut', 'diverged');
    }
    return true;
  }

  #make(parent: PathNode | undefined, outcome: Decision | undefined, driver?: Side): PathNode {
    const node: PathNode = {
      id: this.#byId.length,
      parent,
      level: parent ? parent.level + 1 : 0,
      outcome,
      driver,
      children: [],
      kind: 'open',
      why: undefined,
      runs: [],
      isLong: false,
      query: undefined,
      question: undefined,
    };
    this.#byId.push(node);
    if (parent) {
      // The branch that is not taken comes last.
      const other = outcome ? otherWay(parent) : undefined;
      if (other) parent.children.splice(-1, 0, node);
      else parent.children.push(node);
    }
    this.counts.open += 1;
    this.version += 1;
    return node;
  }

  #remove(node: PathNode): void {
    const siblings = node.parent?.children;
    siblings?.splice(siblings.indexOf(node), 1);
    this.counts[node.kind] -= 1;
    this.version += 1;
  }

  #become(node: PathNode, kind: Kind, why?: Cut): void {
    // A difference remains one, whatever else is found on its path.
    if (node.kind === 'differ' && kind !== 'differ') return;
    this.#count(node, kind);
    node.why = why;
    this.version += 1;
  }

  #count(node: PathNode, kind: Kind): void {
    this.counts[node.kind] -= 1;
    this.counts[kind] += 1;
    node.kind = kind;
  }
}

/** The node with that number, or its last reported ancestor. */
function knownBefore(numbered: readonly PathNode[], number: number): PathNode {
  for (let at = number; at > 0; at -= 1) {
    const node = numbered[at];
    if (node) return node;
  }
  return numbered[0] as PathNode;
}

/** The outcome of a decision that no run took, if there is one. */
function otherWay(node: PathNode): PathNode | undefined {
  const last = node.children.at(-1);
  return last && last.outcome === undefined && last.driver === undefined ? last : undefined;
}

/** The node before an end where the condition with that index was decided. */
function decidedAt(end: PathNode, index: number): PathNode | undefined {
  for (let node: PathNode | undefined = end; node; node = node.parent) {
    if (node.outcome?.index === index) return node.parent;
  }
  return undefined;
}

function isBelow(node: PathNode, ancestor: PathNode): boolean {
  let at: PathNode | undefined = node;
  while (at && at.level > ancestor.level) at = at.parent;
  return at === ancestor;
}

/** The decision at a node, from its first outcome. */
export const decisionAt = (node: PathNode): Decision | undefined => node.children[0]?.outcome;

/** The nodes from the root to this one. */
export function pathTo(node: PathNode): PathNode[] {
  const path: PathNode[] = [];
  for (let at: PathNode | undefined = node; at; at = at.parent) path.push(at);
  return path.reverse();
}

/** All nodes from this one on, parents before their children. */
export function* below(node: PathNode): Generator<PathNode> {
  const stack = [node];
  for (let at = stack.pop(); at; at = stack.pop()) {
    yield at;
    for (let index = at.children.length - 1; index >= 0; index -= 1) {
      stack.push(at.children[index] as PathNode);
    }
  }
}

/** The numbers of the runs through a node, in order. */
export function runsThrough(node: PathNode): number[] {
  const runs: number[] = [];
  for (const { runs: ending } of below(node)) runs.push(...ending);
  return runs.sort((a, b) => a - b);
}
