/** The engine's own types, as wasm-bindgen derives them from the Rust ones. */

export type {
  AssembleReply,
  Cause,
  CellClass,
  CellView,
  ClassCount,
  Cut,
  DebugFrame,
  DebugOverview,
  Decision,
  EditorDiagnostic,
  EditorSymbol,
  Event,
  FormatReply,
  Growth,
  InstructionInfo,
  ListingRow,
  MapGrid,
  MapProgress,
  Open,
  Options,
  PassView,
  RenameTrouble,
  ReplayReply,
  Report,
  RunReply,
  RunReport,
  Scale,
  Side,
  SideView,
  SolverName,
  StrategyName,
  Verdict,
  Witness,
  WordView,
} from '../../generated/tamarin';

import type {
  compare,
  Debugger,
  Event,
  inspect,
  PlaneMap,
  query_text,
  replay,
  run,
} from '../../generated/tamarin';

export type CompareRequest = Parameters<typeof compare>[0];
export type DebugRequest = ConstructorParameters<typeof Debugger>[0];
export type FindRequest = Parameters<Debugger['find']>[0];
export type MapRequest = ConstructorParameters<typeof PlaneMap>[0];
export type InspectRequest = Parameters<typeof inspect>[0];
export type ReplayRequest = Parameters<typeof replay>[0];
export type QueryTextRequest = Parameters<typeof query_text>[0];
export type RunRequest = Parameters<typeof run>[0];

export type RunEvent = Extract<Event, { type: 'run' }>;
export type QueryEvent = Extract<Event, { type: 'query' }>;
export type MergedEvent = Extract<Event, { type: 'merged' }>;
export type AnswerEvent = Extract<Event, { type: 'answer' }>;
