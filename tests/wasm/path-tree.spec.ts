import { expect, test } from '@playwright/test';

import type { Decision, Report, RunReport, SearchEvent } from '../../www/generated/tamarin';
import { advance, begin, type Comparison } from '../../www/src/comparison/comparison';
import { mipsSearched } from '../../www/src/evidence/mips-searched';
import { layOut, within } from '../../www/src/evidence/paths/layout';
import {
  below,
  decisionAt,
  PathTree,
  pathTo,
  runsThrough,
} from '../../www/src/evidence/paths/path-tree';
import {
  chainFrom,
  type Folding,
  itemsOf,
  nodesOf,
  unfolded,
} from '../../www/src/evidence/paths/view';
import { assemblySource } from '../../www/src/programs/source';
import { corpus, strategies } from './corpus';
import { compare, engine } from './engine';

type Options = Partial<engine.Options>;

async function compared(
  programs: { left: string; right: string },
  options: Options,
  z3: Partial<engine.Z3Host> = {},
) {
  const { report, events } = await compare(programs, { options, z3 });
  const request = {
    left: assemblySource(programs.left),
    right: assemblySource(programs.right),
    options: { ...engine.default_options(), ...options },
  };
  return { report, events, start: begin(request, 0) };
}

function finished(start: Comparison, events: readonly SearchEvent[], report: Report): Comparison {
  return { ...advance(start, events), status: { state: 'finished', report } };
}

function treeOf(comparison: Comparison): PathTree {
  const tree = new PathTree(mipsSearched(comparison));
  tree.follow(mipsSearched(comparison));
  return tree;
}

/** All of a tree, as data. */
const shape = (tree: PathTree) =>
  [...below(tree.root)].map(({ kind, why, runs, query, question, outcome, parent, level }) => ({
    ...{ kind, why, runs, query, question, level },
    condition: outcome?.condition,
    under: parent && pathTo(parent).map((node) => node.outcome?.condition),
  }));

for (const example of corpus) {
  for (const strategy of strategies) {
    test(`${example.name}, ${strategy}: the tree is what the engine has seen`, async () => {
      const options = { ...example.options, strategy };
      const { report, events, start } = await compared(example, options);
      const comparison = finished(start, events, report);
      const tree = treeOf(comparison);
      const nodes = [...below(tree.root)];

      // A leaf for each path: a pair of paths, or a path of one program.
      const ends = nodes.filter(({ runs }) => runs.length > 0);
      const { paths } = report.stats;
      const seen = (side: 'left' | 'right') =>
        ends.filter((end) => pathTo(end).some(({ driver }) => driver === side)).length;
      if (strategy === 'paper') expect([seen('left'), seen('right')]).toEqual(paths);
      else if (report.verdict !== 'disequivalent') expect(ends).toHaveLength(paths[0]);
      for (const end of ends) expect(end.children).toEqual([]);

      // Each run ends at exactly one leaf, where its own conditions lead.
      expect(runsThrough(tree.root)).toEqual(comparison.runs.map(({ number }) => number));
      for (const end of ends) {
        const held = pathTo(end).flatMap(({ outcome }) => (outcome ? [outcome.condition] : []));
        for (const number of end.runs) {
          const run = comparison.runs[number - 1];
          const said = [...(run?.path ?? []), ...(run?.verifier_path ?? [])];
          const isWhole = said.every((line) => !/^and \d+ more$/.test(line));
          if (isWhole) expect(said).toEqual(expect.arrayContaining(held));
        }
      }

      // Each query is about a way out of a decision, or about an end.
      const asked = new Set(nodes.flatMap(({ query, question }) => [query, question]));
      for (const { number, flip, answer } of comparison.queries) {
        const led = comparison.runs.find(({ query }) => query === number);
        if (flip == null || answer?.answer !== 'sat') expect(asked).toContain(number);
        else if (led) expect(ends.some(({ runs }) => runs.includes(led.number))).toBe(true);
      }
      const refuted = comparison.queries.filter(
        ({ flip, answer }) => flip != null && answer?.answer === 'unsat',
      );
      expect(tree.counts.infeasible).toBe(refuted.length);

      // A completed search leaves nothing untried.
      const { cuts } = report.reason;
      if (report.reason.code === 'same-machine-code') expect(tree.size).toBe(1);
      else if (report.verdict !== 'disequivalent' && cuts.untried === 0)
        expect(tree.counts.open).toBe(0);
      if (strategy === 'product' && report.verdict.startsWith('equivalent')) {
        expect(tree.counts.cut).toBe(cuts.fuel);
      }
      const differs = report.verdict === 'disequivalent' ? 1 : 0;
      expect(tree.counts.differ).toBe(differs);
      expect(tree.size).toBe(nodes.length);
      expect(shape(tree).length).toBe(tree.size);
    });
  }
}

