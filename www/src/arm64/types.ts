/** The engine's types for ARM64, as wasm-bindgen derives them from the Rust ones. */

export type {
  Arm64CauseView as CauseView,
  Arm64Explanation,
  Arm64Explored,
  Arm64ExploredRun,
  Arm64JudgedView as JudgedView,
  Arm64MendView as MendView,
  Arm64MutationView as MutationView,
  Arm64Pair,
  Arm64PartingView as PartingView,
  Arm64Query,
  Arm64RegionReport as RegionReport,
  Arm64RegionsView as RegionsView,
  Arm64Report,
  Arm64Run,
  Arm64VersionsView as VersionsView,
  Arm64Witness,
  CompareReply,
  GivenInputs,
  ReplayReply,
} from '../../generated/tamarin_arm64';

import type {
  Arm64MutationView,
  check_claim,
  compare,
  compare_versions,
  Debugger,
  explain_mend,
  look_into_tests,
  MutationKnown as MutationKnownOf,
  open_quiz,
  PlaneMap,
  Question,
  query_text,
  replay,
  run,
} from '../../generated/tamarin_arm64';
import type { Sources } from '../engine/sources';

type Asked<Request> = {
  [Field in keyof Request]: Field extends 'left' | 'right' ? Sources : Request[Field];
};

type Look = Parameters<typeof look_into_tests>[0];

export type { Question };
export type MutationKnown = MutationKnownOf<Arm64MutationView>;
export type MutationRequest = Omit<Look, 'files' | 'others'> & {
  files: Sources;
  others?: readonly { name: string; files: Sources }[];
};
export type CompareRequest = Asked<Parameters<typeof compare>[0]>;
export type ClaimRequest = Asked<Parameters<typeof check_claim>[0]>;
export type ExplainRequest = Asked<Parameters<typeof explain_mend>[0]>;
export type RunRequest = Omit<Parameters<typeof run>[0], 'files'> & { files: Sources };
export type QueryRequest = Asked<Parameters<typeof query_text>[0]>;
export type ReplayRequest = Asked<Parameters<typeof replay>[0]>;
export type DebugRequest = Asked<ConstructorParameters<typeof Debugger>[0]>;
export type QuizRequest = Parameters<typeof open_quiz>[0];
export type VersionsRequest = Asked<Parameters<typeof compare_versions>[0]>;
export type MapRequest = Asked<ConstructorParameters<typeof PlaneMap>[0]>;
export type FindRequest = Parameters<Debugger['find']>[0];
