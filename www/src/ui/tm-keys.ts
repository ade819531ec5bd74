import { css, html, LitElement } from 'lit';
import { toolKeyNames, toolNames } from '../editor/tools';
import { chooseLanguage, currentLanguage, type Language, languages } from '../language';
import { tools, keys as words } from '../messages/comfort';
import { base } from './base';
import { type Dialog, renderDialog } from './lazy-dialog';

/** The list of keys, and the way to the tour. */
export class TmKeys extends LitElement implements Dialog {
  static override styles = [
    base,
    css`
      p {
        max-inline-size: 65ch;
      }

      h3 {
        margin-block: 1rem 0.25rem;
      }

      th,
      td {
        padding: 0.1875rem 1.5rem 0.1875rem 0;
        border-block-end: 1px solid var(--line);
        vertical-align: baseline;
        font-weight: 400;
        text-align: start;
      }

      th {
        min-inline-size: 8rem;
      }

      kbd {
        font-family: var(--mono);
        font-size: 0.9375em;
      }

      .tools {
        display: flex;
        flex-wrap: wrap;
        gap: 0.75rem 1.5rem;
        margin-block-start: 0.75rem;
      }
    `,
  ];

  override render() {
    const { rows } = words;
    return renderDialog(
      words.title,
      html`<p>${words.intro}</p>
        <p class="tools">
          <button type="button" @click=${this.#tour}>${words.tour}</button>
          <label>
            ${words.language}
            <select
              @change=${(event: Event) =>
                chooseLanguage((event.currentTarget as HTMLSelectElement).value as Language)}
            >
              ${Object.entries(languages).map(
                ([language, name]) =>
                  html`<option
                    value=${language}
                    lang=${language}
                    ?selected=${language === currentLanguage()}
                  >
                    ${name}
                  </option>`,
              )}
            </select>
          </label>
        </p>
        ${list(words.anywhere, [
          ['Ctrl+Enter', rows.compare],
          ['F6', rows.next],
          ['Alt+S', rows.stop],
          ['F1', rows.list],
        ])}
        ${list(words.inEditor, [
          ...toolNames.map((name) => [toolKeyNames[name], tools.names[name]] as const),
          ['Ctrl+/', rows.comment],
          ['Ctrl+F', rows.search],
          ['Esc, Tab', rows.leave],
        ])}
        ${list(words.inLists, [['← →', rows.tabs]])}`,
    );
  }

  async show(): Promise<void> {
    await this.updateComplete;
    this.renderRoot.querySelector('dialog')?.showModal();
  }

  #tour(): void {
    this.renderRoot.querySelector('dialog')?.close();
    this.dispatchEvent(new CustomEvent('tour', { bubbles: true, composed: true }));
  }
}

function list(title: string, rows: readonly (readonly [string, string])[]) {
  return html`<h3>${title}</h3>
    <table>
      <thead class="unseen">
        <tr>
          <th scope="col">${words.columns.keys}</th>
          <th scope="col">${words.columns.does}</th>
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
