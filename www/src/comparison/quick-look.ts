import { effect, untracked } from '@preact/signals-core';

import type { EngineInfo } from '../engine/client';
import { CutOff, type EngineClient } from '../engine/client';
import type { Sources } from '../engine/sources';
import type { CompareRequest, Options, Report, SearchEvent, Side } from '../engine/types';
import type { Store } from '../kit/store';
import type { Comparison } from './comparison';
import { fromFields, type OptionFields } from './options';

/** The result of a quick look. A certain verdict is shown like a comparison's. */
export type QuickStatus =
  | { state: 'off' }
  | { state: 'waiting' }
  | { state: 'errors' }
  | { state: 'looking' }
  /** Its report became the comparison. */
  | { state: 'decided' }
  /** Little work decides nothing here: Compare does more. */
  | { state: 'open' }
  | { state: 'failed' };

/** The part of the state that every quick look reads. */
interface LookState {
  asYouType: boolean;
  quick: QuickStatus;
  programs: Record<Side, Sources>;
  engine: EngineInfo | undefined;
}

/** A comparison with little work. */
export interface Small {
  /** Resolves to what shows the result as the comparison; undefined if more work may find more. */
  readonly decided: Promise<(() => void) | undefined>;
  stop(): void;
}

/** How the programs of a machine are compared with little work. */
export interface Glance {
  /** Whether the reader's own comparison is running. */
  isBusy(): boolean;
  /** Whether the programs have errors. */
  hasErrors(programs: Record<Side, Sources>): Promise<boolean>;
  /** Begins, and calls `onStart` once the engine has begun. Undefined if the question has errors. */
  begin(onStart: () => void): Small | undefined;
}

/**
 * Milliseconds from its start after which a look is stopped that the engine has not ended by
 * itself.
 */
const LATEST = 3_000;

/** Milliseconds without typing before it starts. */
const PAUSE = 300;

/** Compares as the reader types, and decides without Compare what takes little work. */
export class QuickLook {
  readonly #store: Store<LookState>;
  readonly #glance: Glance;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Small | undefined;
  #settled: Promise<void> = Promise.resolve();
  #round = 0;

  constructor(store: Store<LookState>, glance: Glance) {
    this.#store = store;
    this.#glance = glance;
    // Texts typed before the engine came up are compared then.
    effect(() => {
      if (store.state.engine)
        untracked(() => this.#store.state.quick.state === 'waiting' && this.look());
    });
  }

  /** Compares the changed programs after a pause, if that is enabled. */
  look(): void {
    const { asYouType, engine } = this.#store.state;
    this.rest();
    if (!asYouType || this.#glance.isBusy()) return;
    this.#show({ state: 'waiting' });
    if (engine) this.#timer = setTimeout(() => this.#begin(), PAUSE);
  }

  /** Stops, and reports nothing until the next change. */
  rest(): void {
    this.cancel();
    if (this.#store.state.quick.state !== 'off') this.#show({ state: 'off' });
  }

  /** Stops; resolves once the engine is free. */
  cancel(): Promise<void> {
    clearTimeout(this.#timer);
    this.#round += 1;
    this.#running?.stop();
    return this.#settled;
  }

  async #begin(): Promise<void> {
    const round = this.#round;
    await this.#settled;
    if (round !== this.#round) return;
    this.#settled = this.#compare(round).catch(() => this.#showIf(round, { state: 'failed' }));
  }

  async #compare(round: number): Promise<void> {
    if (await this.#glance.hasErrors(this.#store.state.programs)) {
      return this.#showIf(round, { state: 'errors' });
    }
    if (round !== this.#round) return;
    let latest: ReturnType<typeof setTimeout> | undefined;
    const running = this.#glance.begin(() => {
      // Timed from its start: before, the engine may be busy with something else.
      latest ??= setTimeout(() => running?.stop(), LATEST);
    });
    if (!running) return this.#show({ state: 'errors' });
    this.#show({ state: 'looking' });
    this.#running = running;
    try {
      const show = await running.decided;
      if (round !== this.#round) return;
      show?.();
      this.#show({ state: show ? 'decided' : 'open' });
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
      this.#showIf(round, { state: 'open' });
    } finally {
      clearTimeout(latest);
      this.#running = undefined;
    }
  }

  #showIf(round: number, quick: QuickStatus): void {
    if (round === this.#round) this.#show(quick);
  }

  #show(quick: QuickStatus): void {
    this.#store.update({ quick });
  }
}

/** Whether a program has an error. */
export async function haveErrors(
  engine: Pick<EngineClient, 'call'>,
  { left, right }: Record<Side, Sources>,
): Promise<boolean> {
  const replies = await Promise.all([
    engine.call('assemble', left),
    engine.call('assemble', right),
  ]);
  return replies.some(({ diagnostics }) =>
    diagnostics.flat().some(({ severity }) => severity === 'error'),
  );
}

/** The part of the state that a look at MIPS programs reads. */
export interface QuickState extends LookState {
  options: OptionFields;
  comparison: Comparison | undefined;
}

/** A finished comparison of MIPS programs by a quick look. */
export interface Looked {
  /** The page's programs and options, whose limits are higher than the look's. */
  request: CompareRequest;
  events: readonly SearchEvent[];
  report: Report;
  began: number;
}

/**
 * Its limits: some 200 ms of work on a usual machine, and no download. The seconds bound what the
 * counts do not, a proof about loops; a look that reaches them is undecided, and the page says so
 * and offers Compare. docs/troubleshooting.md names these limits.
 */
const BUDGET = { max_runs: 100, effort: 1_000, seconds: 1, solver: 'bitblast' } as const;

/**
 * How MIPS programs are compared with little work.
 *
 * @param adopt Shows what it decided as the comparison.
 */
export const mipsGlance = (
  store: Store<QuickState>,
  engine: EngineClient,
  adopt: (looked: Looked) => void,
): Glance => ({
  isBusy: () => store.state.comparison?.status.state === 'running',
  hasErrors: (programs) => haveErrors(engine, programs),
  begin(onStart) {
    const { programs, options: fields } = store.state;
    const reading = fromFields(fields);
    if (!reading.ok) return undefined;
    const request = { ...programs, options: reading.options };
    const began = performance.now();
    const events: SearchEvent[] = [];
    const limited = { ...request, options: withinBudget(reading.options) };
    const running = engine.compare(limited, (event) => {
      events.push(event);
      onStart();
    });
    const decided = running.report.then((report) =>
      isDecided(report) ? () => adopt({ request, events, report, began }) : undefined,
    );
    return { decided, stop: () => running.stop() };
  },
});

/** Whether more work would find nothing else. */
export const isDecided = ({ witness, verdict }: Pick<Report, 'verdict'> & { witness?: unknown }) =>
  witness != null || verdict === 'equivalent';

function withinBudget(options: Options): Options {
  return {
    ...options,
    ...BUDGET,
    max_runs: Math.min(options.max_runs, BUDGET.max_runs),
    effort: Math.min(options.effort, BUDGET.effort),
  };
}
