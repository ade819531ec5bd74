/**
 * The messages between the page and the engine's worker. What is answered
 * carries the `id` of what was asked, and so do the events of a comparison.
 */

import type { Z3FailureName } from '../z3/protocol';
import type {
  AssembleReply,
  CellView,
  CompareRequest,
  DebugFrame,
  DebugOverview,
  DebugRequest,
  EditorSymbol,
  Event,
  FindRequest,
  FormatReply,
  InspectRequest,
  InstructionInfo,
  MapGrid,
  MapProgress,
  MapRequest,
  Options,
  PassView,
  QueryTextRequest,
  RenameTrouble,
  ReplayReply,
  ReplayRequest,
  Report,
  RunReply,
  RunRequest,
} from './types';

/** What whoever started a worker sends it once; what is asked before waits for it. */
export interface Start {
  type: 'start';
  module: WebAssembly.Module;
}

export type ToEngine =
  | { type: 'assemble'; id: number; text: string }
  | { type: 'format'; id: number; text: string }
  | { type: 'symbols'; id: number; text: string }
  | { type: 'rename-trouble'; id: number; text: string; from: string; to: string }
  | { type: 'run'; id: number; request: RunRequest }
  | { type: 'inspect'; id: number; request: InspectRequest }
  | { type: 'query-text'; id: number; request: QueryTextRequest }
  | { type: 'replay'; id: number; request: ReplayRequest }
  | { type: 'compare'; id: number; request: CompareRequest }
  /** Opens two runs, in place of those that were open. */
  | { type: 'debug'; id: number; request: DebugRequest }
  | { type: 'debug-frame'; id: number; position: number }
  | { type: 'debug-find'; id: number; request: FindRequest }
  | { type: 'debug-table'; id: number }
  /** Begins a map, in place of the one that was there. */
  | { type: 'map'; id: number; request: MapRequest }
  | { type: 'map-cell'; id: number; column: number; row: number }
  | { type: 'map-table'; id: number }
  /** Ends a comparison or a map. */
  | { type: 'stop'; id: number }
  /** So many more messages of events have been taken in. */
  | { type: 'received'; id: number; messages: number }
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
  | { type: 'replayed'; id: number; reply: ReplayReply }
  /** In order; several at once, because each message costs the page time. */
  | { type: 'events'; id: number; events: Event[] }
  | { type: 'report'; id: number; report: Report }
  | { type: 'debugging'; id: number; overview: DebugOverview }
  | { type: 'debug-frame'; id: number; frame: DebugFrame }
  | { type: 'debug-found'; id: number; position: number }
  | { type: 'map-grid'; id: number; grid: MapGrid }
  | { type: 'map-picture'; id: number; picture: Uint8Array; progress: MapProgress }
  /** The map is done, or was stopped, or another one has taken its place. */
  | { type: 'map-end'; id: number }
  | { type: 'map-cell'; id: number; cell: CellView | undefined }
  | { type: 'table'; id: number; csv: string }
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
