/** Tests of a program as typed, and what they miss. */

import { effect, untracked } from '@preact/signals-core';

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
} from '../../engine/types';
import type { Cell, Readable } from '../../kit/store';
import { FileTrouble, readFiles } from '../../programs/files';
import { loadTests, saveTests } from './kept';
import type { TestedMachine, Tried } from './tested';

/** Maximum size in bytes of a file of tests. */
export const MAX_TESTS = 1_000_000;
/** Maximum number of other programs. */
export const MAX_OTHERS = 500;

/** The status of an analysis of tests. */
export type Looking =
  | { state: 'running'; known: MutationKnown | undefined }
  /** The view says if it was ended early. */
  | { state: 'ended'; view: MutationView }
  /** Cut off while the engine was busy: the results of a moment before. */
  | { state: 'stopped'; known: MutationKnown | undefined }
  /** Some rows are not valid inputs. */
  | { state: 'refused'; problems: readonly RowProblem[] }
  | { state: 'failed'; message: string };

/** The tests of one of the programs. */
export interface Testing {
  /** The program that they test. */
  side: Side;
  /** A comma-separated table, as typed. */
  tests: string;
  /** Other programs, which are treated as mutants. */
  others: readonly OtherProgram[];
  looking: Looking | undefined;
  /** What was analysed: the program, the tests and the other programs at that time. */
  request: MutationRequest | undefined;
}

export const initialTesting: Testing = {
  side: 'left',
  tests: '',
  others: [],
  looking: undefined,
  request: undefined,
};

/** The results, complete or not. */
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

/** Whether the results are about this program, these tests and these other programs. */
export const isOf = (
  { request, tests, others }: Testing,
  files: Sources,
): { program: boolean; tests: boolean; others: boolean } => ({
  program: request !== undefined && isSame(request.files, files),
  tests: request?.tests === tests,
  others: request?.others === others,
});

type Programs = Readable<{ programs: Record<Side, Sources> }>;

/** Analyses tests, and keeps the results. */
export class TestingControl {
  /** What it has to know of the machine of the programs. */
  readonly #machine: TestedMachine;
  readonly #cell: Cell<Testing | undefined>;
  readonly #programs: Programs | undefined;
  readonly #spawn: () => EngineClient;
  #spawned: EngineClient | undefined;
  #running: Running<unknown> | undefined;

  /** @param programs The programs with which tests are kept; none where nothing is to be. */
  constructor(
    cell: Cell<Testing | undefined>,
    machine: TestedMachine,
    programs: Programs | undefined,
    spawn: () => EngineClient,
  ) {
    this.#cell = cell;
    this.#machine = machine;
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

  /** Adds other programs; one with an existing name replaces it. Returns the errors. */
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

  /** Removes one of the other programs, or all of them. */
  removeOthers(name?: string): void {
    const others = this.#testing.others.filter(
      (other) => name !== undefined && other.name !== name,
    );
    this.#update({ others });
  }

  /** Finds out what the tests of a program miss. */
  async look(files: Sources): Promise<void> {
    this.#running?.stop();
    const { tests, others } = this.#testing;
    // The engine of each machine takes its own question under the same name.
    const question = this.#machine.question() as Pick<MutationRequest, 'contract' | 'fuel'>;
    const request: MutationRequest = { ...question, files, tests, others };
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

  /** Ends the search with its results so far. */
  stop(): void {
    this.#running?.stop();
  }

  /** Adds inputs to the tests, without duplicates. */
  async add(all: readonly Tried[]): Promise<void> {
    for (const tried of all) {
      const { tests } = this.#testing;
      const given = this.#machine.given(tried) as Inputs;
      const more = await this.#engine.call('withTest', this.#machine.question(), tests, given);
      // Do not overwrite what was typed meanwhile.
      if (this.#testing.tests === tests) this.write(more);
      else await this.add([tried]);
    }
  }

  #follow(programs: Programs): void {
    // Restores the tests of these programs, unless something is typed.
    effect(() => {
      const both = programs.state.programs;
      untracked(() => {
        const kept = this.#testing.tests === '' ? loadTests(both) : undefined;
        if (kept) this.#update({ side: kept.side, tests: kept.tests });
      });
    });
    // The tests of since-edited programs also belong to the edited ones.
    addEventListener('pagehide', () => {
      if (this.#testing.tests !== '') this.#keep();
    });
  }

  #keep(): void {
    const { side, tests } = this.#testing;
    if (this.#programs) saveTests(this.#programs.state.programs, { side, tests });
  }

  /** A dedicated engine, started at the first request: stopping a search may end it. */
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
