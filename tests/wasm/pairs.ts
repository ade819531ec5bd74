import { readdirSync, readFileSync } from 'node:fs';

import type { Verdict } from '../../www/generated/tamarin';

/** A labelled pair of programs; tests/corpus/README.md says what its directives mean. */
export interface Pair {
  name: string;
  label: 'eq' | 'neq';
  /** The strongest verdict that the rules allow. */
  verdict: Verdict;
  undecided: boolean;
  slow: boolean;
  left: string;
  right: string;
}

/** The folders of pairs: ours, and those with independent labels. */
export const folders = ['pairs', 'oracle'] as const;

/** All of a folder below tests/corpus, in the order of their names, without the directives. */
export function pairsOf(folder: (typeof folders)[number]): readonly Pair[] {
  const path = new URL(`../corpus/${folder}/`, import.meta.url);
  const read = (file: string) => readFileSync(new URL(file, path), 'utf8');
  const ending = '.left.asm';
  const names = readdirSync(path)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort();
  return names.map((name) => {
    const lines = read(`${name}${ending}`).split('\n');
    const end = lines.findIndex((line) => !line.startsWith(';@ '));
    const directives = lines.slice(0, end).map((line) => line.slice(';@ '.length));
    const verdict = directives
      .find((line) => line.startsWith('verdict: '))
      ?.slice('verdict: '.length) as Pair['verdict'] | undefined;
    if (!verdict) throw new Error(`${name} has no verdict`);
    return {
      name,
      label: verdict === 'disequivalent' ? 'neq' : 'eq',
      verdict,
      undecided: directives.includes('undecided'),
      slow: directives.includes('slow'),
      left: lines.slice(end).join('\n'),
      right: read(`${name}.right.asm`),
    };
  });
}
