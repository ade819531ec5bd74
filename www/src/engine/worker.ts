/// <reference lib="webworker" />
/**
 * The engine's worker: the wasm, and nothing that knows the page.
 *
 * z3 runs in a worker of its own that the page owns; a script for it goes out
 * as a message and its output comes back as one.
 */

import init, * as engine from '../../generated/tamarin';
import { Z3Failure } from '../z3/protocol';
import { type FromEngine, MOST_UNDER_WAY, type Start, type ToEngine } from './protocol';
import type { CompareRequest, Event, MapRequest, Options } from './types';
import { IDLE, warmUp } from './warm-up';

declare const self: DedicatedWorkerGlobalScope & {
  /** The wasm itself, where no page can send it (embed/sandboxed-worker.ts). */
  tamarinWasm?: Uint8Array<ArrayBuffer>;
};

/** How long the engine may work between two looks at the messages, in milliseconds. */
const PATIENCE = 12;

/** How much of a map is made at a time, in steps of the programs. */
const MAP_SLICE = 500_000;

/** How often the picture of a map goes out, in milliseconds. */
const MAP_FRAME = 60;

const stopped = new Set<number>();
const z3Waiting = new Map<
  number,
  { resolve(output: string): void; reject(failure: Z3Failure): void }
>();
/** Messages of a comparison's events that its page has not said to have received. */
const underWay = new Map<number, number>();
/** Comparisons that wait for their page. */
const waiting: (() => void)[] = [];
let lastZ3Id = 0;
let lastBreath = 0;
let panic = '';
let idle: ReturnType<typeof setTimeout> | undefined;
/** An engine is warm once there was a comparison, if only to warm up. */
let warmth: 'starting' | 'cold' | 'warm' = 'starting';
let runs: engine.Debugger | undefined;
let map: { id: number; plane: engine.PlaneMap } | undefined;

type Wasm = WebAssembly.Module | Uint8Array<ArrayBuffer>;
let start: (wasm: Wasm) => void = () => {};
const ready = new Promise<Wasm>((resolve) => {
  start = resolve;
})
  .then((wasm) => init({ module_or_path: wasm }))
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

// The engine's panic hook prints the panic, and then the wasm traps: the text
// is kept for the message that the page shows.
const printError = console.error;
console.error = (...values: unknown[]) => {
  panic = values.map(String).join(' ');
  printError(...values);
};

