/**
 * One engine of a machine for all embeds of a page. Embeds of the same host can reach each other's windows, so
 * the first one that needs an engine starts it and the others use that one. Each sees a worker of
 * its own, a share. A share's calls and sessions have numbers of their own, which are mapped to
 * others in the engine, so that shares do not collide. Ending a busy share restarts the engine; the
 * other shares then repeat their open sessions and requests. When the window with the engine goes,
 * they start a new one in the same way.
 */

import type { EngineListener, EngineWorker, SpawnEngine } from './client';
import type { MachineName } from './machine';
import type { AboutCall, Asked, FromCall, FromEngine, ToEngine } from './protocol';

type Ready = Extract<FromEngine, { type: 'ready' }>;

/** A share's interface for the engine. Called across windows: plain calls only. */
interface Member {
  receive(message: Ready | FromCall): void;
  /** The engine failed. */
  fail(message: string): void;
  /** The engine was restarted or replaced: it does not know this share. */
  renew(): void;
}

/** A number that a member assigned. */
interface Owned {
  member: Member;
  id: number;
}

/** Maps the members' numbers to numbers of the engine. */
class Numbering {
  readonly #owned = new Map<number, Owned>();
  #last = 0;

  add(member: Member, id: number): number {
    this.#last += 1;
    this.#owned.set(this.#last, { member, id });
    return this.#last;
  }

  /** Undefined if it has ended. */
  get(number: number): Owned | undefined {
    return this.#owned.get(number);
  }

  find(member: Member, id: number): number | undefined {
    for (const [number, owned] of this.#owned) {
      if (owned.member === member && owned.id === id) return number;
    }
    return undefined;
  }

