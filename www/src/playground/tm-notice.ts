import { css, html, nothing } from 'lit';
import { base } from '../kit/base';
import { prose } from '../kit/prose';
import { wlp4Name } from '../programs/source';
import { Component } from './component';
import { notices as messages } from './messages';
import type { Notice } from './state';

/** Why there was no comparison. */
export class TmNotice extends Component {
  static override styles = [
    base,
    css`
      p {
        margin-block-end: var(--gap, 0);
        padding: var(--space-2) var(--space-3);
        border-inline-start: 6px solid var(--differ);
        border-radius: var(--radius-m);
        background: var(--differ-wash);
        overflow-wrap: anywhere;
      }
    `,
  ];

  override updated(): void {
    // A file is opened far from here.
    const { notice } = this.state;
    if (notice?.kind === 'files') this.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const { notice } = this.state;
    // The alert exists from the start, so that a screen reader announces its content.
    return html`<div role="alert">${
      notice ? html`<p>${prose(textOf(notice))} ${this.#remedy(notice)}</p>` : nothing
    }</div>`;
  }

  /** A button that helps, if one click can. */
  #remedy(notice: Notice) {
    if (notice.kind !== 'looks-like-wlp4') return nothing;
    const { side, file } = notice;
    const read = () => {
      this.app.programs.renameFile(side, file, wlp4Name(file));
      this.app.compare();
    };
    return html`<button type="button" class="link" @click=${read}>${messages.readAsWlp4}</button>`;
  }
}

function textOf(notice: Notice): string {
  switch (notice.kind) {
    case 'program-errors':
      return messages.programErrors(notice.side, notice.file, notice.line, notice.message);
    case 'looks-like-wlp4':
      return messages.looksLikeWlp4(notice.side);
    case 'option-errors':
      return messages.optionErrors(notice.wrong);
    case 'files':
      return notice.message;
    default:
      return notice satisfies never;
  }
}

customElements.define('tm-notice', TmNotice);
