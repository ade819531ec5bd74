/** What is said to `www/z3/z3-worker.js`, and what it says. */

export type ToZ3 =
  | { type: 'start'; script: string; module: WebAssembly.Module }
  | { type: 'evaluate'; id: number; text: string };

export type FromZ3 =
  | { type: 'ready' }
  | { type: 'answer'; id: number; output: string }
  | { type: 'died'; message: string };

/** Why z3 gave no output; the engine reads it off the error's `name`. */
export type Z3FailureName = 'Z3Unavailable' | 'Z3Died' | 'Z3Timeout' | 'Z3Cancelled';

export class Z3Failure extends Error {
  override readonly name: Z3FailureName;

  constructor(name: Z3FailureName, message: string) {
    super(message);
    this.name = name;
  }
}
