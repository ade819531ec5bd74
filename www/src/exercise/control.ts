/** Controls the work on a task: comparisons, hints, unsealing the reference. */

import { toFields } from '../comparison/options';
import { isSame, type Sources } from '../engine/sources';
import { Store } from '../kit/store';
import type { Playground } from '../playground/playground';
import { assemblySource } from '../programs/source';
import type { Work } from '../work/storage';
import type { Task, Worksheet } from './exercise';
import type { ExerciseMachine } from './machine';
import { messages } from './messages';
import { agrees, canSeal, open } from './sealing';
import { type ExerciseState, initialProgress, type Judged, type Progress } from './state';

export interface Place {
  sheet: Worksheet;
  name: string;
  progress: Progress[];
  student: string;
  machine: ExerciseMachine;
  keep(progress: readonly Progress[]): void;
  keepStudent(student: string): void;
}

export class ExerciseControl {
  readonly store: Store<ExerciseState>;
  /** What depends on the machine of the programs. */
  readonly machine: ExerciseMachine;
  /** The reference is the left program, if it is known; the reader's is the right one. */
  readonly app: Playground;
  readonly #keep: Place['keep'];
  readonly #keepStudent: Place['keepStudent'];
  #isChecking = false;

  constructor({ sheet, name, progress, student, machine, keep, keepStudent }: Place) {
    this.machine = machine;
    this.#keep = keep;
    this.#keepStudent = keepStudent;
    this.store = new Store<ExerciseState>({
      sheet,
      name,
      at: 0,
      progress: progress.length > 0 ? progress : initialProgress(sheet),
      student,
      sealCheck: undefined,
      trouble: '',
    });
    this.app = machine.playground({
      work: this.#work(),
      names: messages.names,
      // Stepping must not reveal the reference.
      stepsAlone: () => (this.progress.unsealed ? undefined : 'right'),
      save: ({ right }) => this.#typed(right),
    });
    // A setting for the reader's own programs does not apply here.
    this.app.store.update({ asYouType: false });
  }

  get task(): Task {
    return taskOf(this.store.state);
  }

  get progress(): Progress {
    return progressOf(this.store.state);
  }

  /** The reference, if it is known here. */
  get reference(): Sources | undefined {
    const { reference } = this.task;
    return reference.mode === 'open' ? reference.program : this.progress.unsealed;
  }

  /** Number of remaining verdicts; undefined if they are unlimited. */
  get left(): number | undefined {
    const { tokens } = this.task;
    return tokens === undefined ? undefined : Math.max(0, tokens - this.progress.spent);
  }

  show(at: number): void {
    if (at === this.store.state.at || this.#isChecking) return;
    this.store.update({ at, sealCheck: undefined, trouble: '' });
    this.#fill();
  }

  /**
   * Compares the program with the reference; for a sealed one, their behaviour on the author's
   * inputs.
   */
  async check(): Promise<void> {
    if (this.#isChecking || this.task.reference.mode === 'elsewhere') return;
    const { program, judged } = this.progress;
    this.store.update({ trouble: '' });
    // The same question has the same answer, and is free.
    const isKnown = judged !== undefined && isSame(judged.program, program);
    if (this.left === 0 && !isKnown) {
      this.store.update({ trouble: messages.noTokens });
      return;
    }
    this.#isChecking = true;
    try {
      const found = this.reference ? await this.#compare() : await this.#holdAgainstSeal();
      if (!found) return;
      const spent = this.progress.spent + (isKnown ? 0 : 1);
      this.#change({ judged: found, spent });
    } finally {
      this.#isChecking = false;
    }
  }

  /** Sets the student's name. */
  setStudent(student: string): void {
    this.store.update({ student });
    this.#keepStudent(student);
  }

  stop(): void {
    this.app.stop();
  }

  async #compare(): Promise<Judged | undefined> {
    const before = this.machine.comparing(this.app);
    await this.machine.compare(this.app);
    const comparing = this.machine.comparing(this.app);
    if (!comparing || comparing.began === before?.began) return undefined;
    const { program, found, witness } = comparing;
    if (found) return { program, found, witness };
    // A stopped comparison may nevertheless have found a difference.
    return witness && { program, found: 'disequivalent', witness };
  }

  async #holdAgainstSeal(): Promise<Judged | undefined> {
    const { task } = this;
    const { reference } = task;
    if (reference.mode !== 'sealed') return undefined;
    const { program } = this.progress;
    if (!canSeal()) {
      this.store.update({ sealCheck: { state: 'failed', message: messages.noCrypto } });
      return undefined;
    }
    if (await this.app.programs.firstError({ left: assemblySource(''), right: program })) {
      this.store.update({ sealCheck: { state: 'failed', message: messages.hasErrors } });
      return undefined;
    }
    this.store.update({ sealCheck: { state: 'running' } });
    try {
      const observed: unknown[] = [];
      for (const inputs of reference.seal.inputs) {
        const seen = await this.machine.observe(this.app, task, program, inputs);
        if (!seen) {
          this.store.update({ sealCheck: { state: 'unfinished', program, inputs } });
          return undefined;
        }
        observed.push(seen);
      }
      const isSameHash = await agrees(reference.seal, observed);
      this.store.update({ sealCheck: { state: 'ended', program, agrees: isSameHash } });
      const found = isSameHash ? 'agrees-on-inputs' : 'differs-on-inputs';
      return { program, found, witness: undefined };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.store.update({ sealCheck: { state: 'failed', message } });
      return undefined;
    }
  }

  /** Opens the reference with the author's key. */
  async unseal(key: string): Promise<void> {
    const { reference } = this.task;
    if (reference.mode !== 'sealed') return;
    const unsealed = await open(reference.seal, key);
    this.store.update({ trouble: unsealed ? '' : messages.wrongKey });
    if (!unsealed) return;
    this.#change({ unsealed, judged: undefined });
    this.store.update({ sealCheck: undefined });
    this.#fill();
  }

  /** Opens the next hint; an engine's hint is computed from the last difference. */
  async openHint(): Promise<void> {
    const hint = this.task.hints[this.progress.opened];
    if (!hint) return;
    this.#change({ opened: this.progress.opened + 1 });
    if (hint.kind !== 'text') await this.explain();
  }

  /** Computes the open hints for the last difference. */
  async explain(): Promise<void> {
    await this.machine.explain(this.app);
  }

  /** Restarts the task; tokens and hints are kept. */
  startAgain(): void {
    this.app.programs.replace({ right: this.task.start });
    this.#typed(this.task.start);
  }

  #work(): Work {
    return {
      left: this.reference ?? assemblySource(''),
      right: this.progress.program,
      names: { left: '', right: '' },
      options: toFields(this.task.options),
      example: undefined,
      arm64: this.task.arm64,
    };
  }

  #fill(): void {
    this.machine.forget(this.app);
    this.app.replaceWork(this.#work());
  }

  #typed(program: Sources): void {
    if (!isSame(program, this.progress.program)) this.#change({ program });
  }

  #change(change: Partial<Progress>): void {
    const { progress, at } = this.store.state;
    const changed = progress.map((one, index) => (index === at ? { ...one, ...change } : one));
    this.store.update({ progress: changed });
    this.#keep(changed);
  }
}

export function taskOf({ sheet, at }: ExerciseState): Task {
  const task = sheet.tasks[at];
  if (!task) throw new Error(`there is no task ${at}`);
  return task;
}

export function progressOf({ progress, at }: ExerciseState): Progress {
  const one = progress[at];
  if (!one) throw new Error(`there is no task ${at}`);
  return one;
}
