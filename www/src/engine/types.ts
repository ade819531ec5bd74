/** The engine's own types, as wasm-bindgen derives them from the Rust ones. */

export type {
  AssembleReply,
  EditorDiagnostic,
  EditorSymbol,
  Event,
  FormatReply,
  InstructionInfo,
  ListingRow,
  Open,
  Options,
  PassView,
  RenameTrouble,
  Report,
  RunReply,
  RunReport,
  Side,
  SolverName,
  StrategyName,
  Verdict,
  Witness,
} from '../../generated/tamarin';

import type { compare, Event, inspect, query_text, run } from '../../generated/tamarin';

export type CompareRequest = Parameters<typeof compare>[0];
export type InspectRequest = Parameters<typeof inspect>[0];
export type QueryTextRequest = Parameters<typeof query_text>[0];
export type RunRequest = Parameters<typeof run>[0];

export type RunEvent = Extract<Event, { type: 'run' }>;
export type QueryEvent = Extract<Event, { type: 'query' }>;
export type AnswerEvent = Extract<Event, { type: 'answer' }>;
