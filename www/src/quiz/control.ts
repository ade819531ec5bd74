/** A round of a quiz: the questions, the answers, and the points. */

import type { Session } from '../engine/client';
import type { Sources } from '../engine/sources';
import type { Inputs, Progress, RoundReport, Side } from '../engine/types';
import { Store } from '../kit/store';
import type { Playground } from '../playground/playground';
import type { Given, Judged, QuizMachine } from './machine';
import type { Quiz } from './quiz';

/** A judged answer that counts. */
export interface Answered {
  /** The given input; undefined for the answer that the programs are equivalent. */
  inputs: Given | undefined;
  judged: Judged;
}

export interface QuizState {
  /** The questions, once they are drawn. */
  round: RoundReport | undefined;
  /** The progress of drawing them; undefined before it starts and after it ends. */
  drawing: { progress: Progress | undefined } | undefined;
  /** Why there are none. */
  failure: string | undefined;
  /** The index of the shown question; the number of questions once the round is over. */
  at: number;
  answers: readonly Answered[];
  /** The result of an answer that does not count. */
  refused: Judged | undefined;
}

const beginning: QuizState = {
  round: undefined,
  drawing: undefined,
  failure: undefined,
  at: 0,
  answers: [],
  refused: undefined,
};

export interface Score {
  points: number;
  right: number;
  answered: number;
}

export function scoreOf(answers: readonly Answered[]): Score {
  const points = answers.map(({ judged }) => judged.points ?? 0);
  return {
    points: points.reduce((sum, each) => sum + each, 0),
    right: points.filter((each) => each > 0).length,
    answered: answers.length,
  };
}

/** The programs of a question, with the quiz's file names. */
export function programsOf({ program }: Quiz, round: RoundReport, at: number) {
  const question = round.questions[at];
  const side = (texts: readonly string[] | undefined): Sources =>
    program.map((file, index) => ({ ...file, text: texts?.[index] ?? file.text }));
  return { left: side(question?.left), right: side(question?.right) } satisfies Record<
    Side,
    Sources
  >;
}

export class QuizControl {
  readonly store = new Store<QuizState>(beginning);
  readonly quiz: Quiz;
  readonly machine: QuizMachine;
  #app: Playground | undefined;
  #session: Session<'quiz'> | undefined;
  #isJudging = false;

  constructor(quiz: Quiz, machine: QuizMachine) {
    this.quiz = quiz;
    this.machine = machine;
  }

  /**
   * The playground to step through both programs, whose engine draws the questions and judges;
   * created at the start.
   */
  get app(): Playground | undefined {
    return this.#app;
  }

  /** Draws the questions, unless they are drawn, and shows the first. */
  async start(): Promise<void> {
    const { round, drawing } = this.store.state;
    if (drawing) return;
    this.#app ??= this.#playground();
    this.store.update({
      ...beginning,
      round,
      drawing: round ? undefined : { progress: undefined },
    });
    if (round) return;
    const asked = this.machine.request(this.quiz);
    const session = this.#app.engine.open('quiz', asked, undefined, (progress) => {
      if (this.#session === session) this.store.update({ drawing: { progress } });
    });
    this.#session = session;
    const set = (change: Partial<QuizState>) => {
      if (this.#session === session) this.store.update({ drawing: undefined, ...change });
    };
    try {
      await session.opened;
      set({ round: await session.call('round') });
    } catch (error) {
      set({ failure: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Stops drawing. */
  stop(): void {
    this.#session?.close();
    this.#session = undefined;
    this.store.update({ drawing: undefined });
  }

  /** Answers the shown question: by an input, or that there is none. */
  async answer(inputs: Given | undefined): Promise<void> {
    const { at, answers } = this.store.state;
    if (this.#isJudging || !this.#session || answers.length > at) return;
    this.#isJudging = true;
    try {
      // The engine of each machine takes its own inputs.
      const given = inputs as Inputs | undefined;
      const judged = this.machine.judged(await this.#session.call('judge', at, given));
      if (judged.points == null) this.store.update({ refused: judged });
      else this.store.update({ refused: undefined, answers: [...answers, { inputs, judged }] });
    } catch (error) {
      this.store.update({ failure: error instanceof Error ? error.message : String(error) });
    } finally {
      this.#isJudging = false;
    }
  }

  /** Goes to the next question, once this one was answered. */
  next(): void {
    const { at, answers } = this.store.state;
    if (answers.length <= at) return;
    if (this.#app) this.machine.close(this.#app);
    this.store.update({ at: at + 1, refused: undefined });
  }

  /** Runs both programs of the question on an input, in the debugger. */
  step(inputs: Given): void {
    const { round, at } = this.store.state;
    if (!round || !this.#app) return;
    this.#app.programs.replace(programsOf(this.quiz, round, at));
    this.machine.step(this.#app, inputs);
  }

  #playground(): Playground {
    const app = this.machine.playground(this.quiz);
    // A setting for the reader's own programs does not apply here.
    app.store.update({ asYouType: false });
    return app;
  }
}
