import { effect, untracked } from '@preact/signals-core';

import type { EngineInfo } from '../engine/client';
import { CutOff, type EngineClient, type RunningComparison } from '../engine/client';
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

/** The part of the state that a quick look reads. */
export interface QuickState {
  asYouType: boolean;
  quick: QuickStatus;
  programs: Record<Side, Sources>;
  options: OptionFields;
  engine: EngineInfo | undefined;
  comparison: Comparison | undefined;
}

/** A finished comparison by a quick look. */
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
 * Milliseconds from its start after which a look is stopped that the engine has not ended by
 * itself.
 */
const LATEST = 3_000;

/** Milliseconds without typing before it starts. */
const PAUSE = 300;

/** Compares as the reader types, and decides without Compare what takes little work. */
export class QuickLook {
  readonly #store: Store<QuickState>;
  readonly #engine: EngineClient;
  readonly #adopt: (looked: Looked) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: RunningComparison | undefined;
  #settled: Promise<void> = Promise.resolve();
  #round = 0;

  /** @param adopt Shows what it decided as the comparison. */
  constructor(store: Store<QuickState>, engine: EngineClient, adopt: (looked: Looked) => void) {
    this.#store = store;
    this.#engine = engine;
    this.#adopt = adopt;
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
    if (!asYouType || isComparing(this.#store.state)) return;
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
    const { programs, options: fields } = this.#store.state;
    const reading = fromFields(fields);
    if (!reading.ok || (await this.#hasErrors(programs))) {
      return this.#showIf(round, { state: 'errors' });
    }
    if (round !== this.#round) return;
    this.#showIf(round, { state: 'looking' });
    const request = { ...programs, options: reading.options };
    const began = performance.now();
    const events: SearchEvent[] = [];
    const limited = { ...request, options: withinBudget(reading.options) };
    let latest: ReturnType<typeof setTimeout> | undefined;
    const running = this.#engine.compare(limited, (event) => {
      events.push(event);
      // Timed from its start: before, the engine may be busy with something else.
      latest ??= setTimeout(() => running.stop(), LATEST);
    });
    this.#running = running;
    try {
      const report = await running.report;
      if (round !== this.#round) return;
      if (!isDecided(report)) return this.#show({ state: 'open' });
      await this.#adopt({ request, events, report, began });
      this.#showIf(round, { state: 'decided' });
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
      this.#showIf(round, { state: 'open' });
    } finally {
      clearTimeout(latest);
      this.#running = undefined;
    }
  }

  async #hasErrors(programs: Record<Side, Sources>): Promise<boolean> {
    const replies = await Promise.all([
      this.#engine.call('assemble', programs.left),
      this.#engine.call('assemble', programs.right),
    ]);
    return replies.some(({ diagnostics }) =>
      diagnostics.flat().some(({ severity }) => severity === 'error'),
    );
  }

  #showIf(round: number, quick: QuickStatus): void {
    if (round === this.#round) this.#show(quick);
  }

  #show(quick: QuickStatus): void {
    this.#store.update({ quick });
  }
}

/** Whether more work would find nothing else. */
const isDecided = ({ witness, verdict }: Report): boolean =>
  witness != null || verdict === 'equivalent';

const isComparing = ({ comparison }: Pick<QuickState, 'comparison'>): boolean =>
  comparison?.status.state === 'running';

function withinBudget(options: Options): Options {
  return {
    ...options,
    ...BUDGET,
    max_runs: Math.min(options.max_runs, BUDGET.max_runs),
    effort: Math.min(options.effort, BUDGET.effort),
  };
}
