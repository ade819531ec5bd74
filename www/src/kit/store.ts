/**
 * State in signals, one per field of a store, so that a reader follows only the fields it reads. A
 * store does not depend on its contents. The control of one part of the state receives that part's
 * signal.
 */

import { batch, type Signal, signal } from '@preact/signals-core';

/** One part of a state, to be read and replaced. */
export type Cell<Value> = Signal<Value>;

/** State that can be read and followed. */
export interface Readable<State> {
  readonly state: Readonly<State>;
}

/** A signal for each field. */
type Cells<State> = { readonly [Key in keyof State]: Cell<State[Key]> };

/** A playground's state, which is nowhere else. Fields are replaced, never mutated. */
export class Store<State extends object> implements Readable<State> {
  readonly #cells: Cells<State>;
  /** The current fields. An effect or a drawing that reads one follows it. */
  readonly state: Readonly<State>;

  constructor(state: State) {
    const fields = Object.entries(state).map(([key, value]) => [key, signal(value)] as const);
    this.#cells = Object.fromEntries(fields) as Cells<State>;
    const readers = fields.map(([key, cell]) => [key, { enumerable: true, get: () => cell.value }]);
    this.state = Object.defineProperties({}, Object.fromEntries(readers)) as State;
  }

  /** Replaces some fields; their followers are called once. */
  update(change: Partial<State>): void {
    batch(() => {
      for (const key in change) this.#cells[key].value = change[key] as State[typeof key];
    });
  }

  cell<Key extends keyof State>(key: Key): Cell<State[Key]> {
    return this.#cells[key];
  }
}
