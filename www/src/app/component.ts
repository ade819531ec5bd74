import { ContextConsumer, createContext } from '@lit/context';
import { LitElement } from 'lit';

import { Watch } from '../kit/store';
import type { Playground } from './playground';
import type { State } from './state';

/** The playground that a part of a document is about. Whoever shows one provides it. */
export const playgroundContext = createContext<Playground>(Symbol('playground'));

/** A component that belongs to the playground around it. */
export class Component extends LitElement {
  readonly #playground = new ContextConsumer(this, { context: playgroundContext });

  /** The playground; there as soon as the component is on the page. */
  protected get app(): Playground {
    const app = this.#playground.value;
    if (!app) throw new Error(`${this.localName} is outside of any playground`);
    return app;
  }

  /** Has the component drawn again when what is read here has changed. */
  protected watch<T extends readonly unknown[]>(read: (state: State) => T): Watch<State, T> {
    return new Watch(this, () => this.app.store, read);
  }
}
