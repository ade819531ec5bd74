import { computed, effect, untracked } from '@preact/signals-core';

import type { EngineInfo } from '../engine/client';
import { CutOff, type EngineClient, type RunningComparison } from '../engine/client';
import type { Sources } from '../engine/sources';
import type { Options, Report, Side } from '../engine/types';
import type { Store } from '../kit/store';
import type { Comparison } from './comparison';
import { fromFields, type OptionFields } from './options';

/** What a quick look has come to. It is beside the comparison and never in its place. */
export type QuickStatus =
  | { state: 'off' }
  | { state: 'waiting' }
  | { state: 'errors' }
  | { state: 'looking' }
  | { state: 'done'; report: Report }
  | { state: 'failed' };

/** What a quick look looks at. */
export interface QuickState {
  asYouType: boolean;
  quick: QuickStatus;
  programs: Record<Side, Sources>;
  options: OptionFields;
  engine: EngineInfo | undefined;
  comparison: Comparison | undefined;
}

/** What it may cost: little, and nothing to download. */
const BUDGET = { max_runs: 200, effort: 2_000, seconds: 2, solver: 'bitblast' } as const;

/** The pause in typing that it waits for, in milliseconds. */
const PAUSE = 400;

/** Compares as the reader types, where they asked for it. */
export class QuickLook {
  readonly #store: Store<QuickState>;
  readonly #engine: EngineClient;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: RunningComparison | undefined;
  #settled: Promise<void> = Promise.resolve();
  #round = 0;

  constructor(store: Store<QuickState>, engine: EngineClient) {
    this.#store = store;
    this.#engine = engine;
    const { state } = store;
    const mayLook = computed(() => state.asYouType && !isComparing(state));
    const isUp = computed(() => state.engine !== undefined);
    const left = computed(() => state.programs.left);
    const right = computed(() => state.programs.right);
    // Other programs or options are another thing to look at, and so is an engine that came up.
    effect(() => {
      void [mayLook.value, isUp.value, left.value, right.value, state.options];
      untracked(() => this.#look());
    });
  }

  /** Ends what it is doing; resolves once the engine is free. */
  cancel(): Promise<void> {
    clearTimeout(this.#timer);
    this.#round += 1;
    this.#running?.stop();
    return this.#settled;
  }

  #look(): void {
    const { asYouType, quick, engine } = this.#store.state;
    if (!asYouType) {
      this.cancel();
      if (quick.state !== 'off') this.#show({ state: 'off' });
      return;
    }
    this.cancel();
    this.#show({ state: 'waiting' });
    if (isComparing(this.#store.state) || !engine) return;
    this.#timer = setTimeout(() => this.#begin(), PAUSE);
  }

  async #begin(): Promise<void> {
    const round = this.#round;
    await this.#settled;
    if (round !== this.#round) return;
    this.#settled = this.#compare(round).catch(() => this.#showIf(round, { state: 'failed' }));
  }

  async #compare(round: number): Promise<void> {
    const { programs, options: fields, engine } = this.#store.state;
    const reading = fromFields(fields);
    if (!engine) return;
    if (!reading.ok || (await this.#hasErrors(programs))) {
      return this.#showIf(round, { state: 'errors' });
    }
    if (round !== this.#round) return;
    this.#showIf(round, { state: 'looking' });
    const request = { ...programs, options: withinBudget(reading.options) };
    this.#running = this.#engine.compare(request, () => {});
    try {
      const report = await this.#running.report;
      this.#showIf(round, { state: 'done', report });
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
    } finally {
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
