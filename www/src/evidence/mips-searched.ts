/** A comparison of MIPS programs, for the views of runs, paths and queries. */

import { type Comparison, type Query, queryRequest } from '../comparison/comparison';
import { describe, namesOf } from '../comparison/contract';
import type { Inputs } from '../engine/types';
import { queries as messages } from './queries/messages';
import type { Searched } from './searched';

const known = new WeakMap<Comparison, Searched>();

/** The same object for the same comparison. */
export function mipsSearched(comparison: Comparison): Searched {
  const before = known.get(comparison);
  if (before) return before;
  const { request, began, status, runs, queries, shownBy } = comparison;
  const { options, left, right } = request;
  const { contract, strategy } = options;
  const searched: Searched = {
    began,
    status: status.state === 'running' || status.state === 'finished' ? status.state : 'cut',
    strategy,
    programs: { left, right },
    runs,
    queries,
    shownBy,
    names: namesOf(contract),
    result: '$3',
    describe: (inputs, write) => describe(contract, inputs as Inputs, write),
    isTaken({ cause, holds }, instruction) {
      if (cause !== 'branch') return undefined;
      return instruction.trimStart().startsWith('beq') ? holds : !holds;
    },
    step: (app, { inputs }) => app.debug(inputs as Inputs),
    passes: (app, { inputs }, side) =>
      app.engine.call('inspect', {
        files: request[side],
        program: side === 'left' ? 0 : 1,
        inputs: inputs as Inputs,
        options,
      }),
    async queryText(app, query) {
      const asked = queryRequest(comparison, query as Query);
      if (!asked) return undefined;
      const text = await app.engine.call('queryText', asked);
      const { name } = query;
      const { text: label } = messages;
      return { text, label, summary: `${label}, ${name}`, file: `${name}.smt2` };
    },
  };
  known.set(comparison, searched);
  return searched;
}
