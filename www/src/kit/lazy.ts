import { html, type TemplateResult } from 'lit';

import { parts as messages } from './messages';

/** A view whose code is loaded when it is first shown. */
export class LazyView {
  readonly #load: () => Promise<unknown>;
  readonly #render: () => void;
  #state: 'idle' | 'loading' | 'here' | 'failed' = 'idle';

  constructor(load: () => Promise<unknown>, render: () => void) {
    this.#load = load;
    this.#render = render;
  }

  show(view: () => TemplateResult): TemplateResult {
    if (this.#state === 'here') return view();
    if (this.#state === 'failed') return html`<p class="wait">${messages.notLoaded}</p>`;
    if (this.#state === 'idle') this.#begin();
    return html`<p class="wait muted" role="status">${messages.loading}</p>`;
  }

  async #begin(): Promise<void> {
    this.#state = 'loading';
    try {
      await this.#load();
      this.#state = 'here';
    } catch {
      this.#state = 'failed';
    }
    this.#render();
  }
}
