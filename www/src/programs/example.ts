import type { SomeOptions } from '../comparison/options';
import type { Sources } from '../engine/sources';
import { assemblySource } from './source';

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
  left: Sources;
  right: Sources;
}

/** What the JSON file of a pair says of it. */
export interface Description {
  title: string;
  group: string;
  source: string;
  about: string;
  order: number;
  options: SomeOptions;
}

/** A pair by the name of its files, with what these hold. */
export const exampleOf = (
  name: string,
  { title, group, source, about, options }: Description,
  { left, right }: { left: string; right: string },
): Example => ({
  ...{ name, title, group, source, about, options: options ?? {} },
  left: assemblySource(left),
  right: assemblySource(right),
});
