/** What a component can do with the playground around it: each feature's control, and commands. */

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
import type { Shared } from '../links/schema';
import type { Updates } from '../offline/updates';
import type { ProgramControl } from '../programs/control';
import type { Example } from '../programs/example';
import type { Work } from '../work/storage';
import type { Searches } from './searches';
import type { Settings } from './settings';
import type { Place, State } from './state';

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
  /** Whether the programs are to be looked at only. */
  readonly isReadOnly: boolean;
  readonly solvers: readonly SolverName[];
  /** What is in the editors and fields, right or wrong. */
  readonly work: Work;

  /** Runs the programs as they are now in the debugger, and takes whoever asked for it there. */
  debug(inputs: Inputs): void;
  /** The same, from where each program has taken so many steps. */
  debugFrom(inputs: Inputs, steps: readonly [number, number]): void;
  /** Runs the programs as they are now in the debugger; the keyboard stays where it is. */
  prepareDebugger(inputs: Inputs): void;
  /** What a line of a program does on an input, in a sentence; undefined where that is not known. */
  valuesAt(side: Side, place: LinePlace): Promise<string | undefined>;
  /** Draws the map of the programs as they are now. */
  drawMap(): void;
  showEvidence(view: ViewId): void;
  /** Has a narrow page show this part of the workbench. */
  goTo(place: Place): void;
  /** Has the page compare as one types, or no longer. */
  setLive(isOn: boolean): void;
  /** Compares the programs anew with the search that can prove. */
  decide(): Promise<void>;

  chooseExample(example: Example): void;
  /** Puts other work into the editors, where undo brings back what was there. */
  replaceWork(work: Work): void;
  /** Puts each program in the other's place: the left one is the reference. */
  swapPrograms(): void;
  /** Puts one program of somebody else's beside those that are here. */
  replaceProgram(side: Side, sources: Sources, name: string): void;
  /** @param adds Whether they come beside the files that are there, or in their place. */
  openFiles(side: Side, files: readonly File[], adds: boolean): Promise<void>;
  restoreEarlier(): void;
  forgetEarlier(): void;
  /** Opens a link, and has the witness of its receipt run. */
  openLink(shared: Shared): Promise<void>;
  /** Tells that a link was opened, and checks its receipt. */
  showClaim(shared: Shared): Promise<void>;
}
