/** The engine's types for ARM64, as wasm-bindgen derives them from the Rust ones. */

export type {
  Arm64Report,
  Arm64Witness,
  GivenInputs,
  ReplayReply,
} from '../../generated/tamarin_arm64';

import type { compare, Question, replay } from '../../generated/tamarin_arm64';
import type { Sources } from '../engine/sources';

type Asked<Request> = {
  [Field in keyof Request]: Field extends 'left' | 'right' ? Sources : Request[Field];
};

export type { Question };
export type CompareRequest = Asked<Parameters<typeof compare>[0]>;
export type ReplayRequest = Asked<Parameters<typeof replay>[0]>;
