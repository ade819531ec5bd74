import { css, html, LitElement } from 'lit';

import { app } from '../app';
import type { Side } from '../engine/types';
import { currentLanguage, speak } from '../language';
import { editor as editorWords, page as words } from '../messages';
import { panes as paneWords } from '../messages/comfort';
import { sides } from '../playground';
import { type Theme, themes } from '../storage';
import { Watch } from '../store';
import { base } from './base';
import { onKey } from './keys';
import { showDialog } from './lazy-dialog';
import { renderTabs, tabStyles } from './tabs';
import './tm-commands';
import './tm-crash';
import './tm-editor';
import './tm-embed-dialog';
import './tm-evidence';
import './tm-examples';
import './tm-help';
import './tm-instructions';
import './tm-link';
import './tm-notice';
import './tm-options';
import './tm-share';
import './tm-save';
import './tm-missing-z3';
import './tm-update';
import './tm-verdict';
import './tm-welcome';

/** The page. */
export class TmApp extends LitElement {
  static override styles = [
    base,
    tabStyles,
    css`
      :host {
        max-inline-size: 100rem;
        margin-inline: auto;
        padding-inline: clamp(0.75rem, 2.5vw, 2rem);
        padding-block-end: 2rem;
      }

      header {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.25rem 1.25rem;
        padding-block: 1rem 0.875rem;
      }

      h1 {
        margin: 0;
        font-size: 1.25rem;
        line-height: 1.3;
        letter-spacing: -0.01em;
      }

      h1 b {
        color: var(--accent);
      }

      .tagline {
        flex: 1 1 16rem;
        color: var(--muted);
      }

      .tools {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem;
      }

      main {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.875rem;
      }

      .editors {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: 0.875rem;
      }

      .panes {
        display: none;
      }

      /* What the tour is talking of. */
      [data-pointed] {
        outline: 3px solid var(--accent);
        outline-offset: 4px;
        border-radius: 6px;
      }

      .answer {
        display: grid;
        gap: 0.5rem;
      }

      .controls {
        display: flex;
        flex-wrap: wrap;
        align-items: start;
        justify-content: space-between;
        gap: 0.75rem 1.5rem;
      }

      tm-options {
        flex: 1 1 24rem;
        min-inline-size: 0;
      }

      footer {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.5rem;
        margin-block-start: 2rem;
        padding-block-start: 0.75rem;
        border-block-start: 1px solid var(--line);
        color: var(--muted);
        font-size: 0.875rem;
      }

      @media (max-width: 48rem) {
        .editors {
          grid-template-columns: minmax(0, 1fr);
          gap: 0;
        }

        .panes {
          display: block;
        }

        .panes + .editors {
          margin-block-start: -0.875rem;
        }

        tm-options {
          flex-basis: 100%;
        }
      }

      /* One program at a time, by its tab; on paper, both. */
      @media screen and (max-width: 48rem) {
        tm-editor[data-behind] {
          display: none;
        }
      }

      @media print {
        .tools,
        .panes,
        .controls,
        tm-welcome,
        tm-notice,
        footer {
          display: none;
        }

        :host {
          max-inline-size: none;
          padding: 0;
        }

        .editors {
          grid-template-columns: repeat(2, minmax(0, 1fr));
          gap: 0.875rem;
        }
      }
    `,
  ];

  readonly #seen = new Watch(this, app.store, (state) => [state.theme, state.shown] as const);

  #speaks = false;

  override shouldUpdate(): boolean {
    return this.#speaks;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Nothing is drawn in one language and then in another.
    speak(currentLanguage()).then(() => {
      this.#speaks = true;
      this.requestUpdate();
    });
    window.addEventListener('keydown', this.#onKey);
    window.addEventListener('dragover', dropNothing);
    window.addEventListener('drop', dropNothing);
  }

  override disconnectedCallback(): void {
    window.removeEventListener('keydown', this.#onKey);
    window.removeEventListener('dragover', dropNothing);
    window.removeEventListener('drop', dropNothing);
    super.disconnectedCallback();
  }

  readonly #onKey = (event: KeyboardEvent) => onKey(event, this.renderRoot);

  #showAnswer(): void {
    this.renderRoot.querySelector('.answer')?.scrollIntoView({ block: 'nearest' });
  }

  async #tour(): Promise<void> {
    app.welcomed();
    await showDialog(this.renderRoot, 'tm-tour', () => import('./tm-tour'));
  }

  override render() {
    const [theme, shown] = this.#seen.value;
    return html`<header>
        <h1>${words.title}</h1>
        <span class="tagline">${words.tagline}</span>
        <div class="tools">
          <tm-save></tm-save>
          <tm-share></tm-share>
          <tm-embed-dialog></tm-embed-dialog>
          <tm-instructions></tm-instructions>
          <tm-help @tour=${this.#tour}></tm-help>
          <label for="theme" class="unseen">${words.theme}</label>
          <select id="theme" title=${words.theme} @change=${chooseTheme}>
            ${themes.map(
              (name) =>
                html`<option value=${name} ?selected=${name === theme}>${words.themes[name]}</option>`,
            )}
          </select>
        </div>
      </header>
      <main>
        <div>
          <tm-update></tm-update>
          <tm-crash></tm-crash>
          <tm-link></tm-link>
        </div>
        <tm-welcome @tour=${this.#tour} @answer=${this.#showAnswer}></tm-welcome>
        <tm-examples></tm-examples>
        <div class="panes">
          ${renderTabs(
            sides.map((id) => ({ id, label: editorWords.title(id) })),
            shown,
            paneWords.label,
            'editors',
            (id) => app.show(id as Side),
          )}
        </div>
        <div class="editors" id="editors">
          ${sides.map(
            (side) => html`<tm-editor .side=${side} ?data-behind=${side !== shown}></tm-editor>`,
          )}
        </div>
        <div class="controls">
          <tm-options></tm-options>
          <tm-commands></tm-commands>
        </div>
        <div class="answer">
          <tm-notice></tm-notice>
          <tm-verdict></tm-verdict>
          <tm-missing-z3></tm-missing-z3>
        </div>
        <tm-evidence></tm-evidence>
      </main>
      <footer>
        <span>${words.privacy}</span>
        <span>${words.version}</span>
      </footer>`;
  }
}

const chooseTheme = (event: Event) =>
  app.setTheme((event.target as HTMLSelectElement).value as Theme);

/** A file dropped beside the editors would take the place of the page. */
const dropNothing = (event: DragEvent) => {
  if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) {
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  }
};

customElements.define('tm-app', TmApp);
