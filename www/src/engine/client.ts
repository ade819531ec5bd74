import type { Z3Client } from '../z3/client';
import { Z3Failure } from '../z3/protocol';
import { type FromEngine, RECEIPT, type ToEngine } from './protocol';
import type {
  AssembleReply,
  CellView,
  CompareRequest,
  DebugFrame,
  DebugOverview,
  DebugRequest,
  EditorSymbol,
  Event,
  FindRequest,
  FormatReply,
  InspectRequest,
  MapGrid,
  MapProgress,
  MapRequest,
  PassView,
  QueryTextRequest,
  RenameTrouble,
  ReplayReply,
  ReplayRequest,
  Report,
  RunReply,
  RunRequest,
} from './types';

/** The engine broke its own rules; a new one has been started. */
export class EngineCrash extends Error {
  override readonly name = 'EngineCrash';
}

/** A comparison that did not end by itself in time and was cut off. */
export class ComparisonStopped extends Error {
  override readonly name = 'ComparisonStopped';
}

export interface RunningComparison {
  readonly report: Promise<Report>;
  /** Resolves or rejects `report` within a tenth of a second. */
  stop(): void;
}

export interface RunningMap {
  /** Resolves when the map is done, was stopped, or gave way to another one. */
  readonly end: Promise<void>;
  stop(): void;
}

/** Told of a map as it is made. */
export interface MapListener {
  grid(grid: MapGrid): void;
  picture(picture: Uint8Array, progress: MapProgress): void;
}

/** How long the engine is given to end a stopped comparison itself, in milliseconds. */
const GRACE = 40;

/** The engine's worker, or what stands for a share of one. */
export interface EngineWorker {
  postMessage(message: ToEngine): void;
  terminate(): void;
}

/** What a worker tells whoever started it. */
export interface EngineListener {
  receive(message: FromEngine): void;
  /** It could not be loaded, or broke in a way that it does not know of. */
  fail(message: string): void;
}

export type SpawnEngine = (listener: EngineListener) => EngineWorker;

type Asked = Exclude<ToEngine, { type: 'stop' | 'received' | 'z3-answer' | 'z3-failure' }>;

interface Waiting {
  message: Asked;
  receive(message: FromEngine): void;
  reject(error: Error): void;
}

/** What an engine says of itself as it comes up. */
export type EngineInfo = Pick<
  Extract<FromEngine, { type: 'ready' }>,
  'version' | 'instructions' | 'options'
>;

export interface EngineSettings {
  onReady(engine: EngineInfo): void;
  /** The engine crashed; what it was asked has been rejected. */
  onCrash(message: string): void;
  spawn: SpawnEngine;
}

/** The engine's worker as the page sees it: promises, and a new worker when one is lost. */
export class EngineClient {
  readonly #z3: Z3Client;
  readonly #settings: EngineSettings;
  readonly #waiting = new Map<number, Waiting>();
  #worker: EngineWorker;
  #lastId = 0;
  #isReady = false;
  /** Why there is no engine at all, when it never came up. */
  #broken: EngineCrash | undefined;

  constructor(z3: Z3Client, settings: EngineSettings) {
    this.#z3 = z3;
    this.#settings = settings;
    this.#worker = this.#spawn();
  }

