/**
 * Stores typed tests, so that a reload does not lose them, separately for each pair of programs.
 * They are not part of the work in links and other tabs: they belong to these programs, wherever
 * the page was opened with them.
 */

import type { Sources } from '../../engine/sources';
import type { Side } from '../../engine/types';

/** The tests of a pair. */
export interface Kept {
  side: Side;
  tests: string;
}

const KEY = 'tamarin.tests';
/** Number of pairs whose tests are kept; the oldest are dropped first. */
const PAIRS = 20;
/** Maximum number of characters of all of them together. */
const ROOM = 400_000;

type Entry = Kept & { pair: string };

/** The tests that were typed for these programs. */
export function loadTests(programs: Record<Side, Sources>): Kept | undefined {
  const pair = nameOf(programs);
  return entries().find((entry) => entry.pair === pair);
}

/** Stores the tests of these programs; removes them if they are empty. */
export function saveTests(programs: Record<Side, Sources>, { side, tests }: Kept): void {
  const pair = nameOf(programs);
  const others = entries().filter((entry) => entry.pair !== pair);
  let room = ROOM - tests.length;
  const left = others.slice(0, PAIRS - 1).filter((entry) => {
    room -= entry.tests.length;
    return room >= 0;
  });
  const mine = tests === '' || tests.length > ROOM ? [] : [{ pair, side, tests }];
  try {
    localStorage.setItem(KEY, JSON.stringify([...mine, ...left]));
  } catch {
    // Storage is full or refused: the page still has them.
  }
}

/** The stored entries, newest first. */
function entries(): Entry[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const { pair, side, tests } = value as Partial<Entry>;
  const isSide = side === 'left' || side === 'right';
  return typeof pair === 'string' && isSide && typeof tests === 'string';
}

/**
 * A name that is unlikely to be shared by two pairs: a 64-bit hash of their texts, and their
 * length.
 */
function nameOf({ left, right }: Record<Side, Sources>): string {
  const files = (sources: Sources) =>
    sources.map(({ name, text, style = 'stack' }) => [name, text, style]);
  const text = JSON.stringify([files(left), files(right)]);
  // FNV-1a, with two initial values.
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x01000193) ^ (low >>> 15);
  }
  return `${(high >>> 0).toString(36)}-${(low >>> 0).toString(36)}-${text.length}`;
}
