import type { SomeOptions } from './options';

/** A pair of programs from tests/corpus. */
export interface Example {
  /** The name of its files. */
  name: string;
  title: string;
  group: string;
  /** Where it is from: a paper and a figure, for instance. */
  source: string;
  about: string;
  options: SomeOptions;
  left: string;
  right: string;
}

interface Description {
  title: string;
  group: string;
  source: string;
  about: string;
  order: number;
  options: SomeOptions;
}

/** The example that a new visitor finds in the editors. */
const FIRST = 'fig05';

const folder = '../../tests/corpus/';

const descriptions = import.meta.glob<Description>('../../tests/corpus/*.json', {
  eager: true,
  import: 'default',
});
const texts = import.meta.glob<string>('../../tests/corpus/*.asm', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** In the order in which they are offered. */
export const examples: readonly Example[] = Object.entries(descriptions)
  .sort(([, a], [, b]) => a.order - b.order)
  .flatMap(([path, { title, group, source, about, options }]) => {
    const name = path.slice(folder.length, -'.json'.length);
    const left = texts[`${folder}${name}.left.asm`];
    const right = texts[`${folder}${name}.right.asm`];
    // A description without its programs is a mistake that a test reports.
    if (left === undefined || right === undefined) return [];
    return [{ name, title, group, source, about, options: options ?? {}, left, right }];
  });

export const groups: readonly string[] = [...new Set(examples.map(({ group }) => group))];

export const firstExample = examples.find(({ name }) => name === FIRST) ?? examples[0];
