/** The engine's types for ARM64, as wasm-bindgen derives them from the Rust ones. */

export type {
  Arm64CauseView as CauseView,
  Arm64Explanation,
  Arm64JudgedView as JudgedView,
  Arm64MendView as MendView,
  Arm64Pair,
  Arm64PartingView as PartingView,
  Arm64Report,
  Arm64VersionsView as VersionsView,
  Arm64Witness,
  CompareReply,
  GivenInputs,
  ReplayReply,
} from '../../generated/tamarin_arm64';

import type {
  compare,
  compare_versions,
  Debugger,
  explain_mend,
  open_quiz,
  PlaneMap,
  Question,
  replay,
} from '../../generated/tamarin_arm64';
import type { Sources } from '../engine/sources';

type Asked<Request> = {
  [Field in keyof Request]: Field extends 'left' | 'right' ? Sources : Request[Field];
};

export type { Question };
export type CompareRequest = Asked<Parameters<typeof compare>[0]>;
export type ExplainRequest = Asked<Parameters<typeof explain_mend>[0]>;
export type ReplayRequest = Asked<Parameters<typeof replay>[0]>;
export type DebugRequest = Asked<ConstructorParameters<typeof Debugger>[0]>;
export type QuizRequest = Parameters<typeof open_quiz>[0];
export type VersionsRequest = Asked<Parameters<typeof compare_versions>[0]>;
export type MapRequest = Asked<ConstructorParameters<typeof PlaneMap>[0]>;
export type FindRequest = Parameters<Debugger['find']>[0];
