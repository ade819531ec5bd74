import { beforeEach, expect, test, vi } from 'vitest';

import { Shelf } from '../../www/src/work/shelf';

/** A browser's storage, with room for so many characters. */
function storage(room = Number.POSITIVE_INFINITY): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      const others = [...items].filter(([name]) => name !== key);
      const used = others.reduce((sum, [, text]) => sum + text.length, 0);
      if (used + value.length > room) throw new Error('no room');
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

/** A browser without locks: no tab was duplicated. */
beforeEach(() => vi.stubGlobal('navigator', {}));

const texts = (shelf: Shelf) => shelf.others().map(({ text }) => text);

test('each tab has its own place, and sees what the others hold, the newest first', () => {
  const shared = storage();
  const [one, two, three] = [1, 2, 3].map((time) => {
    vi.spyOn(Date, 'now').mockReturnValue(time);
    const shelf = new Shelf(storage(), shared);
    shelf.put(`work ${time}`);
    return shelf;
  });
  expect(one && texts(one)).toEqual(['work 3', 'work 2']);
  expect(two && texts(two)).toEqual(['work 3', 'work 1']);
  three?.put('more');
  expect(one && texts(one)).toEqual(['more', 'work 2']);
});

test('a tab keeps its place over a reload', () => {
  const [own, shared] = [storage(), storage()];
  new Shelf(own, shared).put('before');
  expect(new Shelf(own, shared).others()).toEqual([]);
});

test('the oldest work goes where there are many tabs, or no room', () => {
  const shared = storage();
  for (let time = 1; time <= 12; time += 1) {
    vi.spyOn(Date, 'now').mockReturnValue(time);
    new Shelf(storage(), shared).put(`work ${time}`);
  }
  expect(shared.length).toBe(8);
  const small = storage(120);
  const old = new Shelf(storage(), small);
  old.put('x'.repeat(60));
  const shelf = new Shelf(storage(), small);
  shelf.put('y'.repeat(60));
  expect(shelf.others()).toEqual([]);
  expect(() => shelf.put('z'.repeat(200))).toThrow('no room');
});

test('what is no work in the storage is passed over', () => {
  const shared = storage();
  shared.setItem('tamarin.tab.broken', '{');
  shared.setItem('tamarin.tab.other', '{"time": "late", "text": 7}');
  expect(new Shelf(storage(), shared).others()).toEqual([]);
});

test('a tab that was duplicated has a place of its own', () => {
  const held = new Set<string>();
  const request = (name: string, _: unknown, use: (lock: unknown) => unknown) => {
    const lock = held.has(name) ? null : {};
    held.add(name);
    return Promise.resolve(use(lock));
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const [own, shared] = [storage(), storage()];
  const original = new Shelf(own, shared);
  original.put('original');
  const duplicate = new Shelf(own, shared);
  duplicate.put('duplicate');
  expect(texts(duplicate)).toEqual(['original']);
  expect(texts(original)).toEqual(['duplicate']);
});
