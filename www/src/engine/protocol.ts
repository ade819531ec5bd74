/**
 * The messages between the page and the engine's worker. They know calls only
 * by their names: what can be called is declared once, in `calls.ts`.
 */

import type { InstructionInfo, Options } from './types';
import type { Z3FailureName } from './z3/protocol';

/** What whoever started a worker sends it once; what is asked before waits for it. */
export interface Start {
  type: 'start';
  module: WebAssembly.Module;
}

/** Something that is answered, by a message with the same `id`. */
export type Asked =
  | { type: 'call'; id: number; name: string; args: readonly unknown[] }
  /** Makes a session, which lasts until it is closed. Its number is the page's choice. */
  | { type: 'open'; id: number; session: number; kind: string; request: unknown }
  | { type: 'session-call'; id: number; session: number; name: string; args: readonly unknown[] };

/** Something about a call that is under way. */
export type AboutCall =
  /** Ends it soon; it is answered with what it has. */
  | { type: 'stop'; id: number }
  /** So many more of its updates have been taken in. */
  | { type: 'received'; id: number; updates: number };

export type ToEngine =
  | Asked
  | AboutCall
  | { type: 'close'; session: number }
  | { type: 'z3-answer'; id: number; output: string }
  | { type: 'z3-failure'; id: number; name: Z3FailureName; message: string };

/** About a call, with its `id`. */
export type FromCall =
  /** Before the answer, as often as there is something to tell. */
  | { type: 'update'; id: number; update: unknown }
  | { type: 'answer'; id: number; answer: unknown }
  /** What was asked could not be done; the engine goes on. */
  | { type: 'failed'; id: number; message: string };

export type FromEngine =
  | { type: 'ready'; version: string; instructions: InstructionInfo[]; options: Options }
  | FromCall
  | { type: 'z3-evaluate'; id: number; text: string }
  /** Nobody waits for the script any more. */
  | { type: 'z3-abandon' }
  /** The engine broke its own rules and cannot go on. */
  | { type: 'crashed'; message: string };

/**
 * A call goes on only while fewer of its updates than this are on their way: a
 * page that is slower than its engine would never catch up.
 */
export const MOST_UNACKNOWLEDGED = 32;

/** After so many updates the page says that it has received them. */
export const ACKNOWLEDGED_TOGETHER = 8;