  assemble(text: string): Promise<AssembleReply> {
    return this.#ask(
      (id) => ({ type: 'assemble', id, text }),
      (message) => (message.type === 'assembled' ? message.reply : undefined),
    );
  }

  format(text: string): Promise<FormatReply> {
    return this.#ask(
      (id) => ({ type: 'format', id, text }),
      (message) => (message.type === 'formatted' ? message.reply : undefined),
    );
  }

  symbols(text: string): Promise<EditorSymbol[]> {
    return this.#ask(
      (id) => ({ type: 'symbols', id, text }),
      (message) => (message.type === 'symbols' ? message.symbols : undefined),
    );
  }

  /** Why a label cannot be called `to`; null if it can. */
  renameTrouble(text: string, from: string, to: string): Promise<RenameTrouble | null> {
    return this.#ask(
      (id) => ({ type: 'rename-trouble', id, text, from, to }),
      (message) => (message.type === 'rename-trouble' ? message.trouble : undefined),
    );
  }

  run(request: RunRequest): Promise<RunReply> {
    return this.#ask(
      (id) => ({ type: 'run', id, request }),
      (message) => (message.type === 'ran' ? message.reply : undefined),
    );
  }

  inspect(request: InspectRequest): Promise<PassView[]> {
    return this.#ask(
      (id) => ({ type: 'inspect', id, request }),
      (message) => (message.type === 'inspected' ? message.passes : undefined),
    );
  }

  replay(request: ReplayRequest): Promise<ReplayReply> {
    return this.#ask(
      (id) => ({ type: 'replay', id, request }),
      (message) => (message.type === 'replayed' ? message.reply : undefined),
    );
  }

  queryText(request: QueryTextRequest): Promise<string> {
    return this.#ask(
      (id) => ({ type: 'query-text', id, request }),
      (message) => (message.type === 'query-text' ? message.text : undefined),
    );
  }

  debug(request: DebugRequest): Promise<DebugOverview> {
    return this.#ask(
      (id) => ({ type: 'debug', id, request }),
      (message) => (message.type === 'debugging' ? message.overview : undefined),
    );
  }

  debugFrame(position: number): Promise<DebugFrame> {
    return this.#ask(
      (id) => ({ type: 'debug-frame', id, position }),
      (message) => (message.type === 'debug-frame' ? message.frame : undefined),
    );
  }

  debugFind(request: FindRequest): Promise<number> {
    return this.#ask(
      (id) => ({ type: 'debug-find', id, request }),
      (message) => (message.type === 'debug-found' ? message.position : undefined),
    );
  }

  map(request: MapRequest, listener: MapListener): RunningMap {
    const end = this.#ask(
      (id) => ({ type: 'map', id, request }),
      (message) => {
        if (message.type === 'map-grid') listener.grid(message.grid);
        if (message.type === 'map-picture') listener.picture(message.picture, message.progress);
        return message.type === 'map-end' ? true : undefined;
      },
    );
    const id = this.#lastId;
    return {
      end: end.then(() => undefined),
      stop: () => this.#post({ type: 'stop', id } satisfies ToEngine),
    };
  }

  /** Nothing, of a cell that was not looked at yet. */
  async mapCell(column: number, row: number): Promise<CellView | undefined> {
    const { cell } = await this.#ask(
      (id) => ({ type: 'map-cell', id, column, row }),
      (message) => (message.type === 'map-cell' ? message : undefined),
    );
    return cell;
  }

  /** The open runs, or the map, as a table in CSV. */
  table(of: 'debug' | 'map'): Promise<string> {
    return this.#ask(
      (id) => ({ type: `${of}-table`, id }),
      (message) => (message.type === 'table' ? message.csv : undefined),
    );
  }

  compare(request: CompareRequest, onEvent: (event: Event) => void): RunningComparison {
    this.#z3.restart();
    let messages = 0;
    const report = this.#ask(
      (id) => ({ type: 'compare', id, request }),
      (message) => {
        if (message.type === 'events') {
          message.events.forEach(onEvent);
          messages += 1;
          if (messages % RECEIPT === 0) {
            this.#post({ type: 'received', id: message.id, messages: RECEIPT } satisfies ToEngine);
          }
        }
        return message.type === 'report' ? message.report : undefined;
      },
    );
    const id = this.#lastId;
    return { report, stop: () => this.#stop(id) };
  }

  #stop(id: number): void {
    this.#z3.cancel();
    this.#post({ type: 'stop', id } satisfies ToEngine);
    setTimeout(() => {
      const comparison = this.#waiting.get(id);
      if (!comparison) return;
      // Busy inside the wasm, where no message is read.
      this.#waiting.delete(id);
      this.#replace();
      comparison.reject(new ComparisonStopped());
      for (const { message } of this.#waiting.values()) this.#post(message);
    }, GRACE);
  }

  #ask<T>(ask: (id: number) => Asked, reply: (message: FromEngine) => T | undefined): Promise<T> {
    if (this.#broken) return Promise.reject(this.#broken);
    const id = ++this.#lastId;
    const message = ask(id);
    return new Promise((resolve, reject) => {
      const receive = (answer: FromEngine) => {
        if (answer.type === 'failed') {
          this.#waiting.delete(id);
          reject(new Error(answer.message));
          return;
        }
        const value = reply(answer);
        if (value === undefined) return;
        this.#waiting.delete(id);
        resolve(value);
      };
      this.#waiting.set(id, { message, receive, reject });
      this.#post(message);
    });
  }

  #receive(message: FromEngine): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#settings.onReady(message);
        break;
      case 'assembled':
      case 'formatted':
      case 'symbols':
      case 'rename-trouble':
      case 'ran':
      case 'inspected':
      case 'query-text':
      case 'debugging':
      case 'debug-frame':
      case 'debug-found':
      case 'map-grid':
      case 'map-picture':
      case 'map-end':
      case 'map-cell':
      case 'table':
      case 'replayed':
      case 'events':
      case 'report':
      case 'failed':
        // What nobody waits for any more is stale.
        this.#waiting.get(message.id)?.receive(message);
        break;
      case 'z3-evaluate':
        this.#evaluate(message.id, message.text);
        break;
      case 'z3-abandon':
        this.#z3.abandon();
        break;
      case 'crashed':
        this.#crashed(message.message);
        break;
      default:
        message satisfies never;
    }
  }

  async #evaluate(id: number, text: string): Promise<void> {
    const worker = this.#worker;
    const reply = (message: ToEngine) => {
      // The engine that asked may be gone.
      if (worker === this.#worker) this.#post(message);
    };
    try {
      const output = await this.#z3.evaluate(text);
      reply({ type: 'z3-answer', id, output } satisfies ToEngine);
    } catch (error) {
      const { name, message } =
        error instanceof Z3Failure ? error : new Z3Failure('Z3Died', String(error));
      reply({ type: 'z3-failure', id, name, message } satisfies ToEngine);
    }
  }

  #crashed(message: string): void {
    const error = new EngineCrash(message);
    this.#z3.cancel();
    // An engine that never came up would not come up the next time either.
    if (this.#isReady) this.#replace();
    else this.#broken = error;
    for (const waiting of [...this.#waiting.values()]) waiting.reject(error);
    this.#waiting.clear();
    this.#settings.onCrash(message);
  }

  #replace(): void {
    this.#worker.terminate();
    this.#worker = this.#spawn();
  }

  #spawn(): EngineWorker {
    this.#isReady = false;
    // What a worker says that has been replaced is stale.
    const ifCurrent = (then: () => void) => {
      if (worker === this.#worker) then();
    };
    const worker: EngineWorker = this.#settings.spawn({
      receive: (message) => ifCurrent(() => this.#receive(message)),
      fail: (message) => ifCurrent(() => this.#crashed(message)),
    });
    return worker;
  }

  #post(message: ToEngine): void {
    this.#worker.postMessage(message);
  }
}
