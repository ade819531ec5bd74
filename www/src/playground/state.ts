/** The state of a playground: that of each feature, and of the whole. */

import type { Arm64Question } from '../comparison/arm64-question';
import type { OptionName } from '../comparison/options';
import { type ComparisonState, initialComparison } from '../comparison/state';
import type { EngineInfo } from '../engine/client';
import type { Side, SolverName } from '../engine/types';
import type { Z3Status } from '../engine/z3/client';
import { type EvidenceState, initialEvidence } from '../evidence/state';
import { initialLink, type LinkState } from '../links/control';
import { initialPrograms, type ProgramState } from '../programs/control';
import { loadChoice, loadNumberFormat, loadTheme, type Theme, type Work } from '../work/storage';

/** A message for the reader other than a verdict. */
export type Notice =
  | {
      kind: 'program-errors';
      side: Side;
      /** The file, if there are several. */
      file: string | undefined;
      line: number;
      message: string;
    }
  /** A file of assembly that looks like WLP4. */
  | { kind: 'looks-like-wlp4'; side: Side; file: string }
  | { kind: 'option-errors'; wrong: readonly OptionName[] }
  /** Files that could not be read or written. */
  | { kind: 'files'; message: string };

/** The parts of the workbench; a narrow page shows one at a time. */
export type Place = 'programs' | 'result';

export const places: readonly Place[] = ['programs', 'result'];

/** Everything that the page shows. */
export interface State extends ProgramState, ComparisonState, EvidenceState, LinkState {
  /** The question about ARM64 programs; undefined for MIPS. */
  arm64: Arm64Question | undefined;
  /** Known once the engine is up. */
  engine: EngineInfo | undefined;
  z3: Z3Status;
  notice: Notice | undefined;
  /** The text of an engine's panic, until it is dismissed. */
  crash: string | undefined;
  /** The part of the workbench that a narrow page shows. */
  place: Place;
  /** Whether a new version of the page is ready. */
  newVersion: boolean;
  theme: Theme;
}

/** The initial state of a playground. */
export function initialState(work: Work, solvers: readonly SolverName[]): State {
  return {
    ...initialPrograms(work),
    ...initialComparison(work.options, solvers, loadChoice('as-you-type', true)),
    ...initialEvidence(loadNumberFormat()),
    ...initialLink,
    arm64: work.arm64,
    engine: undefined,
    z3: { state: 'idle' },
    notice: undefined,
    crash: undefined,
    place: 'programs',
    newVersion: false,
    theme: loadTheme(),
  };
}
