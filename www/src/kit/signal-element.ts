import { effect } from '@preact/signals-core';
import { LitElement } from 'lit';

/** An element that is redrawn when a signal read during drawing changes. */
export class SignalElement extends LitElement {
  #unfollow = () => {};

  protected override performUpdate(): void {
    if (!this.isUpdatePending) return;
    this.#unfollow();
    let isDrawing = true;
    this.#unfollow = effect(() => {
      if (isDrawing) super.performUpdate();
      else this.requestUpdate();
      isDrawing = false;
    });
    // It may have disconnected itself.
    if (!this.isConnected) this.#unfollow();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // No signal was followed while it was disconnected.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unfollow();
  }
}
