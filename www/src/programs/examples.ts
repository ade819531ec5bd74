/** All pairs of tests/corpus, loaded when one other than the first is requested. */

import { type Description, type Example, exampleOf } from './example';
import { loadedExamples } from './first-example';

const folder = '../../../tests/corpus/';

const descriptions = import.meta.glob<Description>('../../../tests/corpus/*.json', {
  eager: true,
  import: 'default',
});
const texts = import.meta.glob<string>('../../../tests/corpus/*.asm', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** In display order. */
export const examples: readonly Example[] = Object.entries(descriptions)
  .sort(([, a], [, b]) => a.order - b.order)
  .flatMap(([path, description]) => {
    const name = path.slice(folder.length, -'.json'.length);
    const left = texts[`${folder}${name}.left.asm`];
    const right = texts[`${folder}${name}.right.asm`];
    // A description without its programs is a mistake that a test reports.
    if (left === undefined || right === undefined) return [];
    return [exampleOf(name, description, { left, right })];
  });

for (const example of examples) loadedExamples.set(example.name, example);

export const groups: readonly string[] = [...new Set(examples.map(({ group }) => group))];
