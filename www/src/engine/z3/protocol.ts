/** The messages to and from `www/z3/z3-worker.js`. */

export type ToZ3 =
  /** Only checks whether z3 can allocate its memory; answered by `ready` or `died`. */
  | { type: 'probe'; bytes: number }
  | { type: 'start'; script: string; module: WebAssembly.Module }
  | { type: 'evaluate'; id: number; text: string };

export type FromZ3 =
  | { type: 'ready' }
  | { type: 'answer'; id: number; output: string }
  | { type: 'died'; message: string };

/** Why z3 gave no output; the engine reads it from the error's `name`. */
export type Z3FailureName = 'Z3Unavailable' | 'Z3Died' | 'Z3Timeout' | 'Z3Cancelled';

/** Why z3 is unavailable: its files, its memory, or something else at its start. */
export type Z3Lack = 'download' | 'memory' | 'start';

export class Z3Failure extends Error {
  override readonly name: Z3FailureName;
  /** Set for `Z3Unavailable` only. */
  readonly lack: Z3Lack | undefined;

  constructor(name: Z3FailureName, message: string, lack?: Z3Lack) {
    super(message);
    this.name = name;
    this.lack = lack;
  }
}
