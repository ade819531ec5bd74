import type { Arm64Question } from '../comparison/arm64-question';
import type { SomeOptions } from '../comparison/options';
import type { Sources } from '../engine/sources';
import { assemblySource } from './source';

/** A pair of programs from tests/corpus. */
export interface Example {
  /** The name of its files. */
  name: string;
  title: string;
  group: string;
  /** Its origin, such as a paper and a figure. */
  source: string;
  about: string;
  options: SomeOptions;
  /** What a question about ARM64 programs has besides the usual. */
  arm64?: Partial<Arm64Question>;
  left: Sources;
  right: Sources;
}

/** The content of a pair's JSON file. */
export interface Description {
  title: string;
  group: string;
  source: string;
  about: string;
  order: number;
  options: SomeOptions;
}

/** A pair by the name of its files, with their contents. */
export const exampleOf = (
  name: string,
  { title, group, source, about, options }: Description,
  { left, right }: { left: string; right: string },
): Example => ({
  ...{ name, title, group, source, about, options: options ?? {} },
  left: assemblySource(left),
  right: assemblySource(right),
});
