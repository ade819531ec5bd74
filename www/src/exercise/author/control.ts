/**
 * The editor of an exercise: the draft, and the playground with the programs of its current task.
 */

import { contractOf } from '../../comparison/contract';
import { fromFields } from '../../comparison/options';
import { isSame } from '../../engine/sources';
import { Store } from '../../kit/store';
import type { Playground } from '../../playground/playground';
import { assemblySource } from '../../programs/source';
import type { Work } from '../../work/storage';
import {
  MAX_SEALED_INPUTS,
  MAX_TASKS,
  type ReferenceMode,
  type SealedInput,
  type Task,
} from '../exercise';
import type { Asked, ExerciseMachine } from '../machine';
import { messages } from '../messages';
import { writeInputs } from '../observing';
import { canSeal, seal } from '../sealing';
import { aboutOf, type Draft, type DraftTask, newTask, saveDraft } from './draft';

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
  readonly machine: ExerciseMachine;
  /** False while the playground is filled from the draft. */
  #takes = true;

  /** @param machine That of the programs of all tasks. */
  constructor(draft: Draft, machine: ExerciseMachine) {
    this.machine = machine;
    this.store = new Store<AuthorState>({ draft, at: 0, trouble: '' });
    this.app = machine.playground({ work: this.#work(), save: (work) => this.#take(work) });
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
    const { options, arm64 } = this.app.store.state;
    const task = newTask(options, undefined, arm64);
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
    const asked = askedBy(task);
    if (!asked) return;
    const found: SealedInput[] = [];
    for (const inputs of this.machine.proposed(asked, 4 * PROPOSED)) {
      if (found.length === PROPOSED) break;
      if (await this.#ends(task, asked, inputs)) found.push(inputs);
    }
    // Somebody may have typed meanwhile.
    if (task === this.task) this.change({ inputs: writeInputs(found) });
  }

  async #ends({ reference }: DraftTask, asked: Asked, inputs: SealedInput): Promise<boolean> {
    try {
      return (await this.machine.observe(this.app, asked, reference, inputs)) !== undefined;
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
    const asked = askedBy(task);
    if (!asked) return author.wrongOptions;
    const lines = this.machine.readInputs(task.inputs, asked);
    const wrong = lines.find((line) => !line.ok);
    if (wrong && !wrong.ok) return author.wrongInput(wrong.line);
    const inputs = lines.flatMap((line): SealedInput[] => (line.ok ? [line.inputs] : []));
    if (inputs.length === 0) return author.noInputs;
    if (inputs.length > MAX_SEALED_INPUTS) return author.tooMany(MAX_SEALED_INPUTS);
    const both = { left: task.reference, right: assemblySource('') };
    if (await this.app.programs.firstError(both)) return author.referenceErrors;
    const observed: unknown[] = [];
    try {
      for (const words of inputs) {
        const seen = await this.machine.observe(this.app, asked, task.reference, words);
        if (!seen) return author.unfinished(this.machine.describe(asked, words));
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
    const { reference, start, options, arm64 } = this.task;
    return {
      left: reference,
      right: start,
      names: { left: '', right: '' },
      options,
      example: undefined,
      arm64,
    };
  }

  #fill(): void {
    this.#takes = false;
    this.app.replaceWork(this.#work());
    this.#takes = true;
  }

  /** Copies the editors and options into the task. */
  #take({ left, right, options, arm64 }: Work): void {
    if (!this.#takes) return;
    const { task } = this;
    const asked = { options: options ?? task.options, arm64 };
    const isSaid =
      JSON.stringify(asked) !== JSON.stringify({ options: task.options, arm64: task.arm64 });
    if (isSame(left, task.reference) && isSame(right, task.start) && !isSaid) return;
    this.change({ reference: left, start: right, ...asked });
  }

  #update(draft: Draft): void {
    this.store.update({ draft });
    saveDraft(draft);
  }
}

/** What a draft asks; undefined if an option is wrong. */
export function askedBy({ options: fields, arm64 }: DraftTask): Asked | undefined {
  const reading = fromFields(fields);
  if (!reading.ok) return undefined;
  const options = { ...reading.options, contract: contractOf(fields.contract) };
  return { options: options as Task['options'], arm64 };
}

export function draftTask({ draft, at }: AuthorState): DraftTask {
  const task = draft.tasks[at];
  if (!task) throw new Error(`there is no task ${at}`);
  return task;
}
