/**
 * State that is replaced, never changed in place, and what follows it.
 *
 * A store knows nothing of what is in it. Who works on one part of the state
 * takes a cell, which is that part and no more.
 */

import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** State that can be read and followed. */
export interface Readable<State> {
  readonly state: State;
  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** One part of a state, to be read and replaced. */
export interface Cell<Value> {
  readonly value: Value;
  set(value: Value): void;
}

/** The one place where a playground's state is. */
export class Store<State extends object> implements Readable<State> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  update(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  cell<Key extends keyof State>(key: Key): Cell<State[Key]> {
    const read = () => this.#state[key];
    return {
      get value() {
        return read();
      },
      set: (value) => this.update({ [key]: value } as unknown as Partial<State>),
    };
  }
}

/** Has a component drawn again when what it reads of a state has changed. */
export class Watch<State, T extends readonly unknown[]> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #store: () => Readable<State>;
  readonly #read: (state: State) => T;
  #seen: T | undefined;
  #unsubscribe = () => {};

  /** The store is asked for once the host is on the page. */
  constructor(
    host: ReactiveControllerHost,
    store: () => Readable<State>,
    read: (state: State) => T,
  ) {
    this.#host = host;
    this.#store = store;
    this.#read = read;
    host.addController(this);
  }

  /** What was read. */
  get value(): T {
    this.#seen ??= this.#read(this.#store().state);
    return this.#seen;
  }

  hostConnected(): void {
    this.#unsubscribe = this.#store().subscribe(() => this.#look());
    this.#look();
  }

  hostDisconnected(): void {
    this.#unsubscribe();
  }

  #look(): void {
    const before = this.value;
    const now = this.#read(this.#store().state);
    const changed = now.some((value, index) => value !== before[index]);
    this.#seen = now;
    if (changed) this.#host.requestUpdate();
  }
}