test('a tree that grows event by event is the tree that is built at once', async () => {
  for (const name of ['fig05', 'call-same', 'loop-same', 'nested-same']) {
    const example = corpus.find((one) => one.name === name);
    if (!example) throw new Error(`no ${name}`);
    for (const strategy of strategies) {
      const options = { ...example.options, strategy };
      const { report, events, start } = await compared(example, options);
      const whole = treeOf(finished(start, events, report));
      const tree = new PathTree(mipsSearched(start));
      let comparison = start;
      for (const event of events) {
        comparison = advance(comparison, [event]);
        tree.follow(mipsSearched(comparison));
      }
      tree.follow(mipsSearched(finished(start, events, report)));
      expect(shape(tree)).toEqual(shape(whole));
    }
  }
});

test('a computed jump has a way out for each target', async () => {
  // Jumps to 40, 44 or 48, depending on $1 modulo 3.
  const jump = `
    lis $4
    .word 3
    divu $1, $4
    mfhi $5
    add $5, $5, $5
    add $5, $5, $5
    lis $6
    .word 40
    add $5, $5, $6
    jr $5
    jr $31
    jr $31
    jr $31
`;
  const { report, events, start } = await compared({ left: jump, right: 'jr $31' }, {});
  const tree = treeOf(finished(start, events, report));
  const jumps = [...below(tree.root)].filter((node) => decisionAt(node)?.cause === 'jump-target');
  expect(jumps).toHaveLength(1);
  const ways = jumps[0]?.children ?? [];
  expect(ways.map(({ outcome }) => outcome?.took).sort()).toEqual([40, 44, 48, undefined]);
  expect(ways.at(-1)?.kind).toBe('infeasible');
  expect(report.verdict).toBe('equivalent');
});

test('what is cut says by what', async () => {
  const loop =
    'top: beq $1, $0, end\nlis $4\n.word 1\nsub $1, $1, $4\nbeq $0, $0, top\nend: jr $31';
  const options = { fuel: 40, inputs: [1, 1] as [number, number] };
  // The same machine code has no tree.
  const right = `${loop}\njr $31`;
  const fuel = await compared({ left: loop, right }, options);
  const byFuel = treeOf(finished(fuel.start, fuel.events, fuel.report));
  const cut = [...below(byFuel.root)].filter(({ kind }) => kind === 'cut');
  expect(cut.map(({ why }) => why)).toEqual(['fuel']);

  const depth = await compared({ left: loop, right }, { ...options, depth: 3 });
  const byDepth = treeOf(finished(depth.start, depth.events, depth.report));
  const { cuts } = depth.report.reason;
  expect(byDepth.counts.cut).toBe(cuts.depth + cuts.fuel);
  expect([...below(byDepth.root)].some(({ why }) => why === 'depth')).toBe(true);

  const fig5 = corpus.find(({ name }) => name === 'fig05');
  if (!fig5) throw new Error('no fig05');
  const evaluate = () => Promise.reject(new Error('no z3'));
  const { report, events, start } = await compared(
    fig5,
    { ...fig5.options, solver: 'z3' },
    { evaluate },
  );
  const unknown = treeOf(finished(start, events, report));
  expect(report.reason.cuts.unknown).toBeGreaterThan(0);
  expect([...below(unknown.root)].filter(({ why }) => why === 'unknown')).toHaveLength(
    report.reason.cuts.unknown,
  );
});

test('a path that is too long to be told of ends where the telling does', async () => {
  const example = corpus.find(({ name }) => name === 'loop-same');
  if (!example) throw new Error('no loop-same');
  const options = { ...example.options, strategy: 'product', fuel: 30_000, max_runs: 40 } as const;
  const { report, events, start } = await compared(example, options);
  const comparison = finished(start, events, report);
  expect(comparison.runs.some(({ growth }) => growth.untold > 0)).toBe(true);
  const tree = treeOf(comparison);
  const long = [...below(tree.root)].filter(({ isLong }) => isLong);
  expect(long.length).toBeGreaterThan(0);
  for (const { kind, children } of long) expect([kind, children.length]).toEqual(['cut', 0]);
  expect(runsThrough(tree.root)).toEqual(comparison.runs.map(({ number }) => number));
  // The drawing is finite, too.
  const items = itemsOf(tree, unfolded);
  expect(items.length).toBeLessThanOrEqual(5_000);
  const hidden = items.reduce((sum, item) => sum + item.hidden, 0);
  expect(items.length + hidden).toBe(tree.size);
});

const stops: RunReport = {
  outcome: 'done',
  result: 0,
  observed: [],
  fault: undefined,
  output: { text: '', bytes: 0 },
  steps: 1,
  recurrence: undefined,
};

