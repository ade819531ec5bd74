/** A round of a quiz: the questions, the answers, and the points. */

import { toFields } from '../comparison/options';
import type { Session, SpawnEngine } from '../engine/client';
import type { Sources } from '../engine/sources';
import type { Inputs, JudgedView, Progress, RoundReport, Side, SolverName } from '../engine/types';
import { Store } from '../kit/store';
import { ComposedPlayground } from '../playground/composed';
import type { Playground } from '../playground/playground';
import type { Quiz } from './quiz';

/** A judged answer that counts. */
export interface Answered {
  /** The given input; undefined for the answer that the programs are equivalent. */
  inputs: Inputs | undefined;
  judged: JudgedView;
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
  refused: JudgedView | undefined;
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
  const points = answers.map(({ judged }) => judged.report.points ?? 0);
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
  readonly #spawn: SpawnEngine;
  readonly #solvers: readonly SolverName[];
  #app: Playground | undefined;
  #session: Session<'quiz'> | undefined;
  #isJudging = false;

  constructor(quiz: Quiz, spawn: SpawnEngine, solvers: readonly SolverName[]) {
    this.quiz = quiz;
    this.#spawn = spawn;
    this.#solvers = solvers;
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
    const { program: files, options, seed, questions } = this.quiz;
    const { contract, fuel } = options;
    const asked = { files, ...(contract && { contract }), fuel, seed, questions };
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
  async answer(inputs: Inputs | undefined): Promise<void> {
    const { at, answers } = this.store.state;
    if (this.#isJudging || !this.#session || answers.length > at) return;
    this.#isJudging = true;
    try {
      const judged = await this.#session.call('judge', at, inputs);
      if (judged.report.points == null) this.store.update({ refused: judged });
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
    this.#app?.debugger.close();
    this.store.update({ at: at + 1, refused: undefined });
  }

  /** Runs both programs of the question on an input, in the debugger. */
  step(inputs: Inputs): void {
    const { round, at } = this.store.state;
    if (!round) return;
    this.#app?.programs.replace(programsOf(this.quiz, round, at));
    this.#app?.debug(inputs);
  }

  #playground(): Playground {
    const { program, options } = this.quiz;
    const app = new ComposedPlayground({
      work: {
        left: program,
        right: program,
        names: { left: '', right: '' },
        options: toFields(options),
        example: undefined,
      },
      spawn: this.#spawn,
      solvers: this.#solvers,
      isReadOnly: true,
      save: () => {},
      restore: () => {},
    });
    // A setting for the reader's own programs does not apply here.
    app.store.update({ asYouType: false });
    return app;
  }
}
