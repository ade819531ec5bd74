import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { placeholderFields } from '../../www/src/comparison/options';
import {
  type Looked,
  mipsGlance,
  QuickLook,
  type QuickState,
} from '../../www/src/comparison/quick-look';
import { CutOff, type EngineClient } from '../../www/src/engine/client';
import type { CompareRequest, Report, SearchEvent } from '../../www/src/engine/types';
import { Store } from '../../www/src/kit/store';
import { assemblySource } from '../../www/src/programs/source';
import { report } from './made';

const begin = { type: 'begin' } as SearchEvent;

/** A look at two programs; the engine answers what it is given, or nothing until it is stopped. */
function looking(answer: Report | undefined) {
  const asked: CompareRequest[] = [];
  const adopted: Looked[] = [];
  const engine = {
    call: async () => ({ diagnostics: [] }),
    compare: (request: CompareRequest, onEvent: (event: SearchEvent) => void) => {
      asked.push(request);
      onEvent(begin);
      let stop = () => {};
      const stopped = new Promise<Report>((_, reject) => {
        stop = () => reject(new CutOff());
      });
      return { report: answer ? Promise.resolve(answer) : stopped, stop: () => stop() };
    },
  } as unknown as EngineClient;
  const store = new Store<QuickState>({
    asYouType: true,
    quick: { state: 'off' },
    programs: { left: assemblySource('jr $31\n'), right: assemblySource('jr $31\n') },
    options: placeholderFields,
    engine: { version: '0' } as QuickState['engine'],
    comparison: undefined,
  });
  const quick = new QuickLook(
    store,
    mipsGlance(store, engine, (looked) => adopted.push(looked)),
  );
  return { asked, adopted, store, quick };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a pair that the engine does not end in time is left to Compare', async () => {
  const { asked, adopted, store, quick } = looking(undefined);
  quick.look();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.options).toMatchObject({ max_runs: 100, seconds: 1, solver: 'bitblast' });
  expect(store.state.quick.state).toBe('looking');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(store.state.quick.state).toBe('open');
  expect(adopted).toEqual([]);
});

test('no result of a pair is shown once the reader has changed it', async () => {
  const { store, quick } = looking(undefined);
  quick.look();
  await vi.advanceTimersByTimeAsync(1_000);
  quick.look();
  expect(store.state.quick.state).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(store.state.quick.state).toBe('looking');
});

test('what little work leaves open is no verdict; what it decides is one', async () => {
  const open = looking(report({ verdict: 'possibly-equivalent' }));
  open.quick.look();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(open.store.state.quick.state).toBe('open');
  expect(open.adopted).toEqual([]);

  const decided = looking(report({ verdict: 'equivalent' }));
  decided.quick.look();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(decided.store.state.quick.state).toBe('decided');
  expect(decided.adopted).toHaveLength(1);
});
