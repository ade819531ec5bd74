import { readdirSync, readFileSync } from 'node:fs';

import type { Options, ReasonCode, StrategyName, Verdict } from '../../www/generated/tamarin';

const folder = new URL('../corpus/', import.meta.url);

/** No witness: any that there is. */
interface Expectation {
  verdict: Verdict;
  reason: ReasonCode;
  witness?: [number, number] | null;
  /**
   * The solver whose models lead to this. By another one the search may come to
   * other inputs, and is only to say nothing wrong. None: it is so by all.
   */
  only_by?: 'bitblast';
}

/** An example with what is expected of it. */
export interface Example {
  name: string;
  title: string;
  /** The place in the menu; 0 is the one that a new visitor finds. */
  order: number;
  left: string;
  right: string;
  options: Partial<Options>;
  /** With the strategy of the paper. */
  expect: Expectation;
  /** With all pairs of paths. */
  product: Expectation;
}

export const strategies: readonly StrategyName[] = ['product', 'paper'];

export const expectedOf = (example: Example, strategy: StrategyName): Expectation =>
  strategy === 'product' ? example.product : example.expect;

const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');

/** All of tests/corpus. */
export const corpus: readonly Example[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => {
    const name = file.slice(0, -'.json'.length);
    return {
      ...JSON.parse(read(file)),
      name,
      left: read(`${name}.left.asm`),
      right: read(`${name}.right.asm`),
    };
  });
