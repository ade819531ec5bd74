/**
 * One engine for all embeds of a page.
 *
 * Embeds of the same host can reach each other's windows, so the first that
 * needs an engine starts it and the others use that one. Each sees a worker of
 * its own, a share: ending a share that is busy restarts the engine, and what
 * the other shares had asked is asked again. Same input, same events: those
 * that were told already are passed over. When the window with the engine
 * goes, the others start a new one in the same way.
 */

import type { EngineListener, EngineWorker, SpawnEngine } from './client';
import type { FromEngine, ToEngine } from './protocol';

type Ready = Extract<FromEngine, { type: 'ready' }>;
type Asked = Exclude<ToEngine, { type: 'stop' | 'received' | 'z3-answer' | 'z3-failure' }>;

/** What comes before the answer. */
const notLast: readonly FromEngine['type'][] = ['events', 'map-grid', 'map-picture'];

/** What an engine has to do with each of its shares. Called across windows: plain calls only. */
interface Member {
  receive(message: FromEngine): void;
  /** The engine broke down. */
  fail(message: string): void;
  /** The engine was restarted, or is another one now: what was asked is to be asked again. */
  renew(): void;
}

interface Asking {
  member: Member;
  /** The number that the member knows it by. */
  id: number;
}

declare global {
  interface Window {
    /** The engine that this window runs for all embeds of its page. */
    tamarinEngine?: SharedEngine | undefined;
  }
}

/** An engine, in the window that started it. */
export class SharedEngine {
  readonly #spawn: SpawnEngine;
  readonly #members = new Set<Member>();
  readonly #asking = new Map<number, Asking>();
  #worker: EngineWorker;
  #ready: Ready | undefined;
  #lastId = 0;

  constructor(spawn: SpawnEngine) {
    this.#spawn = spawn;
    this.#worker = this.#start();
  }

  join(member: Member): void {
    this.#members.add(member);
    if (this.#ready) member.receive(this.#ready);
  }

  ask(member: Member, message: Asked): void {
    this.#lastId += 1;
    this.#asking.set(this.#lastId, { member, id: message.id });
    this.#worker.postMessage({ ...message, id: this.#lastId });
  }

  /** Passes on what a member says about something that it asked. */
  tell(member: Member, message: Extract<ToEngine, { type: 'stop' | 'received' }>): void {
    for (const [number, asking] of this.#asking) {
      if (asking.member === member && asking.id === message.id) {
        this.#worker.postMessage({ ...message, id: number });
      }
    }
  }

  leave(member: Member): void {
    this.#members.delete(member);
    const isBusy = [...this.#asking.values()].some((asking) => asking.member === member);
    if (isBusy) this.#restart();
  }

  /** Ends the engine with its window; the members that are left start another one. */
  close(): void {
    this.#worker.terminate();
    for (const member of this.#members) member.renew();
    this.#members.clear();
  }

  #restart(): void {
    this.#worker.terminate();
    this.#asking.clear();
    this.#worker = this.#start();
    for (const member of this.#members) member.renew();
  }

  #start(): EngineWorker {
    this.#ready = undefined;
    const worker: EngineWorker = this.#spawn({
      receive: (message) => {
        if (worker === this.#worker) this.#receive(message);
      },
      fail: (message) => {
        if (worker === this.#worker) this.#fail(message);
      },
    });
    return worker;
  }

  #receive(message: FromEngine): void {
    switch (message.type) {
      case 'ready':
        this.#ready = message;
        for (const member of this.#members) member.receive(message);
        return;
      case 'crashed':
        this.#fail(message.message);
        return;
      case 'z3-evaluate':
        // Embeds do without: z3 is a download of megabytes.
        this.#worker.postMessage({
          type: 'z3-failure',
          id: message.id,
          name: 'Z3Unavailable',
          message: 'an embed has no z3',
        });
        return;
      case 'z3-abandon':
        return;
      default: {
        const asking = this.#asking.get(message.id);
        if (!asking) return;
        if (!notLast.includes(message.type)) this.#asking.delete(message.id);
        asking.member.receive({ ...message, id: asking.id });
      }
    }
  }

