/** Quizzes about MIPS programs. */

import { html } from 'lit';
import { describe } from '../comparison/contract';
import { inputsInWords, observedInWords } from '../comparison/contract-words';
import { solvers, toFields } from '../comparison/options';
import { spawnFramedMips } from '../embed/mips-engine';
import { spawnEngine } from '../engine/spawn';
import type { Inputs } from '../engine/types';
import { parseWord } from '../kit/numbers';
import { ComposedPlayground } from '../playground/composed';
import type { QuizMachine } from './machine';
import { messages } from './messages';

/** @param isFramed Whether the page is in a frame, where the engine's worker is another one. */
export const mips = (isFramed: boolean): QuizMachine => ({
  asks({ options }) {
    const { contract = {}, strategy, fuel } = options;
    const compared = `${inputsInWords(contract, strategy)} ${observedInWords(contract, strategy)}`;
    return `${compared}${messages.within(fuel)}`;
  },
  playground: ({ program, options }) =>
    new ComposedPlayground({
      spawn: isFramed ? spawnFramedMips : spawnEngine,
      solvers: isFramed ? ['bitblast'] : solvers,
      work: {
        left: program,
        right: program,
        names: { left: '', right: '' },
        options: toFields(options),
        example: undefined,
      },
      isReadOnly: true,
      save: () => {},
      restore: () => {},
    }),
  request({ program: files, options, seed, questions }) {
    const { contract, fuel } = options;
    return { files, ...(contract && { contract }), fuel, seed, questions };
  },
  isWord: (text) => parseWord(text) !== undefined,
  wrongInput: messages.wrongInput,
  givenBy: (texts) => texts.map((text) => parseWord(text) ?? 0),
  describe: ({ options }, given) => describe(options.contract, given as Inputs),
  judged: ({ report: { mark, points, same, tried, witness }, says }) => ({
    ...{ mark, points, same, says },
    tried: tried?.inputs,
    witness: witness?.inputs,
  }),
  ...mipsSteps,
});

/** Runs of MIPS programs beside a quiz or an exercise. */
export const mipsSteps: Pick<QuizMachine, 'step' | 'close' | 'loadSteps'> = {
  step: (app, given) => app.debug(given as Inputs),
  close: (app) => app.debugger.close(),
  async loadSteps() {
    await import('../evidence/debugger/tm-debugger');
    return {
      render: () => html`<tm-debugger .numbers=${'plain'} .withEditors=${false}></tm-debugger>`,
    };
  },
};
