import { CutOff, type EngineClient, type RunningComparison } from '../engine/client';
import type { Sources } from '../engine/sources';
import type { CompareRequest, Options, SearchEvent, Side } from '../engine/types';
import type { Cell } from '../kit/store';
import { advance, begin, type Comparison, type ComparisonStatus } from './comparison';
import { fromFields, type OptionFields, type OptionName, raised } from './options';
import type { Looked } from './quick-look';

/** How often the page draws a running comparison anew, in milliseconds. */
const FRAME = 100;

/** How long a comparison may wait for the engine before the page says so, in milliseconds. */
const PATIENCE = 300;

/** How long a comparison goes on before the page shows what is known so far, in milliseconds. */
const BEFORE_SO_FAR = 2_000;

/** What a comparison needs of what is around it. */
export interface Bench {
  /** The programs and options as they are now. */
  read(): {
    programs: Record<Side, Sources>;
    options: OptionFields;
    names: Readonly<Record<Side, string>>;
  };
  /** Why there is no comparison: options that are no values. */
  refuse(wrong: readonly OptionName[]): void;
  /** Looks for an error in the programs; what shows the first one, if there is one. */
  findError(programs: Record<Side, Sources>): Promise<(() => Promise<void>) | undefined>;
  /** Shows the limits with which a comparison goes on, unless it is of other programs by now. */
  adopt(options: Options): void;
  /** Called before it begins; resolves once the engine is free. */
  clear(): Promise<void>;
}

/** The comparison that the page is about: begins it, follows it, goes on with it. */
export class ComparisonControl {
  readonly #cell: Cell<Comparison | undefined>;
  /** Whether it waits for the engine, which another embed may keep busy. */
  readonly #isWaiting: Cell<boolean>;
  readonly #engine: EngineClient;
  readonly #bench: Bench;
  #running: RunningComparison | undefined;
  #isBusy = false;
  /** Whether Stop was asked for before the search began: it does not begin then. */
  #isCalledOff = false;
  /** Ends the wait for the engine. */
  #callOff: (() => void) | undefined;
  #waitTimer: ReturnType<typeof setTimeout> | undefined;
  #events: SearchEvent[] = [];
  #drawTimer: ReturnType<typeof setTimeout> | undefined;
  #soFarTimer: ReturnType<typeof setTimeout> | undefined;
  /** What is under way, up to its end. */
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

  /** Compares the programs as they are now, in place of what is under way. */
  async compareAnew(): Promise<void> {
    this.stop();
    // Whoever began it is told of its failure.
    await this.#work.catch(() => {});
    await this.compare();
  }

  /**
   * Goes on with the comparison that was cut, of the programs as they were,
   * with higher limits, from the inputs that it ran.
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

  /** Shows a comparison that has ended elsewhere, unless one is at work here. */
  take({ request, events, report, began }: Looked): void {
    if (this.#isBusy) return;
    const status = { state: 'finished', report } as const;
    this.#cell.value = { ...advance(begin(request, began), events), status };
  }

  /** Forgets the comparison: what is on the page by now has nothing to do with it. */
  forget(): void {
    this.stop();
    this.#cell.value = undefined;
  }

  stop(): void {
    this.#isCalledOff = true;
    this.#callOff?.();
    this.#running?.stop();
  }

  /** What is waited for; nothing where Stop comes first. */
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
