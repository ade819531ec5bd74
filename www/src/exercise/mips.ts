/** Exercises about MIPS programs. */

import { html, nothing } from 'lit';
import { describe, named, namesOf, type Spec } from '../comparison/contract';
import { inputsInWords, observedInWords } from '../comparison/contract-words';
import { solvers } from '../comparison/options';
import { spawnFramedMips } from '../embed/mips-engine';
import { spawnEngine } from '../engine/spawn';
import type { Inputs } from '../engine/types';
import { differenceOf, type Explaining, found } from '../evidence/explain/explaining';
import { changesOf } from '../evidence/explain/messages';
import { ComposedPlayground } from '../playground/composed';
import { mipsSteps } from '../quiz/mips';
import { proposed } from './author/proposing';
import type { ExerciseMachine, Hinted } from './machine';
import { messages } from './messages';
import { observation, readInputs } from './observing';
import '../comparison/tm-contract';
import '../comparison/tm-progress';
import '../comparison/tm-verdict';

/** @param isFramed Whether the page is in a frame, where the engine's worker is another one. */
export const mips = (isFramed: boolean): ExerciseMachine => ({
  asks({ options: { contract = {}, strategy, fuel } }) {
    const compared = `${inputsInWords(contract, strategy)} ${observedInWords(contract, strategy)}`;
    return `${compared}${messages.within(fuel)}.`;
  },
  playground: (surroundings) =>
    new ComposedPlayground({
      ...surroundings,
      spawn: isFramed ? spawnFramedMips : spawnEngine,
      solvers: isFramed ? ['bitblast'] : solvers,
      restore: () => {},
    }),
  compare: (app) => app.comparison.compare(),
  comparing(app) {
    const { comparison, isWaiting } = app.store.state;
    if (!comparison) return undefined;
    const { status, request, began } = comparison;
    return {
      began,
      isRunning: isWaiting || status.state === 'running',
      program: request.right,
      found: status.state === 'finished' ? status.report.verdict : undefined,
      witness: differenceOf(comparison),
    };
  },
  forget(app) {
    app.comparison.stop();
    app.debugger.close();
    app.store.update({ comparison: undefined, explaining: undefined });
  },
  async explain(app) {
    const { comparison } = app.store.state;
    const inputs = comparison && differenceOf(comparison);
    if (inputs) (await app.searches.explain()).open(comparison, inputs, 'left');
  },
  hinted(app, kind) {
    const { explaining, comparison } = app.store.state;
    const isOf = explaining !== undefined && explaining.comparison === comparison?.began;
    return isOf ? hinted(explaining, kind) : undefined;
  },
  renderVerdict(app) {
    const { comparison, isWaiting } = app.store.state;
    if (isWaiting || comparison?.status.state === 'running') {
      return html`<tm-progress></tm-progress>`;
    }
    return comparison ? html`<tm-verdict canStep></tm-verdict>` : nothing;
  },
  closeSteps: mipsSteps.close,
  loadSteps: mipsSteps.loadSteps,

  names: ({ options }) => namesOf(options.contract),
  async observe(app, { options }, files, inputs) {
    const { contract, fuel } = options;
    const request = { files, ...(contract && { contract: contract as Spec }), fuel, trace: false };
    const reply = await app.engine.call('run', { ...request, inputs: inputs as Inputs });
    return observation(options, reply);
  },
  describe: ({ options }, inputs) => describe(options.contract, inputs as Inputs),
  named: ({ options }, inputs) =>
    Object.fromEntries(
      named(options.contract, inputs as Inputs).map(({ name, word }) => [name, word]),
    ),
  readInputs: (text, { options }) => readInputs(text, options.contract),
  proposed: ({ options }, most) => proposed(options.contract, most),
  renderQuestion: () => html`<tm-contract></tm-contract>`,
});

function hinted(explaining: Explaining, kind: 'regions' | 'cause' | 'mend'): Hinted {
  const part = explaining[kind];
  if (part.state === 'waiting' || part.state === 'running') return { state: 'looking' };
  if (part.state !== 'ended') return { state: 'lost' };
  switch (kind) {
    case 'cause':
      return { state: 'found', says: [found(explaining, kind)?.says ?? ''] };
    case 'mend': {
      const view = found(explaining, kind);
      const changes = view?.report ? changesOf(view.report) : [];
      return { state: 'found', says: [view?.says ?? ''], changes };
    }
    case 'regions': {
      const view = found(explaining, kind);
      const conditions = (view?.report.regions ?? []).map(({ condition }) => condition);
      return { state: 'found', says: [view?.says ?? ''], conditions };
    }
    default:
      return kind satisfies never;
  }
}
