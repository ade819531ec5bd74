/** The engine's types for ARM64, as wasm-bindgen derives them from the Rust ones. */

export type {
  Arm64Report,
  Arm64Witness,
  CompareReply,
  GivenInputs,
  ReplayReply,
} from '../../generated/tamarin_arm64';

import type { compare, Debugger, Question, replay } from '../../generated/tamarin_arm64';
import type { Sources } from '../engine/sources';

type Asked<Request> = {
  [Field in keyof Request]: Field extends 'left' | 'right' ? Sources : Request[Field];
};

export type { Question };
export type CompareRequest = Asked<Parameters<typeof compare>[0]>;
export type ReplayRequest = Asked<Parameters<typeof replay>[0]>;
export type DebugRequest = Asked<ConstructorParameters<typeof Debugger>[0]>;
export type FindRequest = Parameters<Debugger['find']>[0];
