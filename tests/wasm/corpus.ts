import { readdirSync, readFileSync } from 'node:fs';

import type { Options, ReasonCode, StrategyName, Verdict } from '../../www/generated/tamarin';

const folder = new URL('../corpus/', import.meta.url);

/** Without a witness, any is accepted. */
interface Expectation {
  verdict: Verdict;
  reason: ReasonCode;
  witness?: [number, number] | null;
  /**
   * The solver whose models lead to this. With another one the search may find other inputs, and only must not be
   * wrong. None: the same for all.
   */
  only_by?: 'bitblast';
}

/** An example with its expected results. */
export interface Example {
  name: string;
  title: string;
  /** The position in the menu; a new visitor starts with 0. */
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
