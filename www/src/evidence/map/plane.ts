/** The plane of two inputs: the part that a map shows, and the values of the other inputs. */

import type { Sources } from '../../engine/sources';
import type { MapRequest, MapView, Side } from '../../engine/types';
import type { NumberFormat } from '../../kit/numbers';

export type MapRanges = MapView['ranges'];

/** The two inputs on the axes. */
export type Axes = readonly [number, number];

/** The values of all inputs, as signed numbers. */
export type Words = readonly bigint[];

/** The inputs on the axes, to the right and upwards. */
export type Point = readonly [bigint, bigint];

/** What a map has to know of the machine of its programs. */
export interface MapMachine {
  /** The width of a word. */
  bits: 32 | 64;
  /** The register of the result. */
  result: string;
  /** The notation of a word of this machine. */
  format(word: bigint, format: NumberFormat): string;
  /** The signed number that a text denotes; undefined if it is no word. */
  parse(text: string): bigint | undefined;
}

/** What a map is of: two programs of any machine, and their inputs. */
export interface Mapped {
  machine: MapMachine;
  programs: Record<Side, Sources>;
  /** The names of the inputs. */
  names: readonly string[];
  /** The values of the inputs on no axis: zeros in the longest array. */
  ground: Words;
  /** The part of the engine's request that depends on the machine; equal texts ask the same. */
  question: object;
}

/** What a map takes from the playground around it. */
export interface MapSource {
  /** What would be mapped now. */
  mapped(): Mapped;
  /** Whether something was compared, so that there certainly are two programs. */
  isCompared(): boolean;
  /** The inputs that were run already, the witness first; a map shows them first. */
  known(): Words[];
  /** The input that shows the difference, if one is known. */
  witness(): Words | undefined;
  /** The inputs in words, on a line. */
  describe(mapped: Mapped, inputs: Words, format: NumberFormat): string;
  /** Conditions of an explanation of these programs, which are outlined. */
  conditions(mapped: Mapped): readonly string[];
  /** Steps through both programs on an input. */
  step(inputs: Words): void;
}

/** All words of a machine on both axes. */
export function wholePlane({ bits }: MapMachine): MapRanges {
  const half = 2n ** BigInt(bits - 1);
  return [
    { from: -half, to: half - 1n },
    { from: -half, to: half - 1n },
  ];
}

export const isSameRanges = (some: MapRanges, others: MapRanges): boolean =>
  some.every(({ from, to }, axis) => from === others[axis]?.from && to === others[axis]?.to);

/** The words of an input that are on the axes. */
export const pointOf = ([x, y]: Axes, inputs: Words): [bigint, bigint] => [
  inputs[x] ?? 0n,
  inputs[y] ?? 0n,
];

/** Whether the inputs of both are the same words. */
export const haveSameInputs = (one: Mapped, other: Mapped): boolean =>
  JSON.stringify(one.names) === JSON.stringify(other.names);

/** Whether both ask the same about their programs. */
export const asksTheSame = (one: Mapped, other: Mapped): boolean =>
  JSON.stringify(one.question) === JSON.stringify(other.question);

/** The engine's request; the engine of each machine takes its own question under the same names. */
export const requestOf = (mapped: Mapped, view: MapView): MapRequest =>
  ({ ...mapped.programs, ...mapped.question, view }) as unknown as MapRequest;
