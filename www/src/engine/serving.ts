/// <reference lib="webworker" />
/**
 * A worker that answers an engine's calls, without any knowledge of the page or of the calls. z3
 * runs in a worker of its own that the page owns; scripts are sent to it and its output received as
 * messages.
 */

import type { Call } from './call';
import {
  type Asked,
  type FromEngine,
  MOST_UNACKNOWLEDGED,
  type Ready,
  type Start,
  type ToEngine,
} from './protocol';
import { Z3Failure } from './z3/protocol';

declare const self: DedicatedWorkerGlobalScope;

// biome-ignore lint/suspicious/noExplicitAny: any call with its own arguments.
type Work = (call: any, ...args: any[]) => unknown;

/** A kind of sessions. */
interface Kind {
  // biome-ignore lint/suspicious/noExplicitAny: the request of any kind.
  open(request: any, call: any): Promise<{ free(): void }>;
  calls: Readonly<Record<string, Work>>;
}

export type Wasm = WebAssembly.Module | Uint8Array<ArrayBuffer>;

/** What a worker serves. */
export interface Served {
  /** The calls by their names; each gets a `Call` and its own arguments. */
  calls: Readonly<Record<string, Work>>;
  sessions: Readonly<Record<string, Kind>>;
  /** Loads the wasm. */
  load(wasm: Wasm): Promise<Omit<Ready, 'type'>>;
  /** The wasm itself, if no page can send it. */
  wasm: Wasm | undefined;
  /** Called with each message after it was received. */
  received?(message: Start | ToEngine, ready: Promise<unknown>): void;
}

/** Milliseconds that the engine may work between two polls of its messages. */
const PATIENCE = 12;

/** An open session: the wasm's object, and its calls. */
interface Session {
  handle: Promise<{ free(): void }>;
  calls: Kind['calls'];
}

/** A call in progress. */
interface UnderWay {
  session: number | undefined;
  isStopped: boolean;
  /** Number of updates that the page has not acknowledged. */
  unacknowledged: number;
}

const underWay = new Map<number, UnderWay>();
const open = new Map<number, Session>();
const z3Waiting = new Map<
  number,
  { resolve(output: string): void; reject(failure: Z3Failure): void }
>();
/** Calls that wait for the page to catch up. */
const waiting: (() => void)[] = [];
let lastZ3Id = 0;
let lastBreath = 0;
let panic = '';
let served: Served;
let start: (wasm: Wasm) => void = () => {};
let ready: Promise<unknown> = Promise.resolve();

/** Answers the messages of this worker's creator from now on. */
export function serve(what: Served): void {
  served = what;
  ready = new Promise<Wasm>((resolve) => {
    start = resolve;
  })
    .then((wasm) => what.load(wasm))
    .then((info) => post({ type: 'ready', ...info }));
  ready.catch(crashed);
  if (what.wasm) start(what.wasm);
  self.addEventListener('message', (event: MessageEvent<Start | ToEngine>) => {
    receive(event.data);
    what.received?.(event.data, ready);
  });
}

// The engine's panic hook prints the panic, and then the wasm traps: keep the text for the page's
// message.
const printError = console.error;
console.error = (...values: unknown[]) => {
  panic = values.map(String).join(' ');
  printError(...values);
};

// A panic inside a comparison traps where nobody awaits it.
self.addEventListener('error', (event) => crashed(event.error ?? event.message));
self.addEventListener('unhandledrejection', (event) => crashed(event.reason));

function receive(message: Start | ToEngine): void {
  switch (message.type) {
    case 'start':
      start(message.module);
      break;
    case 'call':
    case 'open':
    case 'session-call':
      answer(message);
      break;
    case 'close':
      close(message.session);
      break;
    case 'stop': {
      const call = underWay.get(message.id);
      if (call) call.isStopped = true;
      caughtUp();
      break;
    }
    case 'received': {
      const call = underWay.get(message.id);
      if (call) call.unacknowledged -= message.updates;
      caughtUp();
      break;
    }
    case 'z3-answer':
      z3Waiting.get(message.id)?.resolve(message.output);
      z3Waiting.delete(message.id);
      break;
    case 'z3-failure':
      z3Waiting.get(message.id)?.reject(new Z3Failure(message.name, message.message));
      z3Waiting.delete(message.id);
      break;
    default:
      message satisfies never;
  }
}

