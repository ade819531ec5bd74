/**
 * A quiz: the reader decides whether a program and one of its mutants are equivalent. The program,
 * the contract, and a seed determine the questions: whoever has these has the same round.
 */

import type { Arm64Question } from '../comparison/arm64-question';
import type { Sources } from '../engine/sources';
import type { Options } from '../engine/types';

export interface Quiz {
  /** Empty without one. */
  title: string;
  program: Sources;
  /** The contract and the fuel; all other options are the quiz's own. */
  options: Options;
  /** The question about ARM64 programs, whose fuel is that of the options; absent for MIPS. */
  arm64?: Arm64Question | undefined;
  seed: number;
  /** Number of questions wanted. */
  questions: number;
}

/** Maximum number of questions of a round. */
export const MAX_QUESTIONS = 20;

/** Default number of questions. */
export const USUAL_QUESTIONS = 6;

/** Seeds are words. */
export const SEEDS = 2 ** 32;

/** A random seed. */
export function anySeed(): number {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  return seed;
}
