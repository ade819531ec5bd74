/**
 * What a comparison has done, as the views of runs, paths and queries show it, for programs of any
 * machine.
 */

import type { End } from '../comparison/run';
import type { Sources } from '../engine/sources';
import type {
  AnswerEvent,
  Decision,
  PassView,
  RunEvent,
  Side,
  StrategyName,
} from '../engine/types';
import type { NumberFormat } from '../kit/numbers';
import { formatAnyWord, type Word } from '../kit/words';
import type { Playground } from '../playground/playground';

/** The end of one program's run. */
export interface ShownEnd extends End {
  result?: Word | null | undefined;
  fault?: { message: string } | null | undefined;
  steps: number;
}

/** Both programs on one input. */
export interface ShownRun {
  number: number;
  driver: Side;
  inputs: readonly Word[];
  /** The query that produced the input. */
  query?: number | null | undefined;
  left: ShownEnd;
  right: ShownEnd;
  agreement: RunEvent['agreement'];
  path: readonly string[];
  verifier_path: readonly string[];
  /** What it adds to the tree of paths; absent for a sample, whose path is not recorded. */
  growth?: RunEvent['growth'] | undefined;
  /** The query that predicted another path than this run took. */
  divergedFrom: number | undefined;
}

export interface ShownAnswer {
  answer: AnswerEvent['answer'];
  inputs?: readonly Word[] | null | undefined;
  reason?: string | null | undefined;
  by: string;
}

/** A question to the solver. */
export interface ShownQuery {
  number: number;
  name: string;
  side: Side;
  run: number;
  flip?: number | null | undefined;
  /** Whether the input only has to take the path of the one program whose condition it fails. */
  isAlone?: boolean;
  excluded: readonly number[];
  condition: string;
  answer: ShownAnswer | undefined;
}

/** A query in full. */
export interface QueryText {
  text: string;
  /** What it is. */
  label: string;
  /** The same, and which one. */
  summary: string;
  /** The name of a file with it. */
  file: string;
}

export interface Searched {
  /** Identifies the comparison. */
  began: number;
  status: 'running' | 'finished' | 'cut';
  strategy: StrategyName;
  programs: Readonly<Record<Side, Sources>>;
  runs: readonly ShownRun[];
  queries: readonly ShownQuery[];
  /** The run that showed the difference, though perhaps not within the fuel. */
  shownBy: number | undefined;
  /** A sentence about what is left out. */
  leftOut?: string | undefined;
  /** The names of the words of an input, if there are as many for each; otherwise that of all. */
  names: readonly string[];
  /** The register with the result. */
  result: string;
  describe(inputs: readonly Word[], write: (word: Word) => string): string;
  /** Whether a branch is taken where its condition holds or not; undefined for other instructions. */
  isTaken(decision: Decision, instruction: string): boolean | undefined;
  /** Steps through both programs on the input of a run. */
  step(app: Playground, run: ShownRun): void;
  /** The trace of a program's run after each pass; absent where the engine has none. */
  passes?:
    | ((app: Playground, run: ShownRun, side: Side) => Promise<readonly PassView[]>)
    | undefined;
  queryText(app: Playground, query: ShownQuery): Promise<QueryText | undefined>;
}

/** An input in words. */
export const describeInputs = (
  { describe }: Searched,
  inputs: readonly Word[],
  format: NumberFormat = 'plain',
): string => describe(inputs, (word) => formatAnyWord(word, format));
