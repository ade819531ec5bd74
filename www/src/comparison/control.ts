import { CutOff, type EngineClient, type RunningComparison } from '../engine/client';
import type { Sources } from '../engine/sources';
import type { CompareRequest, Options, SearchEvent, Side } from '../engine/types';
import type { Cell } from '../kit/store';
import { advance, begin, type Comparison, type ComparisonStatus } from './comparison';
import { fromFields, type OptionFields, type OptionName, raised } from './options';
import type { Looked } from './quick-look';

/** Interval in milliseconds at which the page redraws a running comparison. */
const FRAME = 100;

/** Milliseconds of waiting for the engine after which the page says so. */
const PATIENCE = 300;

/** Milliseconds of a comparison after which the page shows interim results. */
const BEFORE_SO_FAR = 2_000;

/** What a comparison needs from its environment. */
export interface Bench {
  /** Returns the current programs and options. */
  read(): {
    programs: Record<Side, Sources>;
    options: OptionFields;
    names: Readonly<Record<Side, string>>;
  };
  /** Reports that there is no comparison because options are invalid. */
  refuse(wrong: readonly OptionName[]): void;
  /**
   * Looks for an error in the programs; resolves to a function that shows the first one, if there
   * is one.
   */
  findError(programs: Record<Side, Sources>): Promise<(() => Promise<void>) | undefined>;
  /**
   * Shows the limits with which a comparison continues, unless the programs have changed meanwhile.
   */
  adopt(options: Options): void;
  /** Called before it starts; resolves once the engine is free. */
  clear(): Promise<void>;
}

/** The page's comparison: starts, follows and continues it. */
export class ComparisonControl {
  readonly #cell: Cell<Comparison | undefined>;
  /** Whether it waits for the engine, which another embed may keep busy. */
  readonly #isWaiting: Cell<boolean>;
  readonly #engine: EngineClient;
  readonly #bench: Bench;
  #running: RunningComparison | undefined;
  #isBusy = false;
  /** Whether Stop was pressed before the search began, so that it does not begin. */
  #isCalledOff = false;
  /** Ends the wait for the engine. */
  #callOff: (() => void) | undefined;
  #waitTimer: ReturnType<typeof setTimeout> | undefined;
  #events: SearchEvent[] = [];
  #drawTimer: ReturnType<typeof setTimeout> | undefined;
  #soFarTimer: ReturnType<typeof setTimeout> | undefined;
  /** The current work, until its end. */
  #work: Promise<void> = Promise.resolve();

  constructor(
    cell: Cell<Comparison | undefined>,
    isWaiting: Cell<boolean>,
    engine: EngineClient,
    bench: Bench,
  ) {
    this.#cell = cell;
    this.#isWaiting = isWaiting;
    this.#engine = engine;
    this.#bench = bench;
  }

  /** Compares the programs, unless one has errors: then the first one is shown. */
  compare(): Promise<void> {
    return this.#alone(async () => {
      const { programs, options, names } = this.#bench.read();
      const reading = fromFields(options);
      if (!reading.ok) return this.#bench.refuse(reading.wrong);
      const showError = await this.#unlessStopped(this.#bench.findError(programs));
      if (this.#isCalledOff) return;
      if (showError) return showError();
      await this.#unlessStopped(this.#bench.clear());
      if (this.#isCalledOff) return;
      const named = [names.left, names.right] as [string, string];
      const isNamed = named.some((name) => name !== '');
      await this.#run({
        ...programs,
        options: { ...reading.options, ...(isNamed && { names: named }) },
      });
    });
  }

  /** Compares the current programs, replacing any work in progress. */
  async compareAnew(): Promise<void> {
    this.stop();
    // Its failure was reported to its own caller.
    await this.#work.catch(() => {});
    await this.compare();
  }

  /**
   * Continues the interrupted comparison of the original programs with higher limits, from the
   * inputs that it ran.
   */
  async goOn(): Promise<void> {
    const comparison = this.#cell.value;
    if (!comparison) return;
    const { request, runs, status } = comparison;
    if (status.state !== 'finished' && status.state !== 'stopped') return;
    const options =
      status.state === 'finished' ? raised(request.options, status.report.reason) : request.options;
    await this.#alone(async () => {
      await this.#unlessStopped(this.#bench.clear());
      if (this.#isCalledOff) return;
      this.#bench.adopt(options);
      await this.#run({ ...request, options, known: runs.map(({ inputs }) => inputs) });
    });
  }

  /** Shows a comparison that ended elsewhere, unless one is running here. */
  take({ request, events, report, began }: Looked): void {
    if (this.#isBusy) return;
    const status = { state: 'finished', report } as const;
    this.#cell.value = { ...advance(begin(request, began), events), status };
  }

  /** Drops the comparison, which has nothing to do with the page's new content. */
  forget(): void {
    this.stop();
    this.#cell.value = undefined;
  }

  stop(): void {
    this.#isCalledOff = true;
    this.#callOff?.();
    this.#running?.stop();
  }

  /** Awaits a promise; undefined if Stop is pressed first. */
  #unlessStopped<T>(wanted: Promise<T>): Promise<T | undefined> {
    const calledOff = new Promise<undefined>((resolve) => {
      this.#callOff = () => resolve(undefined);
    });
    return Promise.race([wanted, calledOff]);
  }

  #endWait(): void {
    clearTimeout(this.#waitTimer);
    this.#callOff = undefined;
    this.#isWaiting.value = false;
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#isCalledOff = false;
    this.#waitTimer = setTimeout(() => {
      this.#isWaiting.value = true;
    }, PATIENCE);
    this.#work = work().finally(() => {
      this.#endWait();
      this.#isBusy = false;
    });
    await this.#work;
  }

  async #run(request: CompareRequest): Promise<void> {
    const began = performance.now();
    this.#endWait();
    this.#cell.value = begin(request, began);
    this.#soFarTimer = setTimeout(() => {
      const comparison = this.#cell.value;
      if (comparison) this.#cell.value = { ...comparison, isLong: true };
    }, BEFORE_SO_FAR);
    this.#running = this.#engine.compare(request, (event) => this.#receive(event));
    try {
      const report = await this.#running.report;
      this.#finish({ state: 'finished', report });
    } catch (error) {
      if (error instanceof CutOff) {
        this.#finish({ state: 'stopped', elapsed: Math.round(performance.now() - began) });
      } else this.#finish({ state: 'failed', message: String((error as Error).message) });
    } finally {
      this.#running = undefined;
    }
  }

  #receive(event: SearchEvent): void {
    this.#events.push(event);
    this.#drawTimer ??= setTimeout(() => this.#draw(), FRAME);
  }

  #draw(): void {
    clearTimeout(this.#drawTimer);
    this.#drawTimer = undefined;
    const comparison = this.#cell.value;
    if (comparison && this.#events.length > 0) {
      this.#cell.value = advance(comparison, this.#events);
    }
    this.#events = [];
  }

  #finish(status: ComparisonStatus): void {
    clearTimeout(this.#soFarTimer);
    this.#draw();
    const comparison = this.#cell.value;
    if (comparison) this.#cell.value = { ...comparison, status };
  }
}
