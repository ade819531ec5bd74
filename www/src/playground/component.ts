import { ContextConsumer, createContext } from '@lit/context';

import { SignalElement } from '../kit/signal-element';
import type { Playground } from './playground';
import type { State } from './state';

/** The playground that a part of a document is about. Whoever shows one provides it. */
export const playgroundContext = createContext<Playground>(Symbol('playground'));

/** A component that belongs to the playground around it. */
export class Component extends SignalElement {
  readonly #playground = new ContextConsumer(this, { context: playgroundContext });

  /** The playground; there as soon as the component is on the page. */
  protected get app(): Playground {
    const app = this.#playground.value;
    if (!app) throw new Error(`${this.localName} is outside of any playground`);
    return app;
  }

  /** Its state: the component is drawn again when a field that its drawing read has changed. */
  protected get state(): Readonly<State> {
    return this.app.store.state;
  }
}
