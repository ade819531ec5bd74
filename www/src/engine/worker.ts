/// <reference lib="webworker" />
/**
 * The engine's worker: the wasm, without any knowledge of the page. z3 runs in a worker of its own
 * that the page owns; scripts are sent to it and its output received as messages.
 */

import init, * as engine from '../../generated/tamarin';
import type { Call } from './call';
import { calls, sessions } from './calls';
import { expectLater, loadLater } from './later';
import {
  type Asked,
  type FromEngine,
  MOST_UNACKNOWLEDGED,
  type Start,
  type ToEngine,
} from './protocol';
import type { Options } from './types';
import { IDLE, warmUp } from './warm-up';
import { Z3Failure } from './z3/protocol';

declare const self: DedicatedWorkerGlobalScope & {
  /** The wasm itself, if no page can send it (embed/sandboxed-worker.ts). */
  tamarinWasm?: Uint8Array<ArrayBuffer>;
};

/** Milliseconds that the engine may work between two polls of its messages. */
const PATIENCE = 12;

/** An open session: the wasm's object, and its calls. */
interface Session {
  handle: Promise<{ free(): void }>;
  calls: Readonly<Record<string, (...args: never[]) => unknown>>;
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
let idle: ReturnType<typeof setTimeout> | undefined;
/** An engine is warm after a comparison, even one to warm up. */
let warmth: 'starting' | 'cold' | 'warm' = 'starting';

// Without that part the engine can do short comparisons.
const expectingLater = expectLater().catch(() => {});

type Wasm = WebAssembly.Module | Uint8Array<ArrayBuffer>;
let start: (wasm: Wasm) => void = () => {};
const ready = new Promise<Wasm>((resolve) => {
  start = resolve;
})
  .then((wasm) => Promise.all([init({ module_or_path: wasm }), expectingLater]))
  .then(() => {
    post({
      type: 'ready',
      version: engine.version(),
      instructions: engine.instruction_set(),
      options: engine.default_options(),
    } satisfies FromEngine);
    if (warmth === 'starting') warmth = 'cold';
    warmUpWhenIdle();
  });
ready.catch(crashed);
if (self.tamarinWasm) start(self.tamarinWasm);

// The engine's panic hook prints the panic, and then the wasm traps: keep the text for the page's
// message.
const printError = console.error;
console.error = (...values: unknown[]) => {
  panic = values.map(String).join(' ');
  printError(...values);
};

self.addEventListener('message', (event: MessageEvent<Start | ToEngine>) => {
  receive(event.data);
  if (isComparison(event.data)) {
    warmth = 'warm';
    ready.then(loadLater);
  }
  warmUpWhenIdle();
});
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
      const work = own(calls, asked.name) as (call: Call<unknown>, ...args: unknown[]) => unknown;
      return work(call, ...asked.args);
    }
    case 'open': {
      const kind = own(sessions, asked.kind);
      const make = kind.open as (request: unknown, call: Call) => Session['handle'];
      const handle = make(asked.request, call as Call);
      open.set(asked.session, { handle, calls: kind.calls });
      await handle;
      return null;
    }
    case 'session-call': {
      const session = open.get(asked.session);
      if (!session) throw new Error(`session ${asked.session} is not open`);
      const handle = await session.handle;
      if (open.get(asked.session) !== session) throw new Error('the session was closed');
      const work = own(session.calls, asked.name) as unknown as (
        handle: Awaited<Session['handle']>,
        call: Call<unknown>,
        ...args: unknown[]
      ) => unknown;
      return work(handle, call, ...asked.args);
    }
    default:
      return asked satisfies never;
  }
}

function own<Table extends object>(table: Table, name: string): Table[keyof Table] {
  if (!Object.hasOwn(table, name)) throw new Error(`the engine does not know ${name}`);
  return table[name as keyof Table];
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

const isComparison = (message: Start | ToEngine) =>
  message.type === 'call' && message.name === 'compare';

/** Warms up a cold engine after a moment without messages. */
function warmUpWhenIdle(): void {
  clearTimeout(idle);
  if (warmth === 'cold') idle = setTimeout(compareToWarmUp, IDLE);
}

async function compareToWarmUp(): Promise<void> {
  loadLater();
  // Requests come first.
  let isAlone = true;
  const stop = ({ data }: MessageEvent<ToEngine>) => {
    if (isComparison(data)) isAlone = false;
  };
  warmth = 'warm';
  self.addEventListener('message', stop);
  const goOn = async () => {
    await breathe();
    return isAlone;
  };
  const options = { ...engine.default_options(), solver: 'bitblast' } satisfies Options;
  const z3 = { evaluate: () => Promise.reject(new Error('nobody asks')), abandon() {} };
  const [left, right] = [warmUp.left, warmUp.right].map((text) => [
    { name: 'warm-up.asm', text, compiled: undefined },
  ]);
  const request = { left: left ?? [], right: right ?? [], options, known: [] };
  // It has no loop, so no proof is requested.
  const prove = () => Promise.reject(new Error('nobody asks'));
  await engine.compare(request, { event: goOn, pause: goOn, z3, prove });
  self.removeEventListener('message', stop);
  // A mark for performance tools.
  performance.mark('engine warm');
}

const isTimeToBreathe = () => performance.now() - lastBreath >= PATIENCE;

/**
 * Yields for messages, mainly "stop", when it is time to. A promise is not enough: only a task of
 * its own lets the worker read its messages.
 */
async function breathe(): Promise<void> {
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
