/** The interface of a playground for its components: each feature's control, and commands. */

import type { ComparisonControl } from '../comparison/control';
import type { OptionControl } from '../comparison/option-control';
import type { EngineClient } from '../engine/client';
import type { Sources } from '../engine/sources';
import type { Inputs, Side, SolverName } from '../engine/types';
import type { DebugControl } from '../evidence/debugger/debugging';
import type { LinePlace } from '../evidence/debugger/line-values';
import type { MapControl } from '../evidence/map/mapping';
import type { ProofControl } from '../evidence/proof/proving';
import type { ViewId } from '../evidence/views';
import type { Store } from '../kit/store';
import type { Receipt, ReceiptWord } from '../links/receipt';
import type { Shared } from '../links/schema';
import type { Updates } from '../offline/updates';
import type { ProgramControl } from '../programs/control';
import type { Example } from '../programs/example';
import type { Work } from '../work/storage';
import type { Searches } from './searches';
import type { Settings } from './settings';
import type { Place, State } from './state';

/** Whether a comparison is running, and whether the page has an answer about the current programs. */
export interface Answering {
  isRunning: boolean;
  isAnswered: boolean;
}

export interface Playground {
  readonly store: Store<State>;
  readonly engine: Pick<EngineClient, 'call' | 'open'>;
  readonly programs: ProgramControl;
  readonly options: OptionControl;
  readonly comparison: ComparisonControl;
  readonly debugger: DebugControl;
  readonly map: MapControl;
  readonly proof: ProofControl;
  readonly searches: Searches;
  readonly settings: Settings;
  /** Makes the page usable offline, and offers new versions of it. */
  readonly updates: Updates;
  /** Whether the programs are read-only. */
  readonly isReadOnly: boolean;
  readonly solvers: readonly SolverName[];
  /** The content of the editors and fields, valid or not. */
  readonly work: Work;

  /** Runs the current programs in the debugger, and shows it. */
  debug(inputs: Inputs): void;
  /**
   * Shows the current programs in the debugger, from where each has taken these numbers of
   * steps.
   */
  debugFrom(inputs: Inputs, steps: readonly [number, number]): void;
  /** Runs the current programs in the debugger without moving the focus. */
  prepareDebugger(inputs: Inputs): void;
  /** What a line of a program does on an input, in a sentence; undefined if that is unknown. */
  valuesAt(side: Side, place: LinePlace): Promise<string | undefined>;
  showEvidence(view: ViewId): void;
  /** Shows this part of the workbench on a narrow page. */
  goTo(place: Place): void;
  /** Enables or disables comparing while typing. */
  setLive(isOn: boolean): void;
  /** Compares the current programs. */
  compare(): Promise<void>;
  stop(): void;
  readonly answering: Answering;
  /** Compares the programs again with the strategy that can prove. */
  decide(): Promise<void>;

  chooseExample(example: Example): void;
  /** Replaces the work in the editors; undo restores it. */
  replaceWork(work: Work): void;
  /** Swaps the programs: the left one is the reference. */
  swapPrograms(): void;
  /** Replaces one program by somebody else's. */
  replaceProgram(side: Side, sources: Sources, name: string): void;
  /** @param adds Whether they come beside the files that are there, or in their place. */
  openFiles(side: Side, files: readonly File[], adds: boolean): Promise<void>;
  restoreEarlier(): void;
  forgetEarlier(): void;
  /** Opens a link, and runs the witness of its receipt. */
  openLink(shared: Shared): Promise<void>;
  /** Steps through both programs on the input of a link's receipt. */
  debugClaimed(inputs: readonly ReceiptWord[]): void;
  /** The receipt of the last comparison, if that is about exactly what a link shares. */
  receiptFor(shared: Shared): Receipt | undefined;
  /** Reports that a link was opened, and checks its receipt. */
  showClaim(shared: Shared): Promise<void>;
}
