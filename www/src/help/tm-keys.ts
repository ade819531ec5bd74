import { css, html, LitElement } from 'lit';
import { base } from '../kit/base';
import { type Dialog, renderDialog } from '../kit/lazy-dialog';
import { toolKeyNames, toolNames } from '../programs/editor/tool-keys';
import { tools } from '../programs/messages';
import { keys as messages } from './messages';

/** The list of keys, with a link to the tutorial. */
export class TmKeys extends LitElement implements Dialog {
  static override styles = [
    base,
    css`
      p {
        max-inline-size: 65ch;
      }

      h3 {
        margin-block: var(--space-4) var(--space-1);
      }

      th,
      td {
        padding: 0.1875rem var(--space-5) 0.1875rem 0;
        border-block-end: 1px solid var(--line);
        vertical-align: baseline;
        font-weight: 400;
        text-align: start;
      }

      table {
        inline-size: 100%;
        table-layout: fixed;
      }

      th {
        inline-size: 9rem;
      }

      kbd {
        font-family: var(--mono);
        font-size: var(--text-code);
      }

      .tutorial {
        margin-block-start: var(--space-3);
      }
    `,
  ];

  override render() {
    const { rows } = messages;
    return renderDialog(
      messages.title,
      html`<p>${messages.intro}</p>
        <p class="tutorial">
          <button type="button" @click=${this.#tutorial}>${messages.tutorial}</button>
        </p>
        ${list(messages.anywhere, [
          ['Ctrl+Enter', rows.compare],
          ['F6', rows.next],
          ['Alt+S', rows.stop],
          ['F1', rows.list],
        ])}
        ${list(messages.inEditor, [
          ...toolNames.map((name) => [toolKeyNames[name], tools.names[name]] as const),
          ['Ctrl+/', rows.comment],
          ['Ctrl+F', rows.search],
          ['Esc, Tab', rows.leave],
        ])}
        ${list(messages.inDebugger, [
          ['← →', rows.step],
          ['Shift+← Shift+→', rows.stepLine],
        ])}
        ${list(messages.inLists, [['← →', rows.tabs]])}`,
    );
  }

  async show(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  #tutorial(): void {
    this.renderRoot.querySelector('dialog')?.close();
    this.dispatchEvent(new CustomEvent('tutorial', { bubbles: true, composed: true }));
  }
}

function list(title: string, rows: readonly (readonly [string, string])[]) {
  return html`<h3>${title}</h3>
    <table>
      <thead class="unseen">
        <tr>
          <th scope="col">${messages.columns.keys}</th>
          <th scope="col">${messages.columns.does}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([keys, does]) =>
            html`<tr>
              <th scope="row"><kbd>${keys}</kbd></th>
              <td>${does}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

customElements.define('tm-keys', TmKeys);
