/** The engine and z3 in an otherwise empty page, driven by the benchmark. */

import init, * as engine from '../../../www/generated/tamarin';
import { EngineClient } from '../../../www/src/engine/client';
import { spawnEngine } from '../../../www/src/engine/spawn';
import type { Options, Report } from '../../../www/src/engine/types';
import { browserZ3 } from '../../../www/src/engine/z3/browser';
import { Z3Client } from '../../../www/src/engine/z3/client';
import { assemblySource } from '../../../www/src/programs/source';
import { compareTimed } from '../timed.mjs';

export interface Measured {
  /**
   * Milliseconds from the start of the engine's worker to the report; if the page stayed open
   * first, from pressing Compare.
   */
  ms: number;
  /**
   * The same until the verdict is certain: for programs that differ, that is before the least
   * witness is known.
   */
  verdictMs: number;
  /** Whether it found a difference, even if the watchdog ended it. */
  foundDifference: boolean;
  /** Undefined if the watchdog ended the comparison. */
  report: Report | undefined;
  /** Number of texts sent to z3 until then. */
  asked: number;
  /** Number of those until the verdict was certain. */
  askedForVerdict: number;
}

/**
 * Compares in a fresh engine, with a fresh z3 if one is needed, at once or after the page was open
 * for a number of milliseconds.
 */
async function compare(
  [left, right]: [string, string],
  options: Partial<Options>,
  watchdog: number,
  look: number,
): Promise<Measured> {
  let start = performance.now();
  let ready: (options: Options) => void = () => {};
  const defaults = new Promise<Options>((resolve) => {
    ready = resolve;
  });
  let asked = 0;
  const z3 = new Z3Client(browserZ3(), {
    onStatus: ({ state }) => {
      if (state === 'solving') asked += 1;
    },
  });
  const client = new EngineClient(z3, {
    onReady: (info) => ready(info.options),
    onCrash: (message) => {
      throw new Error(message);
    },
    spawn: spawnEngine,
  });
  const request = {
    left: assemblySource(left),
    right: assemblySource(right),
    options: { ...(await defaults), ...options },
  };
  if (look > 0) {
    await new Promise((resolve) => setTimeout(resolve, look));
    start = performance.now();
  }
  let difference: Pick<Measured, 'ms' | 'asked'> | undefined;
  const running = client.compare(request, (event) => {
    if (event.type === 'difference') difference = { ms: performance.now() - start, asked };
  });
  const timer = setTimeout(() => running.stop(), watchdog);
  // Stopped or cut off: in both cases by the watchdog.
  const report = await running.report.catch(() => undefined);
  clearTimeout(timer);
  const ms = performance.now() - start;
  const verdictMs = difference?.ms ?? ms;
  const stopped = report?.reason.code === 'cancelled';
  return {
    ms,
    verdictMs,
    askedForVerdict: difference?.asked ?? asked,
    foundDifference: difference !== undefined,
    report: stopped ? undefined : report,
    asked,
  };
}

/**
 * Compares in a running engine and z3, see timed.mjs. The browser's clock limits the resolution to
 * 0.1 ms.
 */
async function compareWarm(texts: [string, string], options: Partial<Options>) {
  await init();
  const later = new URL('../../../www/generated/tamarin_later.wasm', import.meta.url);
  const rest = await WebAssembly.compileStreaming(fetch(later));
  engine.setLater(() => rest);
  const z3 = new Z3Client(browserZ3());
  if (options.solver !== 'bitblast') await z3.evaluate('(check-sat)');
  const measured = await compareTimed(engine, texts, options, z3);
  z3.cancel();
  return { ...measured, queries: measured.queries.map((ms) => Math.max(ms, 0.1)) };
}

/** Milliseconds that z3, once started, takes for a text; the best of several times. */
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

export const bench = { compare, compareWarm, evaluate };

Object.assign(window, { bench });
