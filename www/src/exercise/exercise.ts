/**
 * Exercises: a task is a text, a program to start from, what is compared, and a reference that
 * says what is right. A worksheet is several in one link.
 */

import type { Sources } from '../engine/sources';
import type { Inputs, Options } from '../engine/types';

/** What is opened step by step, in the author's order. */
export type Hint =
  | { kind: 'text'; text: string }
  /** All inputs on which the program differs; the instruction that is to blame; an edit that mends it. */
  | { kind: 'regions' | 'cause' | 'mend' };

export type HintKind = Hint['kind'];

export const hintKinds: readonly HintKind[] = ['text', 'regions', 'cause', 'mend'];

/** Where the reference is. */
export type Reference =
  /** In the link: hidden from view, and from nobody who looks for it. */
  | { mode: 'open'; program: Sources }
  /** In the link, under a key that its author keeps. */
  | { mode: 'sealed'; seal: Seal }
  /** Not in the link: its author has it. */
  | { mode: 'elsewhere' };

export type ReferenceMode = Reference['mode'];

export const referenceModes: readonly ReferenceMode[] = ['open', 'sealed', 'elsewhere'];

/**
 * A reference under a key, and what it does with some inputs as one hash: see `sealing.ts`.
 * Bytes are in base64url.
 */
export interface Seal {
  inputs: readonly Inputs[];
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
  reference: Reference;
  hints: readonly Hint[];
  /** How many verdicts there are; undefined for as many as one likes. */
  tokens: number | undefined;
}

export interface Worksheet {
  title: string;
  tasks: readonly Task[];
}

// What is read from a link has limits.

export const MAX_TASKS = 50;
export const MAX_HINTS = 20;
export const MAX_TOKENS = 1000;
/** Inputs of a seal. */
export const MAX_SEALED_INPUTS = 500;
