import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@playwright/test';

import { Z3Client, type Z3Settings, type Z3Status } from '../../www/src/engine/z3/client';
import { nodeZ3 } from './node-z3';

const small = `
(set-option :rlimit 1000000)
(declare-const r1 (_ BitVec 32))
(declare-const r2 (_ BitVec 32))
(assert (! (= (bvadd r1 r2) #x0000002a) :named sum))
(assert (! (= r1 #x00000028) :named first))
(check-sat)
(get-info :reason-unknown)
(get-value (r1 r2))
`;

/** The factors of a product of two primes: minutes of work. */
const hard = `
(declare-const a (_ BitVec 64))
(declare-const b (_ BitVec 64))
(assert (= (bvmul a b) #xf2cce6f0ae1dd491))
(assert (bvult #x0000000000000001 a))
(assert (bvult a #x0000000100000000))
(assert (bvult #x0000000000000001 b))
(assert (bvult b #x0000000100000000))
(check-sat)
`;

const client = (settings: Partial<Z3Settings> = {}) => new Z3Client(nodeZ3(), settings);

test('a script is answered with what z3 prints', async () => {
  const output = await client().evaluate(small);
  expect(output).toContain('sat\n');
  expect(output).toContain('(r1 #x00000028)');
  expect(output).toContain('(r2 #x00000002)');
});

test('the limit is a count, and another script knows nothing of it', async () => {
  const z3 = client();
  expect(await z3.evaluate(`(set-option :rlimit 2000)${hard}(get-info :reason-unknown)`)).toMatch(
    /^unknown\n.*reason-unknown/,
  );
  expect(await z3.evaluate(small)).toMatch(/^sat\n/);
});

test('an error in a script is an answer, and z3 goes on', async () => {
  const z3 = client();
  expect(await z3.evaluate('(assert (= nothing 1))')).toContain('(error');
  expect(await z3.evaluate('(((')).toContain('(error');
  expect(await z3.evaluate(small)).toMatch(/^sat\n/);
});

test('scripts are answered in the order in which they were asked', async () => {
  const z3 = client();
  const outputs = await Promise.all([1, 2, 3].map((n) => z3.evaluate(`(echo "${n}")`)));
  expect(outputs.map((output) => output.trim())).toEqual(['1', '2', '3']);
});

for (const { when, milliseconds } of [
  { when: 'as it begins', milliseconds: 0 },
  { when: 'while z3 works on it', milliseconds: 300 },
]) {
  test(`a hard script is cancelled ${when}, and the next one is answered`, async () => {
    let started = () => {};
    const solving = new Promise<void>((resolve) => {
      started = resolve;
    });
    const z3 = client({ onStatus: ({ state }) => state === 'solving' && started() });
    const asked = z3.evaluate(hard);
    const queued = z3.evaluate(small);
    await solving;
    if (milliseconds > 0) await delay(milliseconds);
    const before = performance.now();
    z3.cancel();
    await expect(asked).rejects.toMatchObject({ name: 'Z3Cancelled' });
    expect(performance.now() - before).toBeLessThan(100);
    await expect(queued).rejects.toMatchObject({ name: 'Z3Cancelled' });
    expect(await z3.evaluate(small)).toMatch(/^sat\n/);
  });
}

test('an abandoned script ends, and one that waits for the download with it', async () => {
  const z3 = client();
  const early = z3.evaluate(hard);
  z3.abandon();
  await expect(early).rejects.toMatchObject({ name: 'Z3Cancelled' });
  expect(await z3.evaluate(small)).toMatch(/^sat\n/);
  let started = () => {};
  const solving = new Promise<void>((resolve) => {
    started = resolve;
  });
  const other = client({ onStatus: ({ state }) => state === 'solving' && started() });
  const late = other.evaluate(hard);
  await solving;
  other.abandon();
  await expect(late).rejects.toMatchObject({ name: 'Z3Cancelled' });
  expect(await other.evaluate(small)).toMatch(/^sat\n/);
});

test('a script without an answer ends at the backstop', async () => {
  const z3 = client({ timeout: 1000 });
  await expect(z3.evaluate(hard)).rejects.toMatchObject({ name: 'Z3Timeout' });
  expect(await z3.evaluate('(echo "again")')).toBe('again\n');
});

test('a worker that dies is told, and the next script gets another', async () => {
  // Dies when the script requests it.
  const z3 = new Z3Client(nodeZ3(fileURLToPath(new URL('dying-worker.cjs', import.meta.url))));
  expect(await z3.evaluate('echo')).toBe('1');
  await expect(z3.evaluate('exit')).rejects.toMatchObject({ name: 'Z3Died' });
  await expect(z3.evaluate('throw')).rejects.toMatchObject({ name: 'Z3Died' });
  expect(await z3.evaluate('echo')).toBe('1');
});

test('a z3 that cannot be loaded is unavailable until it is restarted', async () => {
  let offline = true;
  let loads = 0;
  const platform = nodeZ3();
  const z3 = new Z3Client({
    ...platform,
    load: (progress, signal) => {
      loads += 1;
      return offline ? Promise.reject(new Error('offline')) : platform.load(progress, signal);
    },
  });
  await expect(z3.evaluate(small)).rejects.toMatchObject({ name: 'Z3Unavailable' });
  await expect(z3.evaluate(small)).rejects.toThrow('offline');
  expect(loads).toBe(1);
  offline = false;
  z3.restart();
  expect(await z3.evaluate(small)).toMatch(/^sat\n/);
});

test('a z3 that cannot start is unavailable', async () => {
  const z3 = new Z3Client({ ...nodeZ3(), script: '/nowhere/z3-built.js' });
  await expect(z3.evaluate(small)).rejects.toMatchObject({ name: 'Z3Unavailable' });
});

test('the module is loaded once, whatever happens to the workers', async () => {
  let loads = 0;
  const statuses: Z3Status['state'][] = [];
  const platform = nodeZ3();
  const z3 = new Z3Client(
    {
      ...platform,
      load: (progress, signal) => {
        loads += 1;
        return platform.load(progress, signal);
      },
    },
    { onStatus: ({ state }) => statuses.push(state) },
  );
  await z3.evaluate('(echo "1")');
  z3.cancel();
  await z3.evaluate('(echo "2")');
  expect(loads).toBe(1);
  expect(statuses).toEqual([
    'loading',
    'starting',
    'solving',
    'idle',
    'starting',
    'solving',
    'idle',
  ]);
});
