/** The plane of two of the inputs: which part of it a map shows, and what the other inputs are there. */

import { type Inputs, namesOf, type SomeSpec } from '../../comparison/contract';
import type { MapRequest } from '../../engine/types';

export type MapRanges = MapRequest['ranges'];

/** Which two of the inputs are on the axes. */
export type Axes = readonly [number, number];

export const wholePlane: MapRanges = [
  { from: -(2 ** 31), to: 2 ** 31 - 1 },
  { from: -(2 ** 31), to: 2 ** 31 - 1 },
];

/** The words of an input that are on the axes. */
export const pointOf = ([x, y]: Axes, inputs: Inputs): [number, number] => [
  inputs[x] ?? 0,
  inputs[y] ?? 0,
];

/** What the inputs are that are on no axis: zeros in the longest array, else what is usual. */
export function groundOf(contract: SomeSpec): Inputs {
  const { array } = contract;
  return namesOf(contract).map((name) => (name.endsWith('len') ? (array ?? 0) : 0));
}
