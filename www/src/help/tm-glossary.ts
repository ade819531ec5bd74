import entries from 'virtual:glossary';
import { css, html, LitElement } from 'lit';

import { base } from '../kit/base';
import { type Dialog, renderDialog } from '../kit/lazy-dialog';
import { prose } from '../kit/prose';
import { glossary as messages } from './messages';

/** All terms of docs/glossary.md, in its order. */
export class TmGlossary extends LitElement implements Dialog {
  static override styles = [
    base,
    css`
      dt {
        margin-block-start: var(--space-3);
        font-weight: 600;
      }

      dd {
        margin: 0;
        max-inline-size: 65ch;
      }
    `,
  ];

  override render() {
    return renderDialog(
      messages.title,
      html`<dl>
        ${entries.map(
          ({ term, text }) =>
            html`<dt>${term}</dt>
              <dd>${prose(text)}</dd>`,
        )}
      </dl>`,
    );
  }

  async show(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.showModal();
  }
}

customElements.define('tm-glossary', TmGlossary);
