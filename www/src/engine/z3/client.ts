import { Z3Failure, type Z3Lack } from './protocol';
import { type SpawnZ3, Z3Session } from './session';

/** What differs between a browser and Node. */
export interface Z3Platform {
  /** Where z3-built.js is, for the worker to load. */
  readonly script: string;
  readonly spawn: SpawnZ3;
  /** Fetches and compiles z3: once, and again only after a failure. */
  load(
    progress: (received: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<WebAssembly.Module>;
}

export type Z3Status =
  | { state: 'idle' }
  | { state: 'loading'; received: number; total: number }
  | { state: 'starting' }
  | { state: 'solving' }
  /** It could not be had in this comparison. */
  | { state: 'unavailable'; lack: Z3Lack };

export interface Z3Settings {
  /** The backstop for one script, in milliseconds; the script's own limit is a count. */
  timeout: number;
  /** How long a worker may take to start, in milliseconds. */
  startTimeout: number;
  onStatus(status: Z3Status): void;
}

/**
 * z3 for the engine: one script at a time, each rejected by a {@link Z3Failure}
 * when there is no answer. After a rejection the next script gets a new worker,
 * made from the module that is kept.
 */
export class Z3Client {
  readonly #platform: Z3Platform;
  readonly #settings: Z3Settings;
  #module: WebAssembly.Module | undefined;
  #loading: AbortController | undefined;
  #session: Z3Session | undefined;
  /** Why z3 cannot be had, so that one comparison tries to get it once. */
  #unavailable: Z3Failure | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  /** Counts the cancellations: what was asked before one does not start after it. */
  #generation = 0;

  constructor(platform: Z3Platform, settings: Partial<Z3Settings> = {}) {
    this.#platform = platform;
    this.#settings = { timeout: 60_000, startTimeout: 60_000, onStatus: () => {}, ...settings };
  }

  /** z3's output for a whole SMT-LIB script. */
  evaluate(text: string): Promise<string> {
    const generation = this.#generation;
    const turn = this.#queue.then(() => this.#evaluate(text, generation));
    this.#queue = turn.catch(() => {});
    return turn;
  }

  /** Ends the worker and the download; what was asked is rejected as cancelled. */
  cancel(): void {
    this.#generation += 1;
    this.#loading?.abort();
    this.#session?.end(cancelled());
  }

  /**
   * Nobody waits for what was asked: it is rejected as cancelled, and a worker
   * that is at it ends. A download goes on, for the next time.
   */
  abandon(): void {
    this.#generation += 1;
    if (this.#session?.isBusy) this.#session.end(cancelled());
  }

  /** As {@link cancel}, and a z3 that could not be had is tried again. */
  restart(): void {
    this.#unavailable = undefined;
    this.#settings.onStatus({ state: 'idle' });
    this.cancel();
  }

  async #evaluate(text: string, generation: number): Promise<string> {
    this.#throwIfStale(generation);
    if (this.#unavailable) throw this.#unavailable;
    try {
      this.#module ??= await this.#load();
      this.#throwIfStale(generation);
      const session = this.#running(this.#module);
      await session.ready;
      this.#throwIfStale(generation);
      // Asked before it is told, so that whoever hears of it finds it under way.
      const answer = session.evaluate(text, this.#settings.timeout);
      this.#settings.onStatus({ state: 'solving' });
      return await answer;
    } catch (error) {
      if (error instanceof Z3Failure && error.name === 'Z3Unavailable') this.#unavailable = error;
      throw error;
    } finally {
      this.#settings.onStatus(
        this.#unavailable
          ? { state: 'unavailable', lack: this.#unavailable.lack ?? 'start' }
          : { state: 'idle' },
      );
    }
  }

  async #load(): Promise<WebAssembly.Module> {
    const loading = new AbortController();
    this.#loading = loading;
    try {
      return await this.#platform.load((received, total) => {
        this.#settings.onStatus({ state: 'loading', received, total });
      }, loading.signal);
    } catch (error) {
      if (loading.signal.aborted) throw cancelled();
      if (error instanceof Z3Failure) throw error;
      const why = error instanceof Error ? error.message : String(error);
      throw new Z3Failure('Z3Unavailable', `z3 could not be loaded: ${why}`, 'download');
    } finally {
      this.#loading = undefined;
    }
  }

  #running(module: WebAssembly.Module): Z3Session {
    if (!this.#session || this.#session.ended) {
      this.#settings.onStatus({ state: 'starting' });
      const { script, spawn } = this.#platform;
      this.#session = new Z3Session(spawn, { script, module }, this.#settings.startTimeout);
    }
    return this.#session;
  }

  #throwIfStale(generation: number): void {
    if (generation !== this.#generation) throw cancelled();
  }
}

function cancelled(): Z3Failure {
  return new Z3Failure('Z3Cancelled', 'z3 was stopped');
}