  /** Whoever had asked something is told; for the others there is a new engine. */
  #fail(text: string): void {
    const concerned = new Set([...this.#asking.values()].map(({ member }) => member));
    const isUp = this.#ready !== undefined;
    this.#asking.clear();
    this.#worker.terminate();
    if (isUp) this.#worker = this.#start();
    for (const member of isUp ? concerned : this.#members) member.fail(text);
  }
}

/** A share of the page's engine, as a worker. */
export function spawnShare(spawn: SpawnEngine, listener: EngineListener): EngineWorker {
  const share = new Share(spawn, listener);
  // A worker never says anything before whoever started it has it in hand.
  queueMicrotask(() => share.renew());
  return share;
}

class Share implements EngineWorker, Member {
  readonly #spawn: SpawnEngine;
  readonly #listener: EngineListener;
  /** What was asked and not answered, with the events that came and those to pass over. */
  readonly #asked = new Map<number, { message: Asked; told: number; skip: number }>();
  #engine: SharedEngine | undefined;
  #isEnded = false;

  constructor(spawn: SpawnEngine, listener: EngineListener) {
    this.#spawn = spawn;
    this.#listener = listener;
  }

  postMessage(message: ToEngine): void {
    switch (message.type) {
      case 'stop':
      case 'received':
        this.#engine?.tell(this, message);
        break;
      case 'z3-answer':
      case 'z3-failure':
        break;
      default:
        this.#asked.set(message.id, { message, told: 0, skip: 0 });
        this.#engine?.ask(this, message);
    }
  }

  terminate(): void {
    this.#isEnded = true;
    this.#engine?.leave(this);
    this.#engine = undefined;
    this.#asked.clear();
  }

  receive(message: FromEngine): void {
    if (message.type === 'events') {
      this.#receiveEvents(message);
      return;
    }
    if ('id' in message && !notLast.includes(message.type)) this.#asked.delete(message.id);
    this.#listener.receive(message);
  }

  #receiveEvents(message: Extract<FromEngine, { type: 'events' }>): void {
    const asked = this.#asked.get(message.id);
    if (!asked) return;
    const known = Math.min(asked.skip, message.events.length);
    asked.skip -= known;
    const events = message.events.slice(known);
    asked.told += events.length;
    if (events.length > 0) this.#listener.receive({ ...message, events });
    // What is passed over nobody else acknowledges.
    else this.#engine?.tell(this, { type: 'received', id: message.id, messages: 1 });
  }

  fail(message: string): void {
    this.#asked.clear();
    this.#listener.fail(message);
  }

  renew(): void {
    if (isGone || this.#isEnded) return;
    const engine = findEngine() ?? startEngine(this.#spawn);
    if (engine !== this.#engine) {
      this.#engine = engine;
      engine.join(this);
    }
    for (const asked of this.#asked.values()) {
      asked.skip = asked.told;
      this.#engine?.ask(this, asked.message);
    }
  }
}

/** Windows of a page that are looked at for an engine. */
const MAX_WINDOWS = 500;

/** The engine of any embed of this page that this window may reach. */
function findEngine(): SharedEngine | undefined {
  const windows: Window[] = [top ?? self];
  for (let at = 0; at < windows.length && windows.length < MAX_WINDOWS; at += 1) {
    const other = windows[at];
    if (!other) continue;
    // The frames of a foreign window may be counted and looked at, whatever else it hides.
    for (let index = 0; index < other.length; index += 1) {
      const frame = other[index];
      if (frame) windows.push(frame);
    }
    try {
      if (other.tamarinEngine) return other.tamarinEngine;
    } catch {
      // Of another host.
    }
  }
  return undefined;
}

/** Whether this window is about to go, with what it holds. */
let isGone = false;

function startEngine(spawn: SpawnEngine): SharedEngine {
  const engine = new SharedEngine(spawn);
  window.tamarinEngine = engine;
  window.addEventListener('pagehide', ({ persisted }) => {
    // A page that is only put aside comes back with its frames and its engine.
    if (persisted) return;
    isGone = true;
    window.tamarinEngine = undefined;
    engine.close();
  });
  return engine;
}
