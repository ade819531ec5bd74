/** What the page makes of the runs and queries of an ARM64 comparison. */

import { expect, test } from 'vitest';

import type { Arm64Comparison } from '../../www/src/arm64/comparison';
import { arm64Searched } from '../../www/src/arm64/searched';
import type { Arm64Explored, Arm64ExploredRun, Arm64Query } from '../../www/src/arm64/types';
import { usualQuestion } from '../../www/src/comparison/arm64-question';
import { endingOf } from '../../www/src/comparison/run';
import type { Decision } from '../../www/src/engine/types';
import { PathTree } from '../../www/src/evidence/paths/path-tree';
import { describeInputs } from '../../www/src/evidence/searched';
import { assemblySource } from '../../www/src/programs/source';

const decision = (side: 'left' | 'right', index: number, condition: string): Decision => ({
  ...{ index, side, at: 4 * index, cause: 'branch', holds: index % 2 === 0, condition },
  took: undefined,
});

const end = (result: string) =>
  ({ outcome: 'done', result, output: '', steps: 3 }) as Arm64ExploredRun['left'];

const run = (
  number: number,
  inputs: string[],
  growth: Arm64ExploredRun['growth'],
): Arm64ExploredRun =>
  ({
    ...{ number, inputs, query: undefined, left: end('1'), right: end('1') },
    ...{ agreement: 'agree', growth },
  }) as Arm64ExploredRun;

const query = (number: number, change: Partial<Arm64Query>): Arm64Query =>
  ({
    ...{ number, run: 2, flip: 0, is_alone: false, condition: 'x0 >= x1', answer: 'unsat' },
    by: 'the SAT solver',
    ...change,
  }) as Arm64Query;

function comparisonOf(explored: Partial<Arm64Explored>): Arm64Comparison {
  const programs = { left: assemblySource('br x30\n'), right: assemblySource('br x30\n') };
  const all = { runs: [], queries: [], more_runs: 0, more_queries: 0, ...explored };
  const status = { state: 'finished', explored: all } as unknown as Arm64Comparison['status'];
  return { programs, question: usualQuestion, effort: 1, began: 1, status };
}

const least = String(2n ** 63n);
const a = decision('left', 0, 'x0 < x1');
const b = decision('right', 1, 'x1 != 0');
const other = decision('right', 1, 'x1 == 0');
const runs = [
  run(1, ['0', least], undefined),
  run(2, ['1', '2'], { from: 0, decisions: [a, b], untold: 0, cut: undefined }),
  run(3, ['1', '3'], { from: 2, decisions: [], untold: 0, cut: undefined }),
  run(4, [least, '0'], { from: 1, decisions: [other], untold: 0, cut: undefined }),
];

test('a run has all conditions of its path, also those that an earlier run added', () => {
  const searched = arm64Searched(comparisonOf({ runs }));
  expect(searched?.runs.map(({ path, verifier_path }) => [path, verifier_path])).toEqual([
    [[], []],
    [['x0 < x1'], ['x1 != 0']],
    [['x0 < x1'], ['x1 != 0']],
    [['x0 < x1'], ['x1 == 0']],
  ]);
  const [sample] = searched?.runs ?? [];
  if (!searched || !sample) throw new Error('it has runs');
  expect(describeInputs(searched, sample.inputs, 'signed')).toBe(`x0 = 0, x1 = -${least}`);
});

test('a run that never ends is one, by a state that repeats or by a proof', () => {
  const out = { outcome: 'out-of-fuel', output: '', steps: 9 } as Arm64ExploredRun['left'];
  const recurs = { ...out, recurrence: { first: 1, again: 2, whole: true } };
  const proved = { ...out, proved: { ends: 'never' as const, says: [], obligations: 1 } };
  const of = (left: Arm64ExploredRun['left']) => {
    const [first] = runs;
    if (!first) throw new Error('there are runs');
    const searched = arm64Searched(comparisonOf({ runs: [{ ...first, left }] }));
    return searched?.runs.map((run) => endingOf(run.left));
  };
  expect([out, recurs, proved].map(of)).toEqual([['out-of-fuel'], ['ever'], ['ever']]);
});

test('the tree has each path once, and what the queries say of the other branches', () => {
  const queries = [
    query(1, { answer: 'unsat' }),
    query(2, { flip: 1, answer: 'sat', inputs: [least, '0'], condition: 'x1 == 0' }),
    // Its input takes the branch of the right program alone, on another path of the left one.
    query(3, { run: 4, flip: 1, is_alone: true, answer: 'sat', inputs: ['9', '9'] }),
    query(4, { flip: undefined, answer: 'unsat' }),
  ];
  const searched = arm64Searched(comparisonOf({ runs, queries }));
  if (!searched) throw new Error('it is finished');
  const tree = new PathTree(searched);
  tree.follow(searched);
  expect(tree.counts).toEqual({
    ...{ decision: 2, agree: 2, differ: 0, infeasible: 1, cut: 0, open: 0 },
  });
  expect(tree.root.children.map(({ kind }) => kind)).toEqual(['decision', 'infeasible']);
});

test('a branch is taken where its condition holds, or where it fails', () => {
  const searched = arm64Searched(comparisonOf({}));
  const taken = (instruction: string) => searched?.isTaken(a, instruction);
  expect(['b.lt end', '    b.ge end', 'x: b.eq x', 'add x0, x0, x1'].map(taken)).toEqual([
    true,
    false,
    true,
    undefined,
  ]);
});
