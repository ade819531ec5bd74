import type { ReactiveController, ReactiveControllerHost } from 'lit';

import type { Comparison } from './comparison';
import type { Debugging } from './debugging';
import type { EngineInfo } from './engine/client';
import type { AssembleReply, Side } from './engine/types';
import type { LinkStatus } from './link/opening';
import type { Mapping } from './mapping';
import type { NumberFormat } from './numbers';
import type { OptionFields, OptionName } from './options';
import type { QuickStatus } from './quick-look';
import type { Theme, Work } from './storage';
import type { Z3Status } from './z3/client';

/** Something to tell the reader that is not a verdict. */
export type Notice =
  | { kind: 'program-errors'; side: Side; line: number; message: string }
  | { kind: 'option-errors'; wrong: readonly OptionName[] }
  /** Files that could not be read or written. */
  | { kind: 'files'; message: string };

export type EvidenceTab = 'runs' | 'queries' | 'paths' | 'compiler' | 'debugger' | 'map';

/** Everything that the page shows. */
export interface State {
  /** Known once the engine is up. */
  engine: EngineInfo | undefined;
  programs: Record<Side, string>;
  /** What the reader calls them; empty without a name. */
  names: Record<Side, string>;
  /** What the assembler says of each program, once it has. */
  assembled: Record<Side, AssembleReply | undefined>;
  options: OptionFields;
  /** The name of the example in the editors, changed or not. */
  example: string | undefined;
  comparison: Comparison | undefined;
  /** The tab of the evidence that is seen. */
  evidence: EvidenceTab;
  debugging: Debugging | undefined;
  mapping: Mapping | undefined;
  /** The lines of each editor that have a breakpoint, in order. */
  breakpoints: Record<Side, readonly number[]>;
  z3: Z3Status;
  notice: Notice | undefined;
  /** What came of the link in the address. */
  link: LinkStatus | undefined;
  /** The reader's own work from before a link was opened. */
  earlier: Work | undefined;
  /** The text of an engine's panic, until it is dismissed. */
  crash: string | undefined;
  /** The editor that a narrow page shows. */
  shown: Side;
  /** Whether to compare while one types, and what that came to. */
  asYouType: boolean;
  quick: QuickStatus;
  /** Whether to say what the page is for. */
  isNew: boolean;
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
