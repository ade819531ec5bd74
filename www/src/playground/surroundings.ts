import type { SomeOptions } from '../comparison/options';
import type { SpawnEngine } from '../engine/client';
import type { Side, SolverName } from '../engine/types';
import type { Work } from '../work/storage';

/** What a playground needs from its environment: a page or an embed. */
export interface Surroundings {
  /** The initial work; without options, the engine's defaults apply. */
  readonly work: Work;
  /** The options that an example sets, by its name; absent if there are no examples. */
  exampleOptions?(name: string): SomeOptions | undefined;
  /** The programs' names in sentences; absent if the reader names them. */
  readonly names?: Readonly<Record<Side, string>>;
  readonly spawn: SpawnEngine;
  /** The available solvers, the default first. */
  readonly solvers: readonly SolverName[];
  /** The only program to step through, if the other one must not be seen. */
  stepsAlone?(): Side | undefined;
  /** Whether the programs are read-only. */
  readonly isReadOnly?: boolean;
  /** Whether typed tests are stored for the next visit. */
  readonly keepsTests?: boolean;
  /** Called with the work after each change. */
  save(work: Work): void;
  /** Opens work for another machine; absent where there is one machine only. */
  leaveFor?(work: Work): void;
  /** Restores the work from before a link was opened. */
  restore(): void;
}
