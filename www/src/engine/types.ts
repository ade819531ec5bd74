/** The engine's own types, as wasm-bindgen derives them from the Rust ones. */

export type {
  AssembleReply,
  Cause,
  Cut,
  Decision,
  EditorDiagnostic,
  Event,
  Growth,
  InstructionInfo,
  ListingRow,
  Open,
  Options,
  PassView,
  Report,
  RunReport,
  Side,
  SolverName,
  StrategyName,
  Verdict,
  Witness,
} from '../../generated/tamarin';

import type { compare, Event, inspect, query_text } from '../../generated/tamarin';

export type CompareRequest = Parameters<typeof compare>[0];
export type InspectRequest = Parameters<typeof inspect>[0];
export type QueryTextRequest = Parameters<typeof query_text>[0];

export type RunEvent = Extract<Event, { type: 'run' }>;
export type QueryEvent = Extract<Event, { type: 'query' }>;
export type AnswerEvent = Extract<Event, { type: 'answer' }>;