async function answer(asked: Asked): Promise<void> {
  const { id } = asked;
  const session = 'session' in asked ? asked.session : undefined;
  const state: UnderWay = { session, isStopped: false, unacknowledged: 0 };
  underWay.set(id, state);
  try {
    await ready;
    const value = await perform(asked, callOf(id, state));
    post({ type: 'answer', id, answer: value } satisfies FromEngine);
  } catch (error) {
    // A trap leaves the wasm's memory in an unknown state.
    if (error instanceof WebAssembly.RuntimeError) crashed(error);
    else post({ type: 'failed', id, message: describe(error) } satisfies FromEngine);
  } finally {
    underWay.delete(id);
  }
}

/** Performs a request. Names and arguments are type-checked in the client, from `calls.ts`. */
async function perform(asked: Asked, call: Call<unknown>): Promise<unknown> {
  switch (asked.type) {
    case 'call': {
      return own(served.calls, asked.name)(call, ...asked.args);
    }
    case 'open': {
      const kind = own(served.sessions, asked.kind);
      const handle = kind.open(asked.request, call);
      open.set(asked.session, { handle, calls: kind.calls });
      await handle;
      return null;
    }
    case 'session-call': {
      const session = open.get(asked.session);
      if (!session) throw new Error(`session ${asked.session} is not open`);
      const handle = await session.handle;
      if (open.get(asked.session) !== session) throw new Error('the session was closed');
      return own(session.calls, asked.name)(handle, call, ...asked.args);
    }
    default:
      return asked satisfies never;
  }
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value {
  const value = Object.hasOwn(table, name) ? table[name] : undefined;
  if (value === undefined) throw new Error(`the engine does not know ${name}`);
  return value;
}

/** Closes a session; work on it ends. */
function close(session: number): void {
  const closed = open.get(session);
  if (!closed) return;
  for (const call of underWay.values()) if (call.session === session) call.isStopped = true;
  caughtUp();
  open.delete(session);
  closed.handle.then(
    (handle) => handle.free(),
    // It never opened, which was already reported.
    () => {},
  );
}

function callOf(id: number, state: UnderWay): Call<unknown> {
  return {
    get isStopped() {
      return state.isStopped;
    },
    get isLong() {
      return isTimeToBreathe();
    },
    update(update) {
      state.unacknowledged += 1;
      post({ type: 'update', id, update } satisfies FromEngine);
    },
    async breathe() {
      await breathe();
      // "stop" ends the wait.
      while (state.unacknowledged >= MOST_UNACKNOWLEDGED && !state.isStopped) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
    },
    z3: {
      evaluate(text) {
        return new Promise((resolve, reject) => {
          const z3Id = ++lastZ3Id;
          z3Waiting.set(z3Id, { resolve, reject });
          post({ type: 'z3-evaluate', id: z3Id, text } satisfies FromEngine);
        });
      },
      abandon() {
        post({ type: 'z3-abandon' } satisfies FromEngine);
      },
    },
  };
}

const isTimeToBreathe = () => performance.now() - lastBreath >= PATIENCE;

/**
 * Yields for messages, mainly "stop", when it is time to. A promise is not enough: only a task of
 * its own lets the worker read its messages.
 */
export async function breathe(): Promise<void> {
  if (!isTimeToBreathe()) return;
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
  lastBreath = performance.now();
}

/** Wakes the calls that wait for the page. */
function caughtUp(): void {
  for (const resolve of waiting.splice(0)) resolve();
}

function crashed(error: unknown): void {
  post({ type: 'crashed', message: panic || describe(error) } satisfies FromEngine);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An engine's refusal is a plain error without an informative name.
  return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
}

function post(message: FromEngine): void {
  self.postMessage(message);
}
