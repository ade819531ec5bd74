/// <reference lib="webworker" />
/**
 * The engine's worker: the wasm, and nothing that knows the page.
 *
 * z3 runs in a worker of its own that the page owns; a script for it goes out
 * as a message and its output comes back as one.
 */

import init, * as engine from '../../generated/tamarin';
import { Z3Failure } from '../z3/protocol';
import { type FromEngine, MOST_UNDER_WAY, type ToEngine } from './protocol';
import type { CompareRequest, Event } from './types';

declare const self: DedicatedWorkerGlobalScope;

/** How long the engine may work between two looks at the messages, in milliseconds. */
const PATIENCE = 12;

const stopped = new Set<number>();
const z3Waiting = new Map<
  number,
  { resolve(output: string): void; reject(failure: Z3Failure): void }
>();
/** The comparison under way, or else the last one. */
let comparing = 0;
/** Messages of its events that the page has not said to have received. */
let underWay = 0;
let caughtUp = () => {};
let lastZ3Id = 0;
let lastBreath = 0;
let panic = '';

const ready = init().then(() => {
  post({
    type: 'ready',
    version: engine.version(),
    instructions: engine.instruction_set(),
    options: engine.default_options(),
  } satisfies FromEngine);
});
ready.catch(crashed);

// The engine's panic hook prints the panic, and then the wasm traps: the text
// is kept for the message that the page shows.
const printError = console.error;
console.error = (...values: unknown[]) => {
  panic = values.map(String).join(' ');
  printError(...values);
};

self.addEventListener('message', (event: MessageEvent<ToEngine>) => receive(event.data));
// A panic inside a comparison traps where nobody awaits it.
self.addEventListener('error', (event) => crashed(event.error ?? event.message));
self.addEventListener('unhandledrejection', (event) => crashed(event.reason));

function receive(message: ToEngine): void {
  switch (message.type) {
    case 'assemble':
      answer(message.id, () => {
        const reply = engine.assemble(message.text);
        post({ type: 'assembled', id: message.id, reply } satisfies FromEngine);
      });
      break;
    case 'inspect':
      answer(message.id, () => {
        const passes = engine.inspect(message.request);
        post({ type: 'inspected', id: message.id, passes } satisfies FromEngine);
      });
      break;
    case 'query-text':
      answer(message.id, () => {
        const text = engine.query_text(message.request);
        post({ type: 'query-text', id: message.id, text } satisfies FromEngine);
      });
      break;
    case 'compare':
      answer(message.id, () => compare(message.id, message.request));
      break;
    case 'stop':
      stopped.add(message.id);
      caughtUp();
      break;
    case 'received':
      if (message.id !== comparing) break;
      underWay -= message.messages;
      caughtUp();
      break;
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

async function answer(id: number, work: () => void | Promise<void>): Promise<void> {
  try {
    await ready;
    await work();
  } catch (error) {
    // A trap leaves the wasm's memory in no known state.
    if (error instanceof WebAssembly.RuntimeError) crashed(error);
    else post({ type: 'failed', id, message: words(error) } satisfies FromEngine);
  }
}

async function compare(id: number, request: CompareRequest): Promise<void> {
  let events: Event[] = [];
  const flush = () => {
    if (events.length === 0) return;
    post({ type: 'events', id, events } satisfies FromEngine);
    events = [];
    underWay += 1;
  };
  comparing = id;
  underWay = 0;
  const report = await engine.compare(request, {
    async event(event) {
      events.push(event);
      // What comes in thousands can wait; after the others the engine may be busy for long.
      const canWait = event.type === 'run' || event.type === 'answer';
      if (!canWait || isTimeToBreathe()) flush();
      await breathe();
      await pageToCatchUp(id);
      return !stopped.has(id);
    },
    async pause() {
      flush();
      await breathe();
      return !stopped.has(id);
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
  });
  flush();
  stopped.delete(id);
  post({ type: 'report', id, report } satisfies FromEngine);
}

const isTimeToBreathe = () => performance.now() - lastBreath >= PATIENCE;

/**
 * Lets messages in, "stop" above all, when it is time to. A promise alone does
 * not: only a task of its own lets the worker look at its messages.
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

/** Waits while the page is behind with the events; "stop" ends that. */
async function pageToCatchUp(id: number): Promise<void> {
  while (underWay >= MOST_UNDER_WAY && !stopped.has(id)) {
    await new Promise<void>((resolve) => {
      caughtUp = resolve;
    });
  }
}

function crashed(error: unknown): void {
  post({ type: 'crashed', message: panic || words(error) } satisfies FromEngine);
}

function words(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function post(message: FromEngine): void {
  self.postMessage(message);
}
