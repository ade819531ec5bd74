import type {
  CallAnswer,
  CallArgs,
  CallName,
  CallUpdate,
  SessionAnswer,
  SessionArgs,
  SessionCallName,
  SessionKind,
  SessionOpening,
  SessionRequest,
  SessionUpdate,
} from './calls';
import {
  ACKNOWLEDGED_TOGETHER,
  type Asked,
  type FromEngine,
  type Ready,
  type ToEngine,
} from './protocol';
import type { CompareRequest, Report, SearchEvent } from './types';
import type { Z3Client } from './z3/client';
import { Z3Failure } from './z3/protocol';

/** The engine violated its own invariants; a new one has been started. */
export class EngineCrash extends Error {
  override readonly name = 'EngineCrash';
}

/** Work that was stopped, did not end by itself in time and was cut off. */
export class CutOff extends Error {
  override readonly name = 'CutOff';
}

/** Work of the engine with updates. */
export interface Running<Answer> {
  readonly answer: Promise<Answer>;
  /** Asks it to end soon with its results so far. */
  stop(): void;
}

export interface RunningComparison {
  readonly report: Promise<Report>;
  /** Resolves or rejects `report` within a tenth of a second. */
  stop(): void;
}

/** An object that the engine keeps open, such as two runs or a map. */
export interface Session<Kind extends SessionKind> {
  /** Unique among the sessions of a page. */
  readonly id: number;
  /** Resolves once it is open. */
  readonly opened: Promise<unknown>;
  call<Name extends SessionCallName<Kind>>(
    name: Name,
    ...args: SessionArgs<Kind, Name>
  ): Promise<SessionAnswer<Kind, Name>>;
  /** A call with updates before its answer. */
  start<Name extends SessionCallName<Kind>>(
    name: Name,
    args: SessionArgs<Kind, Name>,
    onUpdate: (update: SessionUpdate<Kind, Name>) => void,
  ): Running<SessionAnswer<Kind, Name>>;
  close(): void;
}

/** Milliseconds that the engine has to end stopped work by itself. */
const GRACE = 40;

/** The engine's worker, or a share of one. */
export interface EngineWorker {
  postMessage(message: ToEngine): void;
  terminate(): void;
}

/** What a worker reports to its creator. */
export interface EngineListener {
  receive(message: FromEngine): void;
  /** It could not be loaded, or failed unexpectedly. */
  fail(message: string): void;
  /** Another worker has replaced it, without any requests or sessions. */
  restarted(): void;
}

export type SpawnEngine = (listener: EngineListener) => EngineWorker;

interface Waiting {
  readonly message: Asked;
  update(update: unknown): void;
  /** The request is repeated from the beginning. */
  again(): void;
  resolve(answer: unknown): void;
  reject(error: Error): void;
  updates: number;
}

interface OpenSession {
  readonly message: Asked;
  readonly onReopened: () => void;
}

/** What an engine reports about itself when it comes up. */
export type EngineInfo = Omit<Ready, 'type'>;

export interface EngineSettings {
  onReady(engine: EngineInfo): void;
  /** The engine crashed; its requests have been rejected. */
  onCrash(message: string): void;
  spawn: SpawnEngine;
}

const ignore = () => {};

/**
 * The engine's worker as the page sees it: promises, sessions, and a new worker when one is lost. A
 * new one gets the open sessions and pending requests again.
 */
export class EngineClient {
  readonly #z3: Z3Client;
  readonly #settings: EngineSettings;
  readonly #waiting = new Map<number, Waiting>();
  readonly #open = new Map<number, OpenSession>();
  #worker: EngineWorker;
  #lastId = 0;
  #isReady = false;
  /** Why the engine never came up. */
  #broken: EngineCrash | undefined;

  constructor(z3: Z3Client, settings: EngineSettings) {
    this.#z3 = z3;
    this.#settings = settings;
    this.#worker = this.#spawn();
  }