self.addEventListener('message', (event: MessageEvent<Start | ToEngine>) => {
  receive(event.data);
  if (event.data.type === 'compare') warmth = 'warm';
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
    case 'assemble':
      answer(message.id, () => {
        const reply = engine.assemble(message.text);
        post({ type: 'assembled', id: message.id, reply } satisfies FromEngine);
      });
      break;
    case 'format':
      answer(message.id, () => {
        const reply = engine.format(message.text);
        post({ type: 'formatted', id: message.id, reply } satisfies FromEngine);
      });
      break;
    case 'symbols':
      answer(message.id, () => {
        const symbols = engine.symbols(message.text);
        post({ type: 'symbols', id: message.id, symbols } satisfies FromEngine);
      });
      break;
    case 'rename-trouble':
      answer(message.id, () => {
        const trouble = engine.rename_trouble(message.text, message.from, message.to) ?? null;
        post({ type: 'rename-trouble', id: message.id, trouble } satisfies FromEngine);
      });
      break;
    case 'run':
      answer(message.id, () => {
        const reply = engine.run(message.request);
        post({ type: 'ran', id: message.id, reply } satisfies FromEngine);
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
    case 'replay':
      answer(message.id, () => {
        const reply = engine.replay(message.request);
        post({ type: 'replayed', id: message.id, reply } satisfies FromEngine);
      });
      break;
    case 'compare':
      answer(message.id, () => compare(message.id, message.request));
      break;
    case 'debug':
      answer(message.id, () => {
        const opened = new engine.Debugger(message.request);
        runs?.free();
        runs = opened;
        const overview = runs.overview();
        post({ type: 'debugging', id: message.id, overview } satisfies FromEngine);
      });
      break;
    case 'debug-frame':
      answer(message.id, () => {
        const frame = openRuns().frame(message.position);
        post({ type: 'debug-frame', id: message.id, frame } satisfies FromEngine);
      });
      break;
    case 'debug-find':
      answer(message.id, () => {
        const position = openRuns().find(message.request);
        post({ type: 'debug-found', id: message.id, position } satisfies FromEngine);
      });
      break;
    case 'debug-table':
      answer(message.id, () => {
        post({ type: 'table', id: message.id, csv: openRuns().csv() } satisfies FromEngine);
      });
      break;
    case 'map':
      answer(message.id, () => makeMap(message.id, message.request));
      break;
    case 'map-cell':
      answer(message.id, () => {
        const cell = openMap().cell(message.column, message.row);
        post({ type: 'map-cell', id: message.id, cell } satisfies FromEngine);
      });
      break;
    case 'map-table':
      answer(message.id, () => {
        post({ type: 'table', id: message.id, csv: openMap().csv() } satisfies FromEngine);
      });
      break;
    case 'stop':
      stopped.add(message.id);
      caughtUp();
      break;
    case 'received':
      countUnderWay(message.id, -message.messages);
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
    countUnderWay(id, 1);
  };
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
  underWay.delete(id);
  post({ type: 'report', id, report } satisfies FromEngine);
}

/** Warms a cold engine up after a moment without messages. */
function warmUpWhenIdle(): void {
  clearTimeout(idle);
  if (warmth === 'cold') idle = setTimeout(compareToWarmUp, IDLE);
}

async function compareToWarmUp(): Promise<void> {
  // What somebody asks for comes first.
  let isAlone = true;
  const stop = ({ data }: MessageEvent<ToEngine>) => {
    if (data.type === 'compare') isAlone = false;
  };
  warmth = 'warm';
  self.addEventListener('message', stop);
  const goOn = async () => {
    await breathe();
    return isAlone;
  };
  const options = { ...engine.default_options(), solver: 'bitblast' } satisfies Options;
  const z3 = { evaluate: () => Promise.reject(new Error('nobody asks')), abandon() {} };
  await engine.compare({ ...warmUp, options, known: [] }, { event: goOn, pause: goOn, z3 });
  self.removeEventListener('message', stop);
  // For whoever looks at the page's performance.
  performance.mark('engine warm');
}

/** Makes a map in slices, and posts its picture as it is refined. */
async function makeMap(id: number, request: MapRequest): Promise<void> {
  const plane = new engine.PlaneMap(request);
  map?.plane.free();
  map = { id, plane };
  post({ type: 'map-grid', id, grid: plane.grid() } satisfies FromEngine);
  let shown = 0;
  let isDone = false;
  while (!isDone && !stopped.has(id) && map?.id === id) {
    isDone = plane.advance(MAP_SLICE);
    if (isDone || performance.now() - shown > MAP_FRAME) {
      const [picture, progress] = [plane.picture(), plane.progress()];
      post({ type: 'map-picture', id, picture, progress } satisfies FromEngine);
      shown = performance.now();
    }
    await breathe();
  }
  stopped.delete(id);
  post({ type: 'map-end', id } satisfies FromEngine);
}

// A worker that took the place of a crashed one has neither.
function openRuns(): engine.Debugger {
  if (!runs) throw new Error('no run is open');
  return runs;
}

function openMap(): engine.PlaneMap {
  if (!map) throw new Error('there is no map');
  return map.plane;
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
  while ((underWay.get(id) ?? 0) >= MOST_UNDER_WAY && !stopped.has(id)) {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  }
}

function countUnderWay(id: number, change: number): void {
  underWay.set(id, (underWay.get(id) ?? 0) + change);
}

/** Whoever waits for the page looks again. */
function caughtUp(): void {
  for (const resolve of waiting.splice(0)) resolve();
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
