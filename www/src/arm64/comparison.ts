/** A comparison of ARM64 programs, and what the page has asked besides. */

import type { Arm64Question } from '../comparison/arm64-question';
import { isSame, type Sources } from '../engine/sources';
import type { ProofView, Side } from '../engine/types';
import { evidence } from '../evidence/messages';
import { views as messages } from './messages';
import type { Arm64Explored, Arm64Report } from './types';
import type { Versioning } from './versions';

/** The views of the result, in the order of the tabs. */
export const views = [
  { id: 'answer', under: 'tabs', label: messages.answer },
  { id: 'explain', under: 'tabs', label: evidence.explain },
  { id: 'step', under: 'tabs', label: evidence.debugger },
  { id: 'map', under: 'tabs', label: evidence.map },
  { id: 'proof', under: 'tabs', label: evidence.proof },
  { id: 'runs', under: 'more', label: evidence.runs },
  { id: 'paths', under: 'more', label: evidence.paths },
  { id: 'queries', under: 'more', label: evidence.queries },
  { id: 'compiler', under: 'more', label: evidence.compiler },
  { id: 'versions', under: 'more', label: evidence.versions },
  { id: 'mutants', under: 'more', label: evidence.mutants },
  { id: 'diff', under: 'more', label: evidence.diff },
] as const;

export type View = (typeof views)[number]['id'];

export type Arm64Status =
  | { state: 'running' }
  /**
   * With the evidence that the kernel accepted, as JSON and for display, if agreement is claimed; and
   * the runs and queries.
   */
  | {
      state: 'finished';
      report: Arm64Report;
      evidence: string | undefined;
      proof: ProofView | undefined;
      explored: Arm64Explored;
    }
  /** Stopped after this many milliseconds. */
  | { state: 'stopped'; elapsed: number }
  | { state: 'failed'; message: string };

export interface Arm64Comparison {
  programs: Record<Side, Sources>;
  question: Arm64Question;
  /** How many times the usual work the search for evidence may do. */
  effort: number;
  /** Its start, in milliseconds of `performance.now()`. */
  began: number;
  status: Arm64Status;
}

export interface Arm64State {
  comparison: Arm64Comparison | undefined;
  /** The last comparison as versions. */
  versioning: Versioning | undefined;
  view: View;
}

/** Whether the programs or the question differ from what was compared. */
export const isChanged = (
  { programs, question }: Arm64Comparison,
  now: Record<Side, Sources>,
  asked: Arm64Question | undefined,
): boolean =>
  !isSame(programs.left, now.left) ||
  !isSame(programs.right, now.right) ||
  JSON.stringify(question) !== JSON.stringify(asked);

/** The report, if there is one. */
export const reportOf = (comparison: Arm64Comparison | undefined): Arm64Report | undefined =>
  comparison?.status.state === 'finished' ? comparison.status.report : undefined;
