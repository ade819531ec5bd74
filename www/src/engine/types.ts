/** The engine's types, as wasm-bindgen derives them from the Rust ones. */

export type {
  AssembleReply,
  Cause,
  ContractReply,
  Cut,
  Decision,
  EditorDiagnostic,
  Growth,
  Headline,
  Inputs,
  InstructionInfo,
  ListingRow,
  Meter,
  NextStep,
  Note,
  Open,
  Options,
  Proof,
  ReplayReply,
  Report,
  RunReply,
  RunReport,
  SearchEvent,
  Side,
  SolverName,
  Spec,
  StrategyName,
  Summary,
  Values,
  Verdict,
  Witness,
} from '../../generated/tamarin';

export type {
  CauseView,
  ChangeReport,
  CheckKind,
  EditKind,
  Explanation,
  JudgedView,
  KillsReport,
  LineView,
  Meeting,
  MendReport,
  MendView,
  MutationReply,
  MutationReport,
  MutationView,
  PatternProblem,
  PatternProved,
  PatternsProved,
  Place,
  PlaceReport,
  PointReport,
  Progress,
  ProofKind,
  ProofView,
  ProvedReport,
  QuestionReport,
  Reference,
  RegionKind,
  RegionReport,
  RegionsView,
  Round,
  RoundReport,
  RowProblem,
  RowView,
  RuleUse,
  SecondView,
  SectionView,
  Spot,
  SurvivorReport,
  TallyReport,
  VersionsVerdict,
  VersionsView,
  WordOf,
} from '../../generated/tamarin_proofs';

export type {
  CellClass,
  CellView,
  ClassCount,
  DebugFrame,
  DebugOverview,
  EditorSymbol,
  FormatReply,
  MapEnd,
  MapGrid,
  MapProgress,
  MapView,
  PassView,
  RenameTrouble,
  Scale,
  SideView,
  SourceLine,
  Style,
  WordView,
} from '../../generated/tamarin_tools';

import type { compare, replay, run, SearchEvent } from '../../generated/tamarin';
import type {
  compare_versions,
  explain_cause,
  look_into_tests,
  MutationKnown as MutationKnownOf,
  MutationView,
  open_proof,
  open_quiz,
} from '../../generated/tamarin_proofs';
import type {
  Debugger,
  inspect,
  PlaneMap,
  query_text,
  takes_array,
} from '../../generated/tamarin_tools';
import type { Sources } from './sources';

/** A request about programs in the page's form: WLP4 is compiled on its way to the engine. */
type Asked<Request> = {
  [Field in keyof Request]: Field extends 'left' | 'right' | 'files' ? Sources : Request[Field];
};

export type CompareRequest = Asked<Parameters<typeof compare>[0]>;
export type DebugRequest = Asked<ConstructorParameters<typeof Debugger>[0]>;
export type ProofRequest = Asked<Parameters<typeof open_proof>[0]>;
export type ExplainRequest = Asked<Parameters<typeof explain_cause>[0]>;
type Look = Parameters<typeof look_into_tests>[0];
export type OtherProgram = Asked<NonNullable<Look['others']>[number]>;
export type MutationRequest = Omit<Asked<Look>, 'others'> & { others?: readonly OtherProgram[] };
/** What is known before a search among mutants has ended. */
export type MutationKnown = MutationKnownOf<MutationView>;
export type QuizRequest = Asked<Parameters<typeof open_quiz>[0]>;
export type VersionsRequest = Asked<Parameters<typeof compare_versions>[0]>;
export type FindRequest = Parameters<Debugger['find']>[0];
export type MapRequest = Asked<ConstructorParameters<typeof PlaneMap>[0]>;
export type ArrayUseRequest = Asked<Parameters<typeof takes_array>[0]>;
export type InspectRequest = Asked<Parameters<typeof inspect>[0]>;
export type ReplayRequest = Asked<Parameters<typeof replay>[0]>;
export type QueryTextRequest = Asked<Parameters<typeof query_text>[0]>;
export type RunRequest = Asked<Parameters<typeof run>[0]>;

export type BeginEvent = Extract<SearchEvent, { type: 'begin' }>;
export type SoFarEvent = Extract<SearchEvent, { type: 'so-far' }>;
export type RunEvent = Extract<SearchEvent, { type: 'run' }>;
export type QueryEvent = Extract<SearchEvent, { type: 'query' }>;
export type MergedEvent = Extract<SearchEvent, { type: 'merged' }>;
export type AnswerEvent = Extract<SearchEvent, { type: 'answer' }>;