/** Events of a search with a full binary tree: one run for each path, each with a query. */
function binary(levels: number): SearchEvent[] {
  const decision = (level: number, holds: boolean): Decision => ({
    ...{ index: level, side: 'left', at: 4 * level, cause: 'branch', holds, took: undefined },
    condition: `${holds ? '' : 'not '}c${level}`,
  });
  const events: SearchEvent[] = [];
  let nodes = 1;
  const visit = (from: number, level: number, path: readonly boolean[], query?: number) => {
    const number = events.filter(({ type }) => type === 'run').length + 1;
    const decisions = [];
    const passed = [];
    for (let at = level; at < levels; at += 1) {
      const isFlipped = at === level && query !== undefined;
      decisions.push(decision(at, !isFlipped));
      path = [...path, !isFlipped];
      passed.push(at === level ? from : nodes - 1);
      nodes += 1;
    }
    events.push({
      ...{
        type: 'run',
        number,
        driver: 'left',
        inputs: [number, 0],
        query,
        left: stops,
        right: stops,
      },
      ...{ path: [], verifier_path: [], agreement: 'agree' },
      growth: { from, decisions, untold: 0, cut: undefined },
    } as SearchEvent);
    for (let at = levels - 1; at > level - (query === undefined ? 1 : 0); at -= 1) {
      const asked = events.filter(({ type }) => type === 'query').length + 1;
      events.push({
        ...{ type: 'query', number: asked, name: '', side: 'left', run: number, flip: at },
        ...{ excluded: [], condition: `not c${at}` },
      } as SearchEvent);
      events.push({
        type: 'answer',
        query: asked,
        answer: 'sat',
        inputs: [0, 0],
        reason: undefined,
        by: '',
      });
      visit(passed[at - level] as number, at, path.slice(0, at), asked);
    }
  };
  visit(0, 0, []);
  return events;
}

test('a tree of thousands of nodes grows by what is new, and is laid out whole', () => {
  const levels = 10;
  const events = binary(levels);
  const programs = { left: [], right: [] };
  const start = begin({ ...programs, options: engine.default_options() }, 0);
  const tree = new PathTree(mipsSearched(start));
  let comparison = start;
  for (let from = 0; from < events.length; from += 50) {
    comparison = advance(comparison, events.slice(from, from + 50));
    tree.follow(mipsSearched(comparison));
  }
  expect(tree.size).toBe(2 ** (levels + 1) - 1);
  expect(tree.counts).toMatchObject({ agree: 2 ** levels, open: 0, cut: 0 });
  // Known results cost nothing.
  const { version } = tree;
  tree.follow(mipsSearched(comparison));
  expect(tree.version).toBe(version);

  const items = itemsOf(tree, unfolded);
  expect(items).toHaveLength(tree.size);
  const metrics = { row: 32, gap: 30, margin: 16, widthOf: () => 100 };
  const layout = layOut(items, metrics);
  const places = new Set(layout.placed.map(({ x, y }) => `${x} ${y}`));
  expect(places.size).toBe(tree.size);
  // Only the visible part is drawn.
  const seen = within(layout, { left: 0, top: 0, right: 1200, bottom: 800 });
  expect(seen.placed.length).toBeGreaterThan(0);
  expect(seen.placed.length).toBeLessThan(200);
  // Siblings keep their distance.
  const columns = new Map<number, number[]>();
  for (const { x, y } of layout.placed) columns.set(x, [...(columns.get(x) ?? []), y]);
  for (const column of columns.values()) {
    const ys = column.sort((a, b) => a - b);
    for (const [index, y] of ys.slice(1).entries()) {
      expect(y - (ys[index] ?? 0)).toBeGreaterThanOrEqual(31.9);
    }
  }
});

test('chains are one item until they are shown, and what is folded counts', async () => {
  // A square is 0 or 1 modulo 4, as only a solver knows.
  const never = (word: number) => `lis $5\n.word ${word}\nbeq $4, $5, out\n`;
  const chain = [2, 3, 6, 7, 10, 11].map(never).join('');
  const left = `mult $1, $1\nmflo $4\n${chain}bne $2, $0, out\nadd $3, $1, $0\nout: jr $31`;
  const right = left.replace('add $3, $1, $0', 'add $3, $0, $1');
  const { report, events, start } = await compared({ left, right }, {});
  expect(report.verdict).toBe('equivalent');
  const tree = treeOf(finished(start, events, report));
  expect(tree.counts.infeasible).toBe(6);

  const items = itemsOf(tree, unfolded);
  const [long] = items.filter(({ length }) => length > 1);
  if (!long) throw new Error('no chain');
  expect(nodesOf(long)).toHaveLength(long.length);
  // The first decision is the root's, and the last one has two outcomes.
  expect(long.length).toBe(5);
  expect(long.children.map(({ node }) => node.kind)).toEqual(['infeasible', 'decision']);

  const shown = itemsOf(tree, { ...unfolded, unchained: new Set([long.first.id]) });
  expect(shown).toHaveLength(tree.size);
  expect(chainFrom(long.first)).toBe(true);

  const closed: Folding = { ...unfolded, closed: new Set([tree.root.id]) };
  const [only, ...rest] = itemsOf(tree, closed);
  expect(rest).toEqual([]);
  expect(only?.hidden).toBe(tree.size - 1);
  const feasible = itemsOf(tree, { ...unfolded, without: new Set(['infeasible']) });
  expect(feasible.some(({ node }) => node.kind === 'infeasible')).toBe(false);
});
