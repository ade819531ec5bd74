/**
 * The editor of an exercise: the draft, and the playground with the programs of its current task.
 */

import { contractOf, describe } from '../../comparison/contract';
import { fromFields, type OptionFields, solvers } from '../../comparison/options';
import { isSame, type Sources } from '../../engine/sources';
import { spawnEngine } from '../../engine/spawn';
import type { Inputs, Spec } from '../../engine/types';
import { Store } from '../../kit/store';
import { ComposedPlayground } from '../../playground/composed';
import type { Playground } from '../../playground/playground';
import { assemblySource } from '../../programs/source';
import type { Work } from '../../work/storage';
import { MAX_SEALED_INPUTS, MAX_TASKS, type ReferenceMode } from '../exercise';
import { messages } from '../messages';
import { observation, readInputs, writeInputs } from '../observing';
import { canSeal, seal } from '../sealing';
import { aboutOf, type Draft, type DraftTask, newTask, saveDraft } from './draft';
import { proposed } from './proposing';

export interface AuthorState {
  draft: Draft;
  at: number;
  /** Why the reference could not be sealed. */
  trouble: string;
}

/** Number of inputs proposed for a seal. */
const PROPOSED = 24;

export class AuthorControl {
  readonly store: Store<AuthorState>;
  /** The reference is the left program, the starting point the right one. */
  readonly app: Playground;
  /** False while the playground is filled from the draft. */
  #takes = true;

  constructor(draft: Draft) {
    this.store = new Store<AuthorState>({ draft, at: 0, trouble: '' });
    this.app = new ComposedPlayground({
      work: this.#work(),
      spawn: spawnEngine,
      solvers,
      save: (work) => this.#take(work),
      restore: () => {},
    });
    this.app.store.update({ asYouType: false });
  }

  get task(): DraftTask {
    return draftTask(this.store.state);
  }

  setTitle(title: string): void {
    this.#update({ ...this.store.state.draft, title });
  }

  change(change: Partial<DraftTask>): void {
    const { draft, at } = this.store.state;
    const tasks = draft.tasks.map((task, index) => (index === at ? { ...task, ...change } : task));
    this.#update({ ...draft, tasks });
  }

  show(at: number): void {
    this.store.update({ at, trouble: '' });
    this.#fill();
  }

  add(): void {
    const { draft } = this.store.state;
    if (draft.tasks.length >= MAX_TASKS) return;
    const task = newTask(this.app.store.state.options);
    this.#update({ ...draft, tasks: [...draft.tasks, task] });
    this.show(draft.tasks.length);
  }

  remove(): void {
    const { draft, at } = this.store.state;
    if (draft.tasks.length === 1) return;
    const tasks = draft.tasks.filter((_, index) => index !== at);
    this.#update({ ...draft, tasks });
    this.show(Math.max(0, at - 1));
  }

  /** Sets the kind of reference; for a seal, proposes inputs, which its author may change. */
  async setMode(mode: ReferenceMode): Promise<void> {
    this.store.update({ trouble: '' });
    this.change({ mode });
    if (mode === 'sealed' && this.task.inputs.trim() === '') await this.propose();
  }

  /** Fills in inputs that the contract allows and on which the reference ends. */
  async propose(): Promise<void> {
    const { task } = this;
    const reading = fromFields(task.options);
    if (!reading.ok) return;
    const contract = contractOf(task.options.contract);
    const found: Inputs[] = [];
    for (const inputs of proposed(contract, 4 * PROPOSED)) {
      if (found.length === PROPOSED) break;
      if (await this.#ends(task, inputs, reading.options.fuel)) found.push(inputs);
    }
    // Somebody may have typed meanwhile.
    if (task === this.task) this.change({ inputs: writeInputs(found) });
  }

  async #ends({ reference, options }: DraftTask, inputs: Inputs, fuel: number): Promise<boolean> {
    try {
      const reply = await this.app.engine.call('run', asked(reference, options, inputs, fuel));
      return reply.run.outcome !== 'out-of-fuel';
    } catch {
      // The contract excludes the input, or the reference has errors, which sealing reports.
      return false;
    }
  }

  /** Seals the reference with its behaviour on the author's inputs. */
  async seal(): Promise<void> {
    if (this.task.inputs.trim() === '') await this.propose();
    const { task } = this;
    const trouble = await this.#seal(task);
    this.store.update({ trouble });
  }

  async #seal(task: DraftTask): Promise<string> {
    const { author, noCrypto } = messages;
    if (!canSeal()) return noCrypto;
    const reading = fromFields(task.options);
    if (!reading.ok) return author.wrongOptions;
    const { fuel, strategy } = reading.options;
    const contract = contractOf(task.options.contract);
    const lines = readInputs(task.inputs, contract);
    const wrong = lines.find((line) => !line.ok);
    if (wrong && !wrong.ok) return author.wrongInput(wrong.line);
    const inputs = lines.flatMap((line): Inputs[] => (line.ok ? [line.inputs] : []));
    if (inputs.length === 0) return author.noInputs;
    if (inputs.length > MAX_SEALED_INPUTS) return author.tooMany(MAX_SEALED_INPUTS);
    const both = { left: task.reference, right: assemblySource('') };
    if (await this.app.programs.firstError(both)) return author.referenceErrors;
    const observed: unknown[] = [];
    try {
      for (const words of inputs) {
        const request = asked(task.reference, task.options, words, fuel);
        const reply = await this.app.engine.call('run', request);
        const seen = observation({ contract, strategy }, reply);
        if (!seen) return author.unfinished(describe(contract, words));
        observed.push(seen);
      }
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    const made = await seal(task.reference, inputs, observed);
    // Somebody may have typed meanwhile.
    if (task !== this.task) return author.sealStale;
    this.change({ sealed: { ...made, reference: task.reference, about: aboutOf(task) } });
    return '';
  }

  #work(): Work {
    const { reference, start, options } = this.task;
    return {
      left: reference,
      right: start,
      names: { left: '', right: '' },
      options,
      example: undefined,
    };
  }

  #fill(): void {
    this.#takes = false;
    this.app.replaceWork(this.#work());
    this.#takes = true;
  }

  /** Copies the editors and options into the task. */
  #take({ left, right, options }: Work): void {
    if (!this.#takes) return;
    const { task } = this;
    const isSaid = options && JSON.stringify(options) !== JSON.stringify(task.options);
    if (isSame(left, task.reference) && isSame(right, task.start) && !isSaid) return;
    this.change({ reference: left, start: right, ...(options ? { options } : {}) });
  }

  #update(draft: Draft): void {
    this.store.update({ draft });
    saveDraft(draft);
  }
}

/** A run of a reference, under the contract of its task. */
function asked(files: Sources, { contract }: OptionFields, inputs: Inputs, fuel: number) {
  const spec = contract === '' ? {} : { contract: contractOf(contract) as Spec };
  return { files, ...spec, inputs, fuel, trace: false };
}

export function draftTask({ draft, at }: AuthorState): DraftTask {
  const task = draft.tasks[at];
  if (!task) throw new Error(`there is no task ${at}`);
  return task;
}
