/**
 * The messages between the page and the engine's worker. What is answered
 * carries the `id` of what was asked, and so do the events of a comparison.
 */

import type { Z3FailureName } from '../z3/protocol';
import type {
  AssembleReply,
  CompareRequest,
  EditorSymbol,
  Event,
  FormatReply,
  InspectRequest,
  InstructionInfo,
  Options,
  PassView,
  QueryTextRequest,
  RenameTrouble,
  Report,
  RunReply,
  RunRequest,
} from './types';

export type ToEngine =
  | { type: 'assemble'; id: number; text: string }
  | { type: 'format'; id: number; text: string }
  | { type: 'symbols'; id: number; text: string }
  | { type: 'rename-trouble'; id: number; text: string; from: string; to: string }
  | { type: 'run'; id: number; request: RunRequest }
  | { type: 'inspect'; id: number; request: InspectRequest }
  | { type: 'query-text'; id: number; request: QueryTextRequest }
  | { type: 'compare'; id: number; request: CompareRequest }
  | { type: 'stop'; id: number }
  | { type: 'z3-answer'; id: number; output: string }
  | { type: 'z3-failure'; id: number; name: Z3FailureName; message: string };

export type FromEngine =
  | { type: 'ready'; version: string; instructions: InstructionInfo[]; options: Options }
  | { type: 'assembled'; id: number; reply: AssembleReply }
  | { type: 'formatted'; id: number; reply: FormatReply }
  | { type: 'symbols'; id: number; symbols: EditorSymbol[] }
  | { type: 'rename-trouble'; id: number; trouble: RenameTrouble | null }
  | { type: 'ran'; id: number; reply: RunReply }
  | { type: 'inspected'; id: number; passes: PassView[] }
  | { type: 'query-text'; id: number; text: string }
  | { type: 'event'; id: number; event: Event }
  | { type: 'report'; id: number; report: Report }
  /** What was asked could not be done; the engine goes on. */
  | { type: 'failed'; id: number; message: string }
  | { type: 'z3-evaluate'; id: number; text: string }
  /** Nobody waits for the script any more. */
  | { type: 'z3-abandon' }
  /** The engine broke its own rules and cannot go on. */
  | { type: 'crashed'; message: string };
