import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Redraws a component when a media query starts or stops matching. */
export class Media implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #query: MediaQueryList;

  constructor(host: ReactiveControllerHost, query: string) {
    this.#host = host;
    this.#query = matchMedia(query);
    host.addController(this);
  }

  get holds(): boolean {
    return this.#query.matches;
  }

  hostConnected(): void {
    this.#query.addEventListener('change', this.#look);
  }

  hostDisconnected(): void {
    this.#query.removeEventListener('change', this.#look);
  }

  readonly #look = () => this.#host.requestUpdate();
}
