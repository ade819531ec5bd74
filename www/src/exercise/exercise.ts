/**
 * Exercises: a task has a text, a starting program, a contract, and a reference that defines the
 * correct behaviour. A worksheet is several tasks in one link.
 */

import type { Arm64Question } from '../comparison/arm64-question';
import type { Sources } from '../engine/sources';
import type { Inputs, Options } from '../engine/types';

/** Hints that are opened one by one, in the author's order. */
export type Hint =
  | { kind: 'text'; text: string }
  /** All inputs on which the program differs; the faulty instruction; an edit that fixes it. */
  | { kind: 'regions' | 'cause' | 'mend' };

export type HintKind = Hint['kind'];

export const hintKinds: readonly HintKind[] = ['text', 'regions', 'cause', 'mend'];

/** Where the reference is. */
export type Reference =
  /** In the link: hidden from view, but anybody can extract it. */
  | { mode: 'open'; program: Sources }
  /** In the link, encrypted with a key that its author keeps. */
  | { mode: 'sealed'; seal: Seal }
  /** Not in the link: its author has it. */
  | { mode: 'elsewhere' };

export type ReferenceMode = Reference['mode'];

export const referenceModes: readonly ReferenceMode[] = ['open', 'sealed', 'elsewhere'];

/** The words of an input: numbers for MIPS, and texts for ARM64, whose words no number holds. */
export type SealedInput = Inputs | readonly string[];

/**
 * An encrypted reference, and one hash of its behaviour on some inputs: see `sealing.ts`. Bytes are
 * in base64url.
 */
export interface Seal {
  inputs: readonly SealedInput[];
  salt: string;
  hash: string;
  /** The nonce, and the encrypted files. */
  nonce: string;
  box: string;
}

export interface Task {
  title: string;
  /** Markdown. */
  text: string;
  start: Sources;
  /** The contract and the limits of a comparison. */
  options: Options;
  /** The question about ARM64 programs; absent for MIPS. All tasks of a worksheet are for one machine. */
  arm64?: Arm64Question | undefined;
  reference: Reference;
  hints: readonly Hint[];
  /** Number of verdicts; undefined for unlimited. */
  tokens: number | undefined;
}

export interface Worksheet {
  title: string;
  tasks: readonly Task[];
}

// Limits on what is read from a link.

export const MAX_TASKS = 50;
export const MAX_HINTS = 20;
export const MAX_TOKENS = 1000;
/** Maximum number of inputs of a seal. */
export const MAX_SEALED_INPUTS = 500;
