/** What tests of a program miss: the tests as they are typed, and what is known of them. */

import { effect, untracked } from '@preact/signals-core';

import type { SomeSpec } from '../../comparison/contract';
import { CutOff, type EngineClient, type Running } from '../../engine/client';
import { isSame, type Sources } from '../../engine/sources';
import type {
  Inputs,
  MutationKnown,
  MutationRequest,
  MutationView,
  OtherProgram,
  RowProblem,
  Side,
  Spec,
} from '../../engine/types';
import type { Cell, Readable } from '../../kit/store';
import { FileTrouble, readFiles } from '../../programs/files';
import { loadTests, saveTests } from './kept';

/** Bytes of a file of tests at most. */
export const MAX_TESTS = 1_000_000;
/** Programs of others at most. */
export const MAX_OTHERS = 500;

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
  /** Programs of others, which are looked at as mutants. */
  others: readonly OtherProgram[];
  looking: Looking | undefined;
  /** What was looked into: the program, the tests and the others as they were. */
  request: MutationRequest | undefined;
}

export const initialTesting: Testing = {
  side: 'left',
  tests: '',
  others: [],
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

/** Whether what is known is of this program, these tests and these others. */
export const isOf = (
  { request, tests, others }: Testing,
  files: Sources,
): { program: boolean; tests: boolean; others: boolean } => ({
  program: request !== undefined && isSame(request.files, files),
  tests: request?.tests === tests,
  others: request?.others === others,
});

type Programs = Readable<{ programs: Record<Side, Sources> }>;

/** Looks into tests, and keeps what was found. */
export class TestingControl {
  readonly #cell: Cell<Testing | undefined>;
  readonly #programs: Programs | undefined;
  readonly #spawn: () => EngineClient;
  #spawned: EngineClient | undefined;
  #running: Running<unknown> | undefined;

  /** @param programs The programs with which tests are kept; none where nothing is to be. */
  constructor(
    cell: Cell<Testing | undefined>,
    programs: Programs | undefined,
    spawn: () => EngineClient,
  ) {
    this.#cell = cell;
    this.#programs = programs;
    this.#spawn = spawn;
    if (programs) this.#follow(programs);
  }

  choose(side: Side): void {
    this.stop();
    this.#update({ side, looking: undefined, request: undefined });
    if (this.#testing.tests !== '') this.#keep();
  }

  write(tests: string): void {
    this.#update({ tests });
    this.#keep();
  }

  /** Takes programs of others; one of the same name takes the other's place. Returns what is wrong. */
  async addOthers(files: readonly File[]): Promise<string[]> {
    const disassemble = (name: string, bytes: Uint8Array) =>
      this.#engine.call('disassemble', name, bytes);
    const problems: string[] = [];
    const read = new Map<string, OtherProgram>();
    for (const file of files) {
      try {
        const sources = await readFiles([file], disassemble);
        read.set(file.name, { name: file.name, files: sources });
      } catch (error) {
        if (!(error instanceof FileTrouble)) throw error;
        problems.push(error.message);
      }
    }
    const before = this.#testing.others.filter(({ name }) => !read.has(name));
    const others = [...before, ...read.values()].slice(0, MAX_OTHERS);
    if (read.size > 0) this.#update({ others });
    return problems;
  }

  /** Takes a program of others out, or all of them. */
  removeOthers(name?: string): void {
    const others = this.#testing.others.filter(
      (other) => name !== undefined && other.name !== name,
    );
    this.#update({ others });
  }

  /** Looks for what the tests of a program miss. */
  async look(files: Sources, contract: SomeSpec, fuel: number): Promise<void> {
    this.#running?.stop();
    const { tests, others } = this.#testing;
    const request: MutationRequest = {
      files,
      contract: contract as Spec,
      fuel,
      tests,
      others,
    };
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
      if (this.#testing.tests === tests) this.write(more);
      else await this.add([inputs], contract);
    }
  }

  #follow(programs: Programs): void {
    // Brings back the tests of these programs, where nothing is typed that they would take the place of.
    effect(() => {
      const both = programs.state.programs;
      untracked(() => {
        const kept = this.#testing.tests === '' ? loadTests(both) : undefined;
        if (kept) this.#update({ side: kept.side, tests: kept.tests });
      });
    });
    // The tests of programs that have been edited since are those of the edited ones, too.
    addEventListener('pagehide', () => {
      if (this.#testing.tests !== '') this.#keep();
    });
  }

  #keep(): void {
    const { side, tests } = this.#testing;
    if (this.#programs) saveTests(this.#programs.state.programs, { side, tests });
  }

  /** An engine of its own, once something is asked of it: a search that is stopped may end that. */
  get #engine(): EngineClient {
    this.#spawned ??= this.#spawn();
    return this.#spawned;
  }

  get #testing(): Testing {
    return this.#cell.value ?? initialTesting;
  }

  #update(change: Partial<Testing>): void {
    this.#cell.value = { ...this.#testing, ...change };
  }
}