  call<Name extends CallName>(name: Name, ...args: CallArgs<Name>): Promise<CallAnswer<Name>> {
    return this.#ask<CallAnswer<Name>, CallUpdate<Name>>({
      type: 'call',
      id: this.#next(),
      name,
      args,
    });
  }

  compare(request: CompareRequest, onEvent: (event: SearchEvent) => void): RunningComparison {
    this.#z3.restart();
    const id = this.#next();
    // The same request gives the same events, so a repeated request's first events are known.
    let reported = 0;
    let seen = 0;
    const report = this.#ask<CallAnswer<'compare'>, CallUpdate<'compare'>>(
      { type: 'call', id, name: 'compare', args: [request] },
      {
        update(events) {
          for (const event of events) {
            seen += 1;
            if (seen <= reported) continue;
            reported = seen;
            onEvent(event);
          }
        },
        again() {
          seen = 0;
        },
      },
    );
    const stop = () => {
      this.#z3.cancel();
      this.#cutOff(id);
    };
    return { report, stop };
  }

  /** A call with updates before its answer; it is cut off if it does not end soon. */
  start<Name extends CallName>(
    name: Name,
    args: CallArgs<Name>,
    onUpdate: (update: CallUpdate<Name>) => void,
  ): Running<CallAnswer<Name>> {
    const id = this.#next();
    const answer = this.#ask<CallAnswer<Name>, CallUpdate<Name>>(
      { type: 'call', id, name, args },
      { update: onUpdate },
    );
    return { answer, stop: () => this.#cutOff(id) };
  }

  /**
   * Opens a session. Once open, it is reopened in any engine that replaces this one, and
   * `onReopened` is called. `onOpening` receives the progress of a session that takes long to open.
   */
  open<Kind extends SessionKind>(
    kind: Kind,
    request: SessionRequest<Kind>,
    onReopened: () => void = ignore,
    onOpening: (update: SessionOpening<Kind>) => void = ignore,
  ): Session<Kind> {
    const id = this.#next();
    const message = { type: 'open', id, session: id, kind, request } as const;
    let isClosed = false;
    const opened = this.#ask<null, SessionOpening<Kind>>(message, { update: onOpening }).then(
      () => {
        if (!isClosed) this.#open.set(id, { message, onReopened });
      },
    );
    // Its users await it, or fail at their first call.
    opened.catch(ignore);
    const start: Session<Kind>['start'] = (name, args, update) => {
      const call = this.#next();
      const answer = this.#ask(
        { type: 'session-call', id: call, session: id, name, args },
        { update },
      );
      return { answer, stop: () => this.#post({ type: 'stop', id: call }) } as Running<never>;
    };
    return {
      id,
      opened,
      start,
      call: (name, ...args) => start(name, args, ignore).answer,
      close: () => {
        isClosed = true;
        this.#open.delete(id);
        this.#post({ type: 'close', session: id });
      },
    };
  }

  #cutOff(id: number): void {
    this.#post({ type: 'stop', id });
    setTimeout(() => {
      const call = this.#waiting.get(id);
      if (!call) return;
      // Busy inside the wasm, where no message is read.
      this.#waiting.delete(id);
      this.#replace();
      call.reject(new CutOff());
      this.#askAgain();
    }, GRACE);
  }

  #next(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #ask<Answer, Update>(
    message: Asked,
    { update, again = ignore }: { update?: (update: Update) => void; again?: () => void } = {},
  ): Promise<Answer> {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      this.#waiting.set(message.id, {
        message,
        update: (update ?? ignore) as Waiting['update'],
        again,
        resolve: resolve as Waiting['resolve'],
        reject,
        updates: 0,
      });
      this.#post(message);
    });
  }

  /** Sends a new engine the open sessions and pending requests. */
  #askAgain(): void {
    const open = [...this.#open.values()];
    for (const { message } of open) this.#post(message);
    for (const waiting of this.#waiting.values()) {
      waiting.updates = 0;
      waiting.again();
      this.#post(waiting.message);
    }
    for (const { onReopened } of open) onReopened();
  }

  #receive(message: FromEngine): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#settings.onReady(message);
        break;
      case 'update':
        this.#update(message.id, message.update);
        break;
      case 'answer':
        this.#settle(message.id, (waiting) => waiting.resolve(message.answer));
        break;
      case 'failed':
        this.#settle(message.id, (waiting) => waiting.reject(new Error(message.message)));
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

  // An answer that nobody waits for is stale, here and in the next engine.

  #update(id: number, update: unknown): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    waiting.update(update);
    waiting.updates += 1;
    if (waiting.updates % ACKNOWLEDGED_TOGETHER === 0) {
      this.#post({ type: 'received', id, updates: ACKNOWLEDGED_TOGETHER });
    }
  }

  #settle(id: number, settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    settle(waiting);
  }

  async #evaluate(id: number, text: string): Promise<void> {
    const worker = this.#worker;
    const reply = (message: ToEngine) => {
      // The engine that asked may be gone.
      if (worker === this.#worker) this.#post(message);
    };
    try {
      const output = await this.#z3.evaluate(text);
      reply({ type: 'z3-answer', id, output });
    } catch (error) {
      const { name, message } =
        error instanceof Z3Failure ? error : new Z3Failure('Z3Died', String(error));
      reply({ type: 'z3-failure', id, name, message });
    }
  }

  #crashed(message: string): void {
    const error = new EngineCrash(message);
    this.#z3.cancel();
    const rejected = [...this.#waiting.values()];
    this.#waiting.clear();
    // An engine that never came up would fail again.
    if (this.#isReady) {
      this.#replace();
      this.#askAgain();
    } else this.#broken = error;
    for (const waiting of rejected) waiting.reject(error);
    this.#settings.onCrash(message);
  }

  #replace(): void {
    this.#worker.terminate();
    this.#worker = this.#spawn();
  }

  #spawn(): EngineWorker {
    this.#isReady = false;
    // Messages of a replaced worker are stale.
    const ifCurrent = (then: () => void) => {
      if (worker === this.#worker) then();
    };
    const worker: EngineWorker = this.#settings.spawn({
      receive: (message) => ifCurrent(() => this.#receive(message)),
      fail: (message) => ifCurrent(() => this.#crashed(message)),
      restarted: () => ifCurrent(() => this.#askAgain()),
    });
    return worker;
  }

  #post(message: ToEngine): void {
    this.#worker.postMessage(message);
  }
}
