/** Exercises about ARM64 programs, which are loaded for these only. */

import { html } from 'lit';
import { reportOf } from '../arm64/comparison';
import { arm64Client, spawnArm64 } from '../arm64/engine';
import { fieldsOf, givenBy, givenOf, textsOf } from '../arm64/inputs';
import { question as questionMessages } from '../arm64/messages';
import { Arm64Playground, asked, FUEL } from '../arm64/playground';
import type { GivenInputs } from '../arm64/types';
import { type Arm64Question, arrayOf, usualQuestion } from '../comparison/arm64-question';
import { spawnFramedArm64 } from '../embed/arm64-engine';
import { changesOf } from '../evidence/explain/messages';
import { viewOf } from '../evidence/explain/parts';
import { parseWideWord } from '../kit/words';
import type { Playground } from '../playground/playground';
import { arm64Steps } from '../quiz/arm64';
import type { SealedInput } from './exercise';
import type { Asked, ExerciseMachine, Hinted } from './machine';
import { messages } from './messages';
import { linesOf } from './observing';
import '../arm64/tm-arm64-answer';
import '../arm64/tm-arm64-question';

/** Words that often cause errors, and words that rarely do. */
const pool = [
  0n,
  1n,
  -1n,
  2n,
  7n,
  2n ** 63n - 1n,
  -(2n ** 63n),
  10n,
  -5n,
  100n,
  3n,
  2n ** 32n,
  2n ** 31n,
  -65536n,
  12345n,
  48n,
];

const questionOf = ({ arm64 }: Asked): Arm64Question => arm64 ?? usualQuestion;

/** The most elements of the array; undefined for two numbers. */
const mostOf = (task: Asked): number | undefined => arrayOf(questionOf(task)) ?? undefined;

const wideApp = (app: Playground) => app as Arm64Playground;

/** A witness in the form of a sealed input. */
const sealed = (given: GivenInputs): SealedInput =>
  'numbers' in given ? given.numbers : given.elements;

const givenBySeal = (task: Asked, inputs: SealedInput): GivenInputs =>
  givenOf(questionOf(task), inputs.map(String));

/** @param isFramed Whether the page is in a frame, where the engine's worker is another one. */
export const arm64 = (isFramed: boolean): ExerciseMachine => ({
  asks(task) {
    const question = questionOf(task);
    const most = arrayOf(question) ?? null;
    const given = questionMessages.given(question, most);
    return `${questionMessages.ask(most)} ${given}${messages.within(FUEL)}.`;
  },
  playground: (surroundings) =>
    new Arm64Playground({
      ...surroundings,
      spawn: isFramed ? spawnFramedArm64 : spawnArm64,
      restore: () => {},
    }),
  compare: (app) => app.compare(),
  comparing(app) {
    const { comparison } = wideApp(app).result.state;
    if (!comparison) return undefined;
    const { began, programs, status } = comparison;
    const report = reportOf(comparison);
    return {
      began,
      isRunning: status.state === 'running',
      program: programs.right,
      found: report?.verdict,
      witness: report?.witness ? sealed(givenBy(report.witness)) : undefined,
    };
  },
  forget(app) {
    app.stop();
    wideApp(app).stepping.close();
    wideApp(app).result.update({ comparison: undefined });
    app.store.update({ explaining: undefined });
  },
  async explain(app) {
    const { comparison } = wideApp(app).result.state;
    const witness = reportOf(comparison)?.witness;
    if (comparison && witness) {
      await wideApp(app).explainOn(comparison, givenBy(witness), 'left');
    }
  },
  hinted(app, kind) {
    const { explaining, result } = wideApp(app);
    const isOf =
      explaining !== undefined && explaining.comparison === result.state.comparison?.began;
    if (!isOf) return undefined;
    const part = explaining[kind];
    if (part.state === 'waiting' || part.state === 'running') return { state: 'looking' };
    if (part.state !== 'ended') return { state: 'lost' };
    const found = (
      says: readonly string[],
      rest: Pick<Extract<Hinted, { state: 'found' }>, 'conditions' | 'changes'> = {},
    ): Hinted => ({ state: 'found', says, ...rest });
    switch (kind) {
      case 'cause':
        return found(viewOf(explaining.cause)?.says ?? []);
      case 'mend': {
        const view = viewOf(explaining.mend);
        return found([view?.says ?? ''], { changes: view?.report ? changesOf(view.report) : [] });
      }
      case 'regions': {
        const view = viewOf(explaining.regions);
        const regions = view?.report?.regions ?? [];
        return found([view?.says ?? ''], { conditions: regions.map(({ condition }) => condition) });
      }
      default:
        return kind satisfies never;
    }
  },
  renderVerdict: () => html`<tm-arm64-answer canStep></tm-arm64-answer>`,
  closeSteps: arm64Steps.close,
  loadSteps: arm64Steps.loadSteps,

  names: (task) =>
    mostOf(task) === undefined ? fieldsOf(questionOf(task)) : ['a[0]', 'a[1]', '…'],
  async observe(app, task, files, inputs) {
    const request = { files, question: asked(questionOf(task)), inputs: givenBySeal(task, inputs) };
    const { outcome, result, output, observed } = await arm64Client(wideApp(app).engine).call(
      'run',
      request,
    );
    switch (outcome) {
      case 'fault':
        return ['fault'];
      case 'out-of-fuel':
        return undefined;
      default:
        return ['done', result ?? null, output ?? null, ...observed];
    }
  },
  describe(task, inputs) {
    const texts = textsOf(givenBySeal(task, inputs), 'plain');
    const names = fieldsOf(questionOf(task));
    return mostOf(task) === undefined
      ? texts.map((text, at) => `${names[at]} = ${text}`).join(', ')
      : `a = [${texts.join()}]`;
  },
  named(task, inputs) {
    const words = inputs.map(String);
    if (mostOf(task) !== undefined) return { a: words };
    return Object.fromEntries(fieldsOf(questionOf(task)).map((name, at) => [name, words[at]]));
  },
  readInputs(text, task) {
    const most = mostOf(task);
    const fields = fieldsOf(questionOf(task)).length;
    return linesOf(text).map(({ line, words }) => {
      const written = words.length === 1 && words[0] === '[]' ? [] : words;
      const inputs = written.map(parseWideWord).filter((word) => word !== undefined);
      const isAll = inputs.length === written.length && inputs.length <= (most ?? fields);
      if (!isAll || (most === undefined && inputs.length === 0)) return { ok: false, line };
      const missing = most === undefined ? new Array(fields - inputs.length).fill('0') : [];
      return { ok: true, inputs: [...inputs.map(String), ...missing] };
    });
  },
  proposed(task, count) {
    const most = mostOf(task);
    const found = new Map<string, SealedInput>();
    for (let line = 0; line < 4 * count && found.size < count; line += 1) {
      const fields = fieldsOf(questionOf(task)).length;
      const length = most === undefined ? fields : line % (most + 1);
      // Each word steps through the pool with its own odd stride: 1, 5, 9 and so on.
      const inputs = Array.from({ length }, (_, at) => {
        const place = line * (4 * at + 1) + at * Math.floor(line / pool.length);
        const bits = most === undefined && at >= 2 ? 8 : 64;
        return String(BigInt.asUintN(bits, pool[place % pool.length] ?? 0n));
      });
      found.set(inputs.join(), inputs);
    }
    return [...found.values()];
  },
  renderQuestion: () => html`<tm-arm64-question></tm-arm64-question>`,
});
