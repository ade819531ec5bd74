/** What a quiz needs of the machine of its programs. */

import type { TemplateResult } from 'lit';
import type { GivenInputs } from '../arm64/types';
import type { Inputs, JudgedView, QuizRequest } from '../engine/types';
import type { Playground } from '../playground/playground';
import type { Quiz } from './quiz';

/** An input: words of MIPS, or what an ARM64 program is given. */
export type Given = Inputs | GivenInputs;

/** A judged answer. */
export interface Judged extends Pick<JudgedView['report'], 'mark' | 'points' | 'same'> {
  /** The reasons, in sentences. */
  says: readonly string[];
  /** The input of the answer, if it was run. */
  tried: Given | undefined;
  /** An input on which the programs differ, once the question is answered. */
  witness: Given | undefined;
}

export interface QuizMachine {
  /** What is compared, in a few words. */
  asks(quiz: Quiz): string;
  /** A playground to step through both programs, whose engine draws the questions and judges. */
  playground(quiz: Quiz): Playground;
  /** The engine's request for a round; the engine of each machine takes its own. */
  request(quiz: Quiz): QuizRequest;
  /** Whether a field has this text; `wrongInput` says what it may have. */
  isWord(text: string): boolean;
  wrongInput: string;
  /** The input that fields with such texts hold. */
  givenBy(texts: readonly string[]): Given;
  describe(quiz: Quiz, given: Given): string;
  /** What the engine says about an answer. */
  judged(view: JudgedView): Judged;
  /** Runs both programs of the playground on an input. */
  step(app: Playground, given: Given): void;
  /** Closes these runs. */
  close(app: Playground): void;
  /** Loads what shows the runs. */
  loadSteps(): Promise<{ render(): TemplateResult }>;
}
