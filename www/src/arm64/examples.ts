/** The examples for ARM64: pairs of tests/corpus/arm64 with a title. */

import described from '../../../tests/corpus/arm64/examples.json';
import type { Arm64Question } from '../comparison/arm64-question';
import type { Example } from '../programs/example';
import { assemblySource } from '../programs/source';

const folder = '../../../tests/corpus/arm64/';

const texts = import.meta.glob<string>('../../../tests/corpus/arm64/*.s', {
  eager: true,
  query: '?raw',
  import: 'default',
});

interface Description {
  name: string;
  title: string;
  about: string;
  question?: Partial<Arm64Question>;
}

/** In display order. */
export const examples: readonly Example[] = (described as readonly Description[]).flatMap(
  ({ name, title, about, question }) => {
    const left = texts[`${folder}${name}.left.s`];
    const right = texts[`${folder}${name}.right.s`];
    // A description without its programs is a mistake that a test reports.
    if (left === undefined || right === undefined) return [];
    const programs = { left: assemblySource(left), right: assemblySource(right) };
    const rest = { group: '', source: '', options: {}, arm64: question ?? {} };
    return [{ name, title, about, ...rest, ...programs }];
  },
);
