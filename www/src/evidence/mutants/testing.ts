/** What tests of a program miss: the tests as they are typed, and what is known of them. */

import type { SomeSpec } from '../../comparison/contract';
import { CutOff, type EngineClient, type Running } from '../../engine/client';
import { isSame, type Sources } from '../../engine/sources';
import type {
  Inputs,
  MutationKnown,
  MutationRequest,
  MutationView,
  RowProblem,
  Side,
  Spec,
} from '../../engine/types';
import type { Cell } from '../../kit/store';

/** Bytes of a file of tests at most. */
export const MAX_TESTS = 1_000_000;

/** How looking into tests stands. */
export type Looking =
  | { state: 'running'; known: MutationKnown | undefined }
  /** The view says where it was ended early. */
  | { state: 'ended'; view: MutationView }
  /** Cut off while the engine was busy: what was known a moment before. */
  | { state: 'stopped'; known: MutationKnown | undefined }
  /** Some rows are no inputs. */
  | { state: 'refused'; problems: readonly RowProblem[] }
  | { state: 'failed'; message: string };

/** The tests of one of the programs. */
export interface Testing {
  /** The program that they are of. */
  side: Side;
  /** A table with commas, as typed. */
  tests: string;
  looking: Looking | undefined;
  /** What was looked into: the program and the tests as they were. */
  request: MutationRequest | undefined;
}

export const initialTesting: Testing = {
  side: 'left',
  tests: '',
  looking: undefined,
  request: undefined,
};

/** What is known, complete or not. */
export function knownOf(looking: Looking | undefined): MutationView | undefined {
  switch (looking?.state) {
    case 'ended':
      return looking.view;
    case 'running':
    case 'stopped':
      return looking.known?.view;
    default:
      return undefined;
  }
}

/** Whether what is known is of this program and these tests. */
export const isOf = (
  { request, tests }: Testing,
  files: Sources,
): { program: boolean; tests: boolean } => ({
  program: request !== undefined && isSame(request.files, files),
  tests: request?.tests === tests,
});

/** Looks into tests, and keeps what was found. */
export class TestingControl {
  readonly #cell: Cell<Testing | undefined>;
  readonly #engine: EngineClient;
  #running: Running<unknown> | undefined;

  constructor(cell: Cell<Testing | undefined>, engine: EngineClient) {
    this.#cell = cell;
    this.#engine = engine;
  }

  choose(side: Side): void {
    this.stop();
    this.#update({ side, looking: undefined, request: undefined });
  }

  write(tests: string): void {
    this.#update({ tests });
  }

  /** Looks for what the tests of a program miss. */
  async look(files: Sources, contract: SomeSpec, fuel: number): Promise<void> {
    this.#running?.stop();
    const { tests } = this.#testing;
    const request: MutationRequest = { files, contract: contract as Spec, fuel, tests };
    const set = (looking: Looking) => {
      if (this.#testing.request === request) this.#update({ looking });
    };
    this.#update({ request, looking: { state: 'running', known: undefined } });
    let known: MutationKnown | undefined;
    const search = this.#engine.start('lookIntoTests', [request], (update) => {
      known = update;
      set({ state: 'running', known });
    });
    this.#running = search;
    try {
      const { problems, view } = await search.answer;
      if (view) set({ state: 'ended', view });
      else set({ state: 'refused', problems });
    } catch (error) {
      if (error instanceof CutOff) set({ state: 'stopped', known });
      else
        set({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
    if (this.#running === search) this.#running = undefined;
  }

  /** Ends the search with what is known. */
  stop(): void {
    this.#running?.stop();
  }

  /** Takes inputs among the tests, those that are none yet. */
  async add(all: readonly Inputs[], contract: SomeSpec): Promise<void> {
    for (const inputs of all) {
      const { tests } = this.#testing;
      const more = await this.#engine.call('withTest', contract as Spec, tests, inputs);
      // Somebody may have typed meanwhile: nothing of that is to be lost.
      if (this.#testing.tests === tests) this.#update({ tests: more });
      else await this.add([inputs], contract);
    }
  }

  get #testing(): Testing {
    return this.#cell.value ?? initialTesting;
  }

  #update(change: Partial<Testing>): void {
    this.#cell.set({ ...this.#testing, ...change });
  }
}
