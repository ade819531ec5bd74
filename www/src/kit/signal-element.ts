import { effect } from '@preact/signals-core';
import { LitElement } from 'lit';

/** An element that is drawn again when a signal that its drawing read has changed. */
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
    // It may have taken itself off the page.
    if (!this.isConnected) this.#unfollow();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Nothing was followed while it was not on the page.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unfollow();
  }
}
