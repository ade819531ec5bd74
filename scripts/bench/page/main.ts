/** The engine and z3 in a page that has nothing else, for the benchmark to drive. */

import { EngineClient } from '../../../www/src/engine/client';
import { spawnEngine } from '../../../www/src/engine/spawn';
import type { Options, Report } from '../../../www/src/engine/types';
import { browserZ3 } from '../../../www/src/z3/browser';
import { Z3Client } from '../../../www/src/z3/client';

export interface Measured {
  /** From the start of the engine's worker to the report, in milliseconds. */
  ms: number;
  /** None where the watchdog ended the comparison. */
  report: Report | undefined;
  /**
   * How long each query that went to a solver took, in milliseconds; not below
   * 0.1, which is as fine as the browser's clock is.
   */
  queries: number[];
  /** From the end of the runs on fixed inputs to the report, in milliseconds. */
  afterSweep: number;
}

/** Compares in a fresh engine, with a fresh z3 where one is needed. */
async function compare(
  [left, right]: [string, string],
  options: Partial<Options>,
  watchdog: number,
): Promise<Measured> {
  const start = performance.now();
  let ready: (options: Options) => void = () => {};
  const defaults = new Promise<Options>((resolve) => {
    ready = resolve;
  });
  const queries: number[] = [];
  let asked = 0;
  let swept = start;
  const z3 = new Z3Client(browserZ3(), {
    onStatus: ({ state }) => {
      // The first query waits for z3 to load; that is none of its own time.
      if (state === 'solving') asked = performance.now();
    },
  });
  const engine = new EngineClient(z3, {
    onReady: (info) => ready(info.options),
    onCrash: (message) => {
      throw new Error(message);
    },
    spawn: spawnEngine,
  });
  const request = { left, right, options: { ...(await defaults), ...options } };
  const running = engine.compare(request, (event) => {
    if (event.type === 'sweep') swept = performance.now();
    if (event.type === 'query') asked = performance.now();
    if (event.type === 'answer' && event.by !== 'rewriting')
      queries.push(Math.max(performance.now() - asked, 0.1));
  });
  const timer = setTimeout(() => running.stop(), watchdog);
  // Stopped by itself or cut off: either way it was the watchdog.
  const report = await running.report.catch(() => undefined);
  clearTimeout(timer);
  const end = performance.now();
  const stopped = report?.reason.code === 'cancelled';
  return {
    ms: end - start,
    report: stopped ? undefined : report,
    queries,
    afterSweep: end - swept,
  };
}

/** How long z3 takes for a text, in milliseconds, once it is there; the best of some times. */
async function evaluate(text: string, times: number): Promise<number> {
  const z3 = new Z3Client(browserZ3());
  await z3.evaluate('(check-sat)');
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i += 1) {
    const start = performance.now();
    await z3.evaluate(text);
    best = Math.min(best, performance.now() - start);
  }
  z3.cancel();
  return best;
}

declare global {
  interface Window {
    bench: { compare: typeof compare; evaluate: typeof evaluate };
  }
}

window.bench = { compare, evaluate };
