/** The plane of two inputs: the part that a map shows, and the values of the other inputs. */

import { type Inputs, namesOf, type SomeSpec } from '../../comparison/contract';
import type { MapRequest } from '../../engine/types';

export type MapRanges = MapRequest['ranges'];

/** The two inputs on the axes. */
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

/** The values of the inputs on no axis: zeros in the longest array, otherwise the defaults. */
export function groundOf(contract: SomeSpec): Inputs {
  const { array } = contract;
  return namesOf(contract).map((name) => (name.endsWith('len') ? (array ?? 0) : 0));
}
