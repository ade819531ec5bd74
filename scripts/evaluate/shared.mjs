// Code that the evaluations of the papers share: pseudo-random choices, processes, folders.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../lib/run.mjs';

/** Three significant digits; a dash where there is no number. */
export function digits(value) {
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '-';
}

export function pick(random, values) {
  return values[Math.floor(random() * values.length)];
}

/** One of some values that is another one. */
export function other(random, values, value) {
  return pick(
    random,
    values.filter((it) => it !== value),
  );
}

export function shuffled(values, random) {
  return values
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

/** Numbers from 0 to 1, the same ones each time (mulberry32). */
export function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Does work for each item, as many at a time as there are processors; in order. */
export async function inParallel(items, work) {
  const results = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      results[index] = await work(items[index]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}

/** Runs a command to its end. @returns {Promise<{ stdout: string, stderr: string }>} */
export function ran(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', () => resolve({ stdout, stderr }));
  });
}

/**
 * Does work with a new folder, which is removed afterwards.
 *
 * @template T
 * @param {(folder: string) => Promise<T>} work
 */
export async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'tamarin-evaluate-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
