import { effect } from '@preact/signals-core';
import { expect, test } from 'vitest';

import { Store } from '../../www/src/kit/store';

const make = () => new Store<{ one: number; other: string }>({ one: 1, other: 'a' });

test('a follower is called for the fields that it read, and for no other', () => {
  const store = make();
  const seen: number[] = [];
  effect(() => {
    seen.push(store.state.one);
  });
  store.update({ other: 'b' });
  store.update({ one: 2 });
  store.update({ one: 2 });
  expect(seen).toEqual([1, 2]);
});

test('an update of several fields calls a follower of all once, with all of them', () => {
  const store = make();
  const seen: string[] = [];
  effect(() => {
    seen.push(`${store.state.one}${store.state.other}`);
  });
  store.update({ one: 2, other: 'b' });
  expect(seen).toEqual(['1a', '2b']);
});

test('a cell is a field of the store, both ways', () => {
  const store = make();
  const cell = store.cell('one');
  cell.value = 5;
  expect(store.state.one).toBe(5);
  store.update({ one: 6 });
  expect(cell.value).toBe(6);
});

test('a state can be spread, as it is then', () => {
  const store = make();
  const copy = { ...store.state };
  store.update({ one: 9 });
  expect(copy).toEqual({ one: 1, other: 'a' });
});
