import { ContextConsumer, createContext } from '@lit/context';

import { SignalElement } from '../kit/signal-element';
import type { Playground } from './playground';
import type { State } from './state';

/** The playground of a part of a document, provided by whatever shows one. */
export const playgroundContext = createContext<Playground>(Symbol('playground'));

/** A component that belongs to the playground around it. */
export class Component extends SignalElement {
  readonly #playground = new ContextConsumer(this, { context: playgroundContext });

  /** The playground; available once the component is connected. */
  protected get app(): Playground {
    const app = this.#playground.value;
    if (!app) throw new Error(`${this.localName} is outside of any playground`);
    return app;
  }

  /** Its state: the component is redrawn when a field read during drawing changes. */
  protected get state(): Readonly<State> {
    return this.app.store.state;
  }
}