  of(member: Member): number[] {
    return [...this.#owned].flatMap(([number, owned]) => (owned.member === member ? number : []));
  }

  members(): Set<Member> {
    return new Set([...this.#owned.values()].map(({ member }) => member));
  }

  delete(number: number): void {
    this.#owned.delete(number);
  }

  clear(): void {
    this.#owned.clear();
  }
}

declare global {
  interface Window {
    /** The engine of each machine that this window runs for all embeds of its page. */
    tamarinEngines?: Map<MachineName, SharedEngine> | undefined;
  }
}

/** An engine, in the window that started it. */
export class SharedEngine {
  readonly #spawn: SpawnEngine;
  readonly #members = new Set<Member>();
  readonly #calls = new Numbering();
  readonly #sessions = new Numbering();
  #worker: EngineWorker;
  #ready: Ready | undefined;

  constructor(spawn: SpawnEngine) {
    this.#spawn = spawn;
    this.#worker = this.#start();
  }

  join(member: Member): void {
    this.#members.add(member);
    if (this.#ready) member.receive(this.#ready);
  }

  ask(member: Member, message: Asked): void {
    const id = this.#calls.add(member, message.id);
    if (message.type === 'call') {
      this.#worker.postMessage({ ...message, id });
      return;
    }
    const session =
      this.#sessions.find(member, message.session) ??
      // A fresh number; if nothing is open, the engine says so.
      this.#sessions.add(member, message.session);
    this.#worker.postMessage({ ...message, id, session });
  }

  /** Passes on a member's message about its request. */
  tell(member: Member, message: AboutCall): void {
    const id = this.#calls.find(member, message.id);
    if (id !== undefined) this.#worker.postMessage({ ...message, id });
  }

  close(member: Member, session: number): void {
    const number = this.#sessions.find(member, session);
    if (number !== undefined) this.#end(number);
  }

  leave(member: Member): void {
    this.#members.delete(member);
    const isBusy = this.#calls.of(member).length > 0;
    for (const session of this.#sessions.of(member)) this.#end(session);
    if (isBusy) this.#restart();
  }

  /** Ends the engine with its window; the remaining members start another one. */
  shutDown(): void {
    this.#worker.terminate();
    for (const member of this.#members) member.renew();
    this.#members.clear();
  }

  #end(session: number): void {
    this.#sessions.delete(session);
    this.#worker.postMessage({ type: 'close', session });
  }

  #restart(): void {
    this.#worker.terminate();
    this.#calls.clear();
    this.#sessions.clear();
    this.#worker = this.#start();
    for (const member of this.#members) member.renew();
  }

  #start(): EngineWorker {
    this.#ready = undefined;
    const ifCurrent = (then: () => void) => {
      if (worker === this.#worker) then();
    };
    const worker: EngineWorker = this.#spawn({
      receive: (message) => ifCurrent(() => this.#receive(message)),
      fail: (message) => ifCurrent(() => this.#fail(message)),
      restarted: () => ifCurrent(() => this.#restart()),
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
        // Embeds do not use z3, which is a download of megabytes.
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
        const asking = this.#calls.get(message.id);
        if (!asking) return;
        if (message.type !== 'update') this.#calls.delete(message.id);
        asking.member.receive({ ...message, id: asking.id });
      }
    }
  }

  /** Reports the failure to members with requests; the others get a new engine. */
  #fail(text: string): void {
    const isUp = this.#ready !== undefined;
    const concerned = isUp ? this.#calls.members() : new Set(this.#members);
    const others = [...this.#members].filter((member) => !concerned.has(member));
    this.#calls.clear();
    this.#sessions.clear();
    this.#worker.terminate();
    if (isUp) this.#worker = this.#start();
    for (const member of concerned) member.fail(text);
    for (const member of others) member.renew();
  }
}

/** How a machine's engine is started. */
interface Kind {
  machine: MachineName;
  spawn: SpawnEngine;
}

/** A share of the page's engine of a machine, as a worker. */
export function spawnShare(kind: Kind, listener: EngineListener): EngineWorker {
  const share = new Share(kind, listener);
  // A worker never sends anything before its creator has it.
  queueMicrotask(() => share.begin());
  return share;
}

class Share implements EngineWorker, Member {
  readonly #kind: Kind;
  readonly #listener: EngineListener;
  /** Messages from before there was an engine. */
  #early: ToEngine[] = [];
  #engine: SharedEngine | undefined;
  #isEnded = false;

  constructor(kind: Kind, listener: EngineListener) {
    this.#kind = kind;
    this.#listener = listener;
  }

  begin(): void {
    if (!this.#join()) return;
    for (const message of this.#early.splice(0)) this.postMessage(message);
  }

  postMessage(message: ToEngine): void {
    if (!this.#engine) {
      this.#early.push(message);
      return;
    }
    switch (message.type) {
      case 'stop':
      case 'received':
        this.#engine.tell(this, message);
        break;
      case 'close':
        this.#engine.close(this, message.session);
        break;
      case 'z3-answer':
      case 'z3-failure':
        break;
      default:
        this.#engine.ask(this, message);
    }
  }

  terminate(): void {
    this.#isEnded = true;
    this.#engine?.leave(this);
    this.#engine = undefined;
  }

  receive(message: Ready | FromCall): void {
    this.#listener.receive(message);
  }

  fail(message: string): void {
    this.#listener.fail(message);
  }

  renew(): void {
    if (this.#join()) this.#listener.restarted();
  }

  /** Joins the existing engine, or starts one. */
  #join(): boolean {
    if (isGone || this.#isEnded) return false;
    const engine = findEngine(this.#kind.machine) ?? startEngine(this.#kind);
    if (engine !== this.#engine) {
      this.#engine = engine;
      engine.join(this);
    }
    return true;
  }
}

/** Maximum number of windows of a page that are searched for an engine. */
const MAX_WINDOWS = 500;

/** A machine's engine, of any embed of this page that this window can reach. */
function findEngine(machine: MachineName): SharedEngine | undefined {
  const windows: Window[] = [top ?? self];
  for (let at = 0; at < windows.length && windows.length < MAX_WINDOWS; at += 1) {
    const other = windows[at];
    if (!other) continue;
    // The frames of a foreign window can be counted and accessed, whatever else it hides.
    for (let index = 0; index < other.length; index += 1) {
      const frame = other[index];
      if (frame) windows.push(frame);
    }
    try {
      const engine = other.tamarinEngines?.get(machine);
      if (engine) return engine;
    } catch {
      // The browser grants no access to a window of another host.
    }
  }
  return undefined;
}

/** Whether this window is being unloaded. */
let isGone = false;

function startEngine({ machine, spawn }: Kind): SharedEngine {
  const engine = new SharedEngine(spawn);
  window.tamarinEngines ??= new Map();
  window.tamarinEngines.set(machine, engine);
  window.addEventListener('pagehide', ({ persisted }) => {
    // A page in the back/forward cache returns with its frames and its engine.
    if (persisted) return;
    isGone = true;
    window.tamarinEngines = undefined;
    engine.shutDown();
  });
  return engine;
}
