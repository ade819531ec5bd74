/** Searches on request: explanations, mutants, versions, proofs for the kernel. Each is loaded at its first use. */

import type { EngineClient } from '../engine/client';
import type { ExplainControl } from '../evidence/explain/explaining';
import type { TestedMachine } from '../evidence/mutants/tested';
import type { TestingControl } from '../evidence/mutants/testing';
import type { CheckingControl } from '../evidence/proof/checking';
import type { VersionsControl } from '../evidence/versions/versioning';
import type { Store } from '../kit/store';
import type { State } from './state';

/** The searches, with engines of their own: stopping a search may end its engine. */
export class Searches {
  /** What the analysis of tests has to know of the machine of the programs. */
  readonly tested: TestedMachine;
  readonly #store: Store<State>;
  readonly #spawn: () => EngineClient;
  /** Whether texts typed for a search are stored in the browser. */
  readonly #keeps: boolean;
  #engine: EngineClient | undefined;
  #explain: Promise<ExplainControl> | undefined;
  #testing: Promise<TestingControl> | undefined;
  #versions: Promise<VersionsControl> | undefined;
  #checking: Promise<CheckingControl> | undefined;

  constructor(
    store: Store<State>,
    tested: TestedMachine,
    spawn: () => EngineClient,
    keeps: boolean,
  ) {
    this.#store = store;
    this.tested = tested;
    this.#spawn = spawn;
    this.#keeps = keeps;
  }

  /** The search for explanations. */
  explain(): Promise<ExplainControl> {
    this.#explain ??= import('../evidence/explain/explaining').then(
      ({ ExplainControl }) =>
        new ExplainControl(this.#store.cell('explaining'), this.#sharedEngine()),
    );
    return this.#explain;
  }

  /** The analysis of tests. */
  testing(): Promise<TestingControl> {
    this.#testing ??= import('../evidence/mutants/testing').then(
      ({ TestingControl }) =>
        new TestingControl(
          this.#store.cell('testing'),
          this.tested,
          this.#keeps ? this.#store : undefined,
          this.#spawn,
        ),
    );
    return this.#testing;
  }

  /** The comparison of versions. */
  versions(): Promise<VersionsControl> {
    this.#versions ??= import('../evidence/versions/versioning').then(
      ({ VersionsControl }) =>
        new VersionsControl(this.#store.cell('versioning'), this.#sharedEngine(), this.#keeps),
    );
    return this.#versions;
  }

  /** The search for proofs that the kernel accepts. Its engine is busy until it ends. */
  checking(): Promise<CheckingControl> {
    this.#checking ??= import('../evidence/proof/checking').then(
      ({ CheckingControl }) => new CheckingControl(this.#store.cell('checking'), this.#spawn()),
    );
    return this.#checking;
  }

  /** The engine of explanations and versions. */
  #sharedEngine(): EngineClient {
    this.#engine ??= this.#spawn();
    return this.#engine;
  }
}
