/** The example of a new visitor. It is part of the first load; the others are loaded on request. */

import description from '../../../tests/corpus/nearer.json';
import left from '../../../tests/corpus/nearer.left.asm?raw';
import right from '../../../tests/corpus/nearer.right.asm?raw';
import { type Description, type Example, exampleOf } from './example';

// A JSON file's inferred type has no tuples.
export const firstExample = exampleOf('nearer', description as unknown as Description, {
  left,
  right,
});

/** By their names: the first, and all as soon as they are loaded. */
export const loadedExamples = new Map<string, Example>([[firstExample.name, firstExample]]);
