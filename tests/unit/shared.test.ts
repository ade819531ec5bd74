import { expect, test } from 'vitest';

import type { EngineListener, EngineWorker } from '../../www/src/engine/client';
import type { FromEngine, ToEngine } from '../../www/src/engine/protocol';
import { SharedEngine } from '../../www/src/engine/shared';

/** Workers that say what a test says, and keep what they are told. */
function workers() {
  const made: { told: ToEngine[]; isEnded: boolean; listener: EngineListener }[] = [];
  const spawn = (listener: EngineListener): EngineWorker => {
    const worker = { told: [] as ToEngine[], isEnded: false, listener };
    made.push(worker);
    return {
      postMessage: (message) => void worker.told.push(message),
      terminate: () => {
        worker.isEnded = true;
      },
    };
  };
  return { made, spawn };
}

/** A member that keeps what it hears. */
function member() {
  const heard: (FromEngine | string)[] = [];
  return {
    heard,
    receive: (message: FromEngine) => void heard.push(message),
    fail: (text: string) => void heard.push(`failed: ${text}`),
    renew: () => void heard.push('renewed'),
  };
}

const call = (id: number): ToEngine & { type: 'call' } => ({
  type: 'call',
  id,
  name: 'format',
  args: [],
});

const ready = {
  type: 'ready',
  version: '1',
  instructions: [],
  options: {},
} as unknown as FromEngine;

test('calls of members have numbers of their own, and answers find who asked', () => {
  const { made, spawn } = workers();
  const engine = new SharedEngine(spawn);
  const [one, other] = [member(), member()];
  for (const each of [one, other]) engine.join(each);
  engine.ask(one, call(7));
  engine.ask(other, call(7));
  const [worker] = made;
  const ids = worker?.told.map((message) => ('id' in message ? message.id : 0)) ?? [];
  expect(new Set(ids).size).toBe(2);
  worker?.listener.receive({ type: 'answer', id: ids[1] ?? 0, answer: 'x' });
  expect(one.heard).toEqual([]);
  expect(other.heard).toEqual([{ type: 'answer', id: 7, answer: 'x' }]);
});

test('whoever joins an engine that is up hears so', () => {
  const { made, spawn } = workers();
  const engine = new SharedEngine(spawn);
  made[0]?.listener.receive(ready);
  const late = member();
  engine.join(late);
  expect(late.heard).toEqual([ready]);
});

test('a member that leaves while it is busy restarts the engine for the others', () => {
  const { made, spawn } = workers();
  const engine = new SharedEngine(spawn);
  const [busy, other] = [member(), member()];
  for (const each of [busy, other]) engine.join(each);
  engine.ask(busy, call(1));
  engine.leave(busy);
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  expect(other.heard).toEqual(['renewed']);
  expect(busy.heard).toEqual([]);
});

test('a crash fails those who had asked, and renews the others', () => {
  const { made, spawn } = workers();
  const engine = new SharedEngine(spawn);
  const [asking, other] = [member(), member()];
  for (const each of [asking, other]) engine.join(each);
  made[0]?.listener.receive(ready);
  engine.ask(asking, call(1));
  made[0]?.listener.receive({ type: 'crashed', message: 'oh' });
  expect(asking.heard.at(-1)).toBe('failed: oh');
  expect(other.heard.at(-1)).toBe('renewed');
  // What the lost one still says is stale.
  made[0]?.listener.receive({ type: 'answer', id: 1, answer: 'x' });
  expect(asking.heard.at(-1)).toBe('failed: oh');
  expect(made).toHaveLength(2);
});
