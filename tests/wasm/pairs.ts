import { readFileSync } from 'node:fs';

import type { Verdict } from '../../www/generated/tamarin';

/** A labelled pair of programs; tests/corpus/README.md says what its keys mean. */
export interface Pair {
  name: string;
  label: 'eq' | 'neq';
  verdict: Exclude<Verdict, 'possibly-equivalent'>;
  undecided?: boolean;
  slow?: boolean;
  left: string;
  right: string;
}

/** The folders of pairs: ours, and those with independent labels. */
export const folders = ['pairs', 'oracle'] as const;

/** All of a folder below tests/corpus, in the order of its labels. */
export function pairsOf(folder: (typeof folders)[number]): readonly Pair[] {
  const read = (file: string) =>
    readFileSync(new URL(`../corpus/${folder}/${file}`, import.meta.url), 'utf8');
  const labels: Omit<Pair, 'left' | 'right'>[] = JSON.parse(read('labels.json'));
  return labels.map((pair) => ({
    ...pair,
    left: read(`${pair.name}.left.asm`),
    right: read(`${pair.name}.right.asm`),
  }));
}
