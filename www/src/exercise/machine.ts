/** What an exercise needs of the machine of its programs. */

import type { nothing, TemplateResult } from 'lit';
import type { Sources } from '../engine/sources';
import type { Side, Verdict } from '../engine/types';
import type { Playground } from '../playground/playground';
import type { Work } from '../work/storage';
import type { HintKind, SealedInput, Task } from './exercise';
import type { InputLine } from './observing';

/** What a task asks about its programs. */
export type Asked = Pick<Task, 'options' | 'arm64'>;

/** What the playground of an exercise takes from it. */
export interface Surroundings {
  work: Work;
  /** What sentences call the programs; absent where their author names them. */
  names?: Readonly<Record<Side, string>>;
  /** The only program to step through, if the other one must not be seen. */
  stepsAlone?(): Side | undefined;
  save(work: Work): void;
}

/** A comparison of a program with the reference. */
export interface Comparing {
  /** The start time, which identifies the comparison. */
  began: number;
  isRunning: boolean;
  /** The reader's program. */
  program: Sources;
  /** Undefined while it runs, and if it was stopped. */
  found: Verdict | undefined;
  /** The input on which the programs differ, also of a comparison that was stopped. */
  witness: SealedInput | undefined;
}

/** What the engine says of a difference, for a hint. */
export type Hinted =
  | { state: 'looking' | 'lost' }
  | {
      state: 'found';
      says: readonly string[];
      /** Conditions of regions. */
      conditions?: readonly string[];
      /** Changes of a fix. */
      changes?: readonly { from: string; to: string }[];
    };

export interface ExerciseMachine {
  /** What is compared, in sentences. */
  asks(task: Asked): string;
  playground(surroundings: Surroundings): Playground;
  /** Compares the reader's program with the reference. */
  compare(app: Playground): Promise<void>;
  comparing(app: Playground): Comparing | undefined;
  /** Forgets the comparison and the runs of another task. */
  forget(app: Playground): void;
  /** Explains the difference of the comparison; no fix edits the reference. */
  explain(app: Playground): Promise<void>;
  /** What is known for a hint; undefined if the difference has not been explained. */
  hinted(app: Playground, kind: Exclude<HintKind, 'text'>): Hinted | undefined;
  /** The verdict, or the progress. */
  renderVerdict(app: Playground): TemplateResult | typeof nothing;
  /** Closes the runs that are stepped through. */
  closeSteps(app: Playground): void;
  /** Loads what shows them. */
  loadSteps(): Promise<{ render(): TemplateResult }>;

  /** The names of the words of an input. */
  names(task: Asked): readonly string[];
  /** What a program does on an input of a seal; undefined if it was cut off. */
  observe(app: Playground, task: Asked, program: Sources, inputs: SealedInput): Promise<unknown>;
  /** An input in words. */
  describe(task: Asked, inputs: SealedInput): string;
  /** An input by name, for a receipt. */
  named(task: Asked, inputs: SealedInput): Readonly<Record<string, unknown>>;
  /** Reads inputs: one per line, numbers separated by commas or spaces. */
  readInputs(text: string, task: Asked): readonly InputLine[];
  /** Inputs that often show an error, at most this many; the first ones are the simplest. */
  proposed(task: Asked, most: number): readonly SealedInput[];
  /** The question and its settings, in the author's form. */
  renderQuestion(): TemplateResult;
}
