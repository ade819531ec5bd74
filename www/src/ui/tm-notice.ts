import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { notices as words } from '../messages';
import { type Notice, Watch } from '../store';
import { base } from './base';
import { prose } from './prose';

/** Why there was no comparison. */
export class TmNotice extends LitElement {
  static override styles = [
    base,
    css`
      p {
        padding: 0.5rem 0.75rem;
        border-inline-start: 6px solid var(--differ);
        border-radius: 4px;
        background: var(--differ-wash);
        overflow-wrap: anywhere;
      }
    `,
  ];

  readonly #notice = new Watch(this, app.store, (state) => [state.notice] as const);

  override updated(): void {
    // A file is opened far from here.
    const [notice] = this.#notice.value;
    if (notice?.kind === 'files') this.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const [notice] = this.#notice.value;
    // The alert is there from the start, so that a screen reader notices what comes into it.
    return html`<div role="alert">${notice ? html`<p>${prose(textOf(notice))}</p>` : nothing}</div>`;
  }
}

function textOf(notice: Notice): string {
  switch (notice.kind) {
    case 'program-errors':
      return words.programErrors(notice.side, notice.line, notice.message);
    case 'option-errors':
      return words.optionErrors(notice.wrong);
    case 'files':
      return notice.message;
    default:
      return notice satisfies never;
  }
}

customElements.define('tm-notice', TmNotice);
