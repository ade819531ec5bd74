/**
 * A quiz: a program stands beside one of its mutants, and somebody says whether they do the same.
 * Which questions are asked follows from the program, what is compared, and a seed: whoever has
 * these has the same round.
 */

import type { Sources } from '../engine/sources';
import type { Options } from '../engine/types';

export interface Quiz {
  /** Empty without one. */
  title: string;
  program: Sources;
  /** What is compared, and within how many steps; all else is the quiz's own. */
  options: Options;
  seed: number;
  /** Questions that are wanted. */
  questions: number;
}

/** Questions of a round at most. */
export const MAX_QUESTIONS = 20;

/** As many as are asked where nobody says how many. */
export const USUAL_QUESTIONS = 6;

/** Seeds are words. */
export const SEEDS = 2 ** 32;

/** A seed that nobody chose. */
export function anySeed(): number {
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  return seed;
}
