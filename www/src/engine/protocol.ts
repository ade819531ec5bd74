/**
 * The messages between the page and the engine's worker. What is answered
 * carries the `id` of what was asked, and so do the events of a comparison.
 */

import type { Z3FailureName } from '../z3/protocol';
import type {
  AssembleReply,
  CompareRequest,
  Event,
  InspectRequest,
  InstructionInfo,
  Options,
  PassView,
  QueryTextRequest,
  Report,
} from './types';

export type ToEngine =
  | { type: 'assemble'; id: number; text: string }
  | { type: 'inspect'; id: number; request: InspectRequest }
  | { type: 'query-text'; id: number; request: QueryTextRequest }
  | { type: 'compare'; id: number; request: CompareRequest }
  | { type: 'stop'; id: number }
  /** So many more messages of events have been taken in. */
  | { type: 'received'; id: number; messages: number }
  | { type: 'z3-answer'; id: number; output: string }
  | { type: 'z3-failure'; id: number; name: Z3FailureName; message: string };

export type FromEngine =
  | { type: 'ready'; version: string; instructions: InstructionInfo[]; options: Options }
  | { type: 'assembled'; id: number; reply: AssembleReply }
  | { type: 'inspected'; id: number; passes: PassView[] }
  | { type: 'query-text'; id: number; text: string }
  /** In order; several at once, because each message costs the page time. */
  | { type: 'events'; id: number; events: Event[] }
  | { type: 'report'; id: number; report: Report }
  /** What was asked could not be done; the engine goes on. */
  | { type: 'failed'; id: number; message: string }
  | { type: 'z3-evaluate'; id: number; text: string }
  /** Nobody waits for the script any more. */
  | { type: 'z3-abandon' }
  /** The engine broke its own rules and cannot go on. */
  | { type: 'crashed'; message: string };

/**
 * The engine's worker goes on only while fewer messages of events than this are
 * on their way: a page that is slower than its engine would never catch up.
 */
export const MOST_UNDER_WAY = 32;

/** After so many messages the page says that it has received them. */
export const RECEIPT = 8;
