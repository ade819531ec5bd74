import { Z3Failure, type Z3Lack } from './protocol';
import { type SpawnZ3, Z3Session } from './session';

/** The differences between a browser and Node. */
export interface Z3Platform {
  /** The address of z3-built.js, for the worker. */
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
  /** It was unavailable in this comparison. */
  | { state: 'unavailable'; lack: Z3Lack };

export interface Z3Settings {
  /** A last-resort timeout for one script, in milliseconds; the script's own limit is a count. */
  timeout: number;
  /** Milliseconds that a worker may take to start. */
  startTimeout: number;
  onStatus(status: Z3Status): void;
}

/**
 * z3 for the engine: one script at a time, each rejected by a {@link Z3Failure} if there is no
 * answer. After a rejection the next script gets a new worker, made from the cached module.
 */
export class Z3Client {
  readonly #platform: Z3Platform;
  readonly #settings: Z3Settings;
  #module: WebAssembly.Module | undefined;
  #loading: AbortController | undefined;
  #session: Z3Session | undefined;
  /** Why z3 is unavailable, so that one comparison tries to get it only once. */
  #unavailable: Z3Failure | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  /** Counts cancellations: a request from before a cancellation does not start after it. */
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

  /** Ends the worker and the download; requests are rejected as cancelled. */
  cancel(): void {
    this.#generation += 1;
    this.#loading?.abort();
    this.#session?.end(cancelled());
  }

  /**
   * Drops the request: it is rejected as cancelled, and a worker running it ends. A download
   * continues for the next time.
   */
  abandon(): void {
    this.#generation += 1;
    if (this.#session?.isBusy) this.#session.end(cancelled());
  }

  /** Like {@link cancel}, and an unavailable z3 is tried again. */
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
      // Started before it is reported, so that listeners find it in progress.
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
