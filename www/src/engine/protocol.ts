/**
 * The messages between the page and the engine's worker. They identify calls by name; the calls are
 * declared in `calls.ts`.
 */

import type { InstructionInfo, Options } from './types';
import type { Z3FailureName } from './z3/protocol';

/** Sent once by a worker's creator; earlier requests wait for it. */
export interface Start {
  type: 'start';
  module: WebAssembly.Module;
}

/** A request, which is answered by a message with the same `id`. */
export type Asked =
  | { type: 'call'; id: number; name: string; args: readonly unknown[] }
  /** Opens a session, which lasts until it is closed. The page chooses its number. */
  | { type: 'open'; id: number; session: number; kind: string; request: unknown }
  | { type: 'session-call'; id: number; session: number; name: string; args: readonly unknown[] };

/** A message about a call in progress. */
export type AboutCall =
  /** Asks it to end soon; it is answered with its results so far. */
  | { type: 'stop'; id: number }
  /** This many more of its updates were processed. */
  | { type: 'received'; id: number; updates: number };

export type ToEngine =
  | Asked
  | AboutCall
  | { type: 'close'; session: number }
  | { type: 'z3-answer'; id: number; output: string }
  | { type: 'z3-failure'; id: number; name: Z3FailureName; message: string };

/** A message of a call, with its `id`. */
export type FromCall =
  /** An update before the answer; there may be many. */
  | { type: 'update'; id: number; update: unknown }
  | { type: 'answer'; id: number; answer: unknown }
  /** The request failed; the engine continues. */
  | { type: 'failed'; id: number; message: string };

/** An engine that has come up. */
export interface Ready {
  type: 'ready';
  version: string;
  /** The machine whose programs it reads; absent for MIPS. */
  machine?: 'arm64';
  instructions: InstructionInfo[];
  /** The usual options of a comparison of MIPS programs. */
  options: Options;
}

export type FromEngine =
  | Ready
  | FromCall
  | { type: 'z3-evaluate'; id: number; text: string }
  /** Nobody waits for the script any more. */
  | { type: 'z3-abandon' }
  /** The engine violated its own invariants and cannot continue. */
  | { type: 'crashed'; message: string };

/**
 * A call continues only while fewer of its updates than this are in transit: otherwise a slow page
 * would never catch up.
 */
export const MOST_UNACKNOWLEDGED = 32;

/** Number of updates after which the page acknowledges them. */
export const ACKNOWLEDGED_TOGETHER = 8;
