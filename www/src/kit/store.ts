/**
 * State in signals, one for each field of a store, so that a reader follows only what it reads.
 *
 * A store knows nothing of what is in it. A control of one part of the state takes
 * the signal of that part.
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

/** The one place where a playground's state is. A field is replaced, never changed in place. */
export class Store<State extends object> implements Readable<State> {
  readonly #cells: Cells<State>;
  /** The fields as they are now. What reads one in an effect or while it is drawn follows it. */
  readonly state: Readonly<State>;

  constructor(state: State) {
    const fields = Object.entries(state).map(([key, value]) => [key, signal(value)] as const);
    this.#cells = Object.fromEntries(fields) as Cells<State>;
    const readers = fields.map(([key, cell]) => [key, { enumerable: true, get: () => cell.value }]);
    this.state = Object.defineProperties({}, Object.fromEntries(readers)) as State;
  }

  /** Replaces some fields; whoever follows them is called once. */
  update(change: Partial<State>): void {
    batch(() => {
      for (const key in change) this.#cells[key].value = change[key] as State[typeof key];
    });
  }

  cell<Key extends keyof State>(key: Key): Cell<State[Key]> {
    return this.#cells[key];
  }
}
