import { html, type TemplateResult } from 'lit';

import { parts as messages } from './messages';

/** A view whose code is loaded when it is first shown. */
export class LazyView<Code = unknown> {
  readonly #load: () => Promise<Code>;
  readonly #render: () => void;
  #state: { is: 'idle' } | { is: 'loading' } | { is: 'here'; code: Code } | { is: 'failed' } = {
    is: 'idle',
  };

  constructor(load: () => Promise<Code>, render: () => void) {
    this.#load = load;
    this.#render = render;
  }

  show(view: (code: Code) => TemplateResult): TemplateResult {
    const state = this.#state;
    if (state.is === 'here') return view(state.code);
    if (state.is === 'failed') return html`<p class="wait">${messages.notLoaded}</p>`;
    if (state.is === 'idle') this.#begin();
    return html`<p class="wait muted" role="status">${messages.loading}</p>`;
  }

  async #begin(): Promise<void> {
    this.#state = { is: 'loading' };
    try {
      this.#state = { is: 'here', code: await this.#load() };
    } catch {
      this.#state = { is: 'failed' };
    }
    this.#render();
  }
}
