/** Quizzes about ARM64 programs, which are loaded for these only. */

import { html } from 'lit';
import { spawnArm64 } from '../arm64/engine';
import { fieldsOf, givenBy, givenOf, parseInputs, textsOf } from '../arm64/inputs';
import { answer, question as questionMessages } from '../arm64/messages';
import { Arm64Playground, asked } from '../arm64/playground';
import type { GivenInputs, JudgedView } from '../arm64/types';
import { type Arm64Question, arrayOf } from '../comparison/arm64-question';
import { placeholderFields } from '../comparison/options';
import { spawnFramedArm64 } from '../embed/arm64-engine';
import type { QuizRequest } from '../engine/types';
import { parseWideWord } from '../kit/words';
import type { QuizMachine } from './machine';
import { messages } from './messages';

/** @param isFramed Whether the page is in a frame, where the engine's worker is another one. */
export function arm64(question: Arm64Question, isFramed: boolean): QuizMachine {
  const isArray = arrayOf(question) !== null;
  const parsed = (texts: readonly string[]) => parseInputs(texts, question);
  return {
    asks: ({ options }) =>
      `${questionMessages.given(question, arrayOf(question) ?? null)}${messages.within(options.fuel)}`,
    playground: ({ program }) =>
      new Arm64Playground({
        work: {
          left: program,
          right: program,
          names: { left: '', right: '' },
          options: placeholderFields,
          example: undefined,
          arm64: question,
        },
        spawn: isFramed ? spawnFramedArm64 : spawnArm64,
        save: () => {},
        restore: () => {},
      }),
    request: ({ program: files, options, seed, questions }) =>
      ({
        files,
        question: { ...asked(question), fuel: options.fuel },
        seed,
        questions,
      }) as unknown as QuizRequest,
    isWord: (text) => (isArray ? parsed([text]) !== undefined : parseWideWord(text) !== undefined),
    wrongInput: answer.wrongInput,
    givenBy: (texts) => parsed(texts) ?? givenOf(question, []),
    describe(_, given) {
      const texts = textsOf(given as GivenInputs, 'plain');
      return isArray
        ? `a = [${texts.join()}]`
        : fieldsOf(question)
            .map((name, at) => `${name} = ${texts[at] ?? ''}`)
            .join(', ');
    },
    judged(view) {
      const { report, says } = view as unknown as JudgedView;
      const { mark, points, same, tried, witness } = report;
      return {
        ...{ mark, points, same, says },
        tried: tried ? givenBy(tried) : undefined,
        witness: witness ? givenBy(witness) : undefined,
      };
    },
    ...arm64Steps,
  };
}

/** Runs of ARM64 programs beside a quiz or an exercise. */
export const arm64Steps: Pick<QuizMachine, 'step' | 'close' | 'loadSteps'> = {
  step: (app, given) => (app as Arm64Playground).step(given as GivenInputs),
  close: (app) => (app as Arm64Playground).stepping.close(),
  async loadSteps() {
    await import('../arm64/tm-arm64-steps');
    return {
      render: () =>
        html`<tm-arm64-steps .numbers=${'plain'} .withEditors=${false}></tm-arm64-steps>`,
    };
  },
};
