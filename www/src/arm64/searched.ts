/** A comparison of ARM64 programs, for the views of runs, paths and queries. */

import { describeWords } from '../comparison/arm64-question';
import { numbered } from '../comparison/comparison';
import type { Decision } from '../engine/types';
import { queries } from '../evidence/queries/messages';
import type { Searched, ShownQuery, ShownRun } from '../evidence/searched';
import type { Arm64Comparison } from './comparison';
import { arm64Client } from './engine';
import { fieldsOf, givenOf } from './inputs';
import { searched as messages } from './messages';
import { type Arm64Playground, asked } from './playground';
import type { Arm64Explored, Arm64ExploredRun, Arm64Query } from './types';

const known = new WeakMap<Arm64Comparison, Searched>();

/** What a comparison has done; undefined until it is finished. The same object for the same one. */
export function arm64Searched(comparison: Arm64Comparison | undefined): Searched | undefined {
  if (comparison?.status.state !== 'finished') return undefined;
  const before = known.get(comparison);
  if (before) return before;
  const { programs, question, began, status } = comparison;
  const runs = runsOf(status.explored);
  const names = fieldsOf(question);
  const searched: Searched = {
    began,
    status: 'finished',
    strategy: 'product',
    programs,
    runs,
    queries: status.explored.queries.map((query) => queryOf(query, runs)),
    shownBy: undefined,
    leftOut: messages.leftOut(status.explored),
    names,
    result: 'x0',
    describe: (inputs, write) => describeWords(question, inputs.map(BigInt), write),
    isTaken,
    step: (app, { inputs }) => (app as Arm64Playground).step(givenOf(question, inputs.map(String))),
    async queryText(app, { name, run, flip, isAlone }) {
      const from = numbered(runs, run);
      if (!from) return undefined;
      const text = await arm64Client(app.engine).call('queryText', {
        ...programs,
        question: asked(question),
        inputs: givenOf(question, from.inputs.map(String)),
        flip: flip ?? undefined,
        alone: isAlone === true,
      });
      const { text: label } = queries;
      return { text, label, summary: `${label}, ${name}`, file: `${name}.smt2` };
    },
  };
  known.set(comparison, searched);
  return searched;
}

/** A run adds nodes to the tree of paths, so the conditions before these are those of an earlier run. */
function runsOf({ runs }: Arm64Explored): readonly ShownRun[] {
  const paths: (readonly Decision[])[] = [[]];
  return runs.map((run) => {
    const { growth } = run;
    let path: readonly Decision[] = growth ? (paths[growth.from] ?? []) : [];
    for (const decision of growth?.decisions ?? []) {
      path = [...path, decision];
      paths.push(path);
    }
    paths.length += growth?.untold ?? 0;
    const of = (side: Decision['side']) =>
      path.filter((decision) => decision.side === side).map(({ condition }) => condition);
    return {
      ...run,
      driver: 'left',
      inputs: wordsOf(run),
      left: endOf(run.left),
      right: endOf(run.right),
      path: of('left'),
      verifier_path: of('right'),
      growth: growth ?? undefined,
      divergedFrom: undefined,
    };
  });
}

const endOf = ({
  outcome,
  result,
  fault,
  steps,
  recurrence,
  proved,
}: Arm64ExploredRun['left']) => ({
  outcome,
  recurrence,
  proved,
  result: result == null ? undefined : BigInt(result),
  fault: fault ? { message: fault } : undefined,
  steps,
});

function queryOf(query: Arm64Query, runs: readonly ShownRun[]): ShownQuery {
  const { number, run, flip, is_alone: isAlone, condition, answer, reason, by } = query;
  const words = wordsOf(query);
  const side = sideOf(numbered(runs, run), flip ?? undefined);
  const inputs = answer === 'sat' ? words : undefined;
  const name = `query-${number}`;
  return {
    ...{ number, name, side, run, flip, isAlone, excluded: [], condition },
    answer: { answer, inputs, reason, by },
  };
}

/** The program that decides a condition of a run's path: conditions of the left one come first. */
function sideOf(run: ShownRun | undefined, flip: number | undefined): ShownQuery['side'] {
  return run && flip !== undefined && flip >= run.path.length ? 'right' : 'left';
}

const wordsOf = ({ inputs, elements }: Pick<Arm64Query, 'inputs' | 'elements'>): bigint[] =>
  (elements ?? inputs ?? []).map(BigInt);

/** The conditions that compare as the branch does; the others compare the other way round. */
const direct = ['eq', 'lo', 'hi', 'lt', 'gt'];

function isTaken({ cause, holds }: Decision, instruction: string): boolean | undefined {
  const [, name] = /\bb\.(\w\w)\b/.exec(instruction) ?? [];
  if (cause !== 'branch' || !name) return undefined;
  return direct.includes(name) ? holds : !holds;
}
