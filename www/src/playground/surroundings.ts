import type { SomeOptions } from '../comparison/options';
import type { SpawnEngine } from '../engine/client';
import type { Side, SolverName } from '../engine/types';
import type { Work } from '../work/storage';

/** What a playground finds around it: a page's, or an embed's. */
export interface Surroundings {
  /** What is in the editors at first; without options, the engine's own. */
  readonly work: Work;
  /** What an example sets, by its name; left out where there are no examples. */
  exampleOptions?(name: string): SomeOptions | undefined;
  /** What sentences call the programs; left out where the reader names them. */
  readonly names?: Readonly<Record<Side, string>>;
  readonly spawn: SpawnEngine;
  /** Those that can be had here, the usual one first. */
  readonly solvers: readonly SolverName[];
  /** The one program that is stepped through, where the other one is not to be seen. */
  stepsAlone?(): Side | undefined;
  /** Whether the programs are to be looked at only. */
  readonly isReadOnly?: boolean;
  /** Whether tests that are typed are there at the next visit. */
  readonly keepsTests?: boolean;
  /** Called with the work each time that somebody has changed it. */
  save(work: Work): void;
  /** Gives back the work from before a link was opened. */
  restore(): void;
}
