/** Proposes inputs for a seal: corner cases of each word, and ordinary numbers. */

import { named, namesOf, type SomeSpec } from '../../comparison/contract';
import type { Inputs } from '../../engine/types';

/** Words that often cause errors, and words that rarely do. */
const words = [
  0, 1, 0xffffffff, 2, 7, 0x7fffffff, 0x80000000, 10, 0xfffffffb, 100, 3, 0xffff0000, 12345, 48,
  0x10000, 0xffffff9c,
];
/** Input bytes: a line break, digits, letters. */
const bytes = [0x0a, 0x31, 0x61, 0x20, 0x2d, 0x7a, 0x30, 0x41];

/** At most this many different inputs of a contract; the first ones are the simplest. */
export function proposed(spec: SomeSpec | undefined, most: number): Inputs[] {
  const names = namesOf(spec);
  const longest = spec?.array ?? 0;
  const found = new Map<string, Inputs>();
  for (let line = 0; line < 4 * most && found.size < most; line += 1) {
    const inputs = names.map((name, at) => {
      if (/(^|\.)len$/.test(name)) return line % (longest + 1);
      const pool = /(^|\.)in\[/.test(name) ? bytes : words;
      // Each word steps through the pool with its own odd stride: 1, 5, 9 and so on.
      return pool[(line * (4 * at + 1) + at * Math.floor(line / pool.length)) % pool.length] ?? 0;
    });
    // Words beyond an array's end do not distinguish inputs.
    found.set(
      named(spec, inputs)
        .map(({ word }) => word)
        .join(),
      inputs,
    );
  }
  return [...found.values()];
}
