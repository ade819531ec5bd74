import type { ReactiveController, ReactiveControllerHost } from 'lit';

import type { Comparison } from './comparison';
import type { EngineInfo } from './engine/client';
import type { AssembleReply, Side } from './engine/types';
import type { NumberFormat } from './numbers';
import type { OptionFields, OptionName } from './options';
import type { Theme } from './storage';
import type { Z3Status } from './z3/client';

/** Something to tell the reader that is not a verdict. */
export type Notice =
  | { kind: 'program-errors'; side: Side; line: number; message: string }
  | { kind: 'option-errors'; wrong: readonly OptionName[] };

/** Everything that the page shows. */
export interface State {
  /** Known once the engine is up. */
  engine: EngineInfo | undefined;
  programs: Record<Side, string>;
  /** What the assembler says of each program, once it has. */
  assembled: Record<Side, AssembleReply | undefined>;
  options: OptionFields;
  /** The name of the example in the editors, changed or not. */
  example: string | undefined;
  comparison: Comparison | undefined;
  z3: Z3Status;
  notice: Notice | undefined;
  /** The text of an engine's panic, until it is dismissed. */
  crash: string | undefined;
  /** Whether a new version of the page waits to be taken. */
  newVersion: boolean;
  theme: Theme;
  numbers: NumberFormat;
}

/** The one place where the page's state is. It is replaced, never changed in place. */
export class Store {
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

  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Has a component drawn again when what it reads of the state has changed. */
export class Watch<T extends readonly unknown[]> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #store: Store;
  readonly #read: (state: State) => T;
  #seen: T;
  #unsubscribe = () => {};

  constructor(host: ReactiveControllerHost, store: Store, read: (state: State) => T) {
    this.#host = host;
    this.#store = store;
    this.#read = read;
    this.#seen = read(store.state);
    host.addController(this);
  }

  /** What was read. */
  get value(): T {
    return this.#seen;
  }

  hostConnected(): void {
    this.#unsubscribe = this.#store.subscribe(() => this.#look());
    this.#look();
  }

  hostDisconnected(): void {
    this.#unsubscribe();
  }

  #look(): void {
    const now = this.#read(this.#store.state);
    const changed = now.some((value, index) => value !== this.#seen[index]);
    this.#seen = now;
    if (changed) this.#host.requestUpdate();
  }
}
