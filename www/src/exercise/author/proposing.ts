/** Inputs for a seal, where its author has none: corners of each word, and ordinary numbers. */

import { named, namesOf, type SomeSpec } from '../../comparison/contract';
import type { Inputs } from '../../engine/types';

/** Words at which programs go wrong, and words at which they rarely do. */
const words = [
  0, 1, 0xffffffff, 2, 7, 0x7fffffff, 0x80000000, 10, 0xfffffffb, 100, 3, 0xffff0000, 12345, 48,
  0x10000, 0xffffff9c,
];
/** Bytes that are read: a line's end, digits, letters. */
const bytes = [0x0a, 0x31, 0x61, 0x20, 0x2d, 0x7a, 0x30, 0x41];

/** So many different inputs of a contract, where it has so many; those of the first lines are the simplest. */
export function proposed(spec: SomeSpec | undefined, most: number): Inputs[] {
  const names = namesOf(spec);
  const longest = spec?.array ?? 0;
  const found = new Map<string, Inputs>();
  for (let line = 0; line < 4 * most && found.size < most; line += 1) {
    const inputs = names.map((name, at) => {
      if (/(^|\.)len$/.test(name)) return line % (longest + 1);
      const pool = /(^|\.)in\[/.test(name) ? bytes : words;
      // Each word goes through the pool in an order of its own: 1, 5, 9 ... are odd steps.
      return pool[(line * (4 * at + 1) + at * Math.floor(line / pool.length)) % pool.length] ?? 0;
    });
    // What is behind an array's end makes no other input.
    found.set(
      named(spec, inputs)
        .map(({ word }) => word)
        .join(),
      inputs,
    );
  }
  return [...found.values()];
}
