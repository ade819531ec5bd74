import { css, html, LitElement } from 'lit';

import { app } from '../app';
import { page as words } from '../messages';
import { type Theme, themes } from '../storage';
import { Watch } from '../store';
import { base } from './base';
import './tm-commands';
import './tm-crash';
import './tm-editor';
import './tm-evidence';
import './tm-examples';
import './tm-instructions';
import './tm-missing-z3';
import './tm-notice';
import './tm-options';
import './tm-update';
import './tm-verdict';

/** The page. */
export class TmApp extends LitElement {
  static override styles = [
    base,
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
        }

        tm-options {
          flex-basis: 100%;
        }
      }
    `,
  ];

  readonly #theme = new Watch(this, app.store, (state) => [state.theme] as const);

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', onKey);
  }

  override disconnectedCallback(): void {
    window.removeEventListener('keydown', onKey);
    super.disconnectedCallback();
  }

  override render() {
    const [theme] = this.#theme.value;
    return html`<header>
        <h1>${words.title}</h1>
        <span class="tagline">${words.tagline}</span>
        <div class="tools">
          <tm-instructions></tm-instructions>
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
        <tm-update></tm-update>
        <tm-crash></tm-crash>
        <tm-examples></tm-examples>
        <div class="editors">
          <tm-editor .side=${'left'}></tm-editor>
          <tm-editor .side=${'right'}></tm-editor>
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

const onKey = (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  event.preventDefault();
  app.compare();
};

customElements.define('tm-app', TmApp);
