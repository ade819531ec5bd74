import { ContextProvider } from '@lit/context';
import { css, html, LitElement, nothing } from 'lit';
import type { Side } from '../engine/types';
import { instructions as instructionMessages } from '../help/messages';
import { base } from '../kit/base';
import { showDialog } from '../kit/lazy-dialog';
import { Media } from '../kit/media';
import { Watch } from '../kit/store';
import { renderTabs, tabStyles } from '../kit/tabs';
import { sides } from '../programs/control';
import { editor as editorMessages } from '../programs/messages';
import { type Theme, themes } from '../work/storage';
import { playgroundContext } from './component';
import { onKey } from './keys';
import { page as messages, panes as paneMessages } from './messages';
import type { Playground } from './playground';
import type { Place } from './state';
import '../programs/tm-editor';
import '../evidence/tm-evidence';
import '../programs/tm-examples';
import '../help/tm-help';
import '../links/tm-link';
import './tm-notice';
import '../comparison/tm-bar';
import '../comparison/tm-options';
import '../comparison/tm-quick';
import './tm-places';
import '../work/tm-save';
import '../comparison/tm-verdict';
import '../help/tm-welcome';

/** The page. */
export class TmApp extends LitElement {
  readonly #provider = new ContextProvider(this, { context: playgroundContext });

  /** Set once, before it is on the page. */
  get app(): Playground {
    return this.#provider.value;
  }

  set app(app: Playground) {
    this.#provider.setValue(app);
  }

  static override styles = [
    base,
    tabStyles,
    css`
      :host {
        --gap: 0.875rem;
        --edge: clamp(0.75rem, 2.5vw, 2rem);
        /* What the bar takes of the window at the top. */
        --bar: 4rem;
        padding-block-end: 2rem;
      }

      header,
      main,
      footer,
      tm-bar {
        padding-inline: max(var(--edge), (100% - 150rem) / 2);
      }

      /* The first thing that the keyboard comes to, and seen only then. */
      .skip:not(:focus) {
        position: absolute;
        inline-size: 1px;
        block-size: 1px;
        min-height: 0;
        padding: 0;
        border: none;
        overflow: hidden;
        clip-path: inset(50%);
      }

      .skip {
        position: absolute;
        z-index: var(--layer-menu);
      }

      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.25rem 1.25rem;
        padding-block: 0.625rem;
      }

      h1 {
        margin: 0;
        font-size: var(--text-xl);
        line-height: 1.3;
        letter-spacing: -0.01em;
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

      tm-bar {
        position: sticky;
        inset-block-start: 0;
        z-index: var(--layer-bar);
        display: grid;
        align-items: center;
        min-block-size: var(--bar);
        padding-block: 0.5rem;
        border-block: 1px solid var(--line);
        background: var(--surface);
      }

      main {
        padding-block-start: var(--gap);
      }

      /* What may be empty keeps its distance from what follows by itself. */
      .workbench {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
      }

      .programs {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--gap);
        margin-block-end: var(--gap);
      }

      .editors {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, 1fr));
        gap: var(--gap);
      }

      .panes {
        display: none;
      }

      /* What the tour is talking of. */
      [data-pointed] {
        outline: 3px solid var(--accent);
        outline-offset: 4px;
        border-radius: var(--radius-l);
      }

      .controls {
        display: flex;
        flex-wrap: wrap;
        align-items: start;
        justify-content: space-between;
        gap: 0.5rem 1.5rem;
      }

      tm-options {
        flex: 1 1 34rem;
        min-inline-size: 0;
      }

      footer {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.5rem;
        margin-block-start: 2rem;
        color: var(--muted);
        font-size: var(--text-xs);
      }

      /* The programs stay in view while one reads what is said of them. */
      @media screen and (min-width: 85rem) {
        .workbench {
          grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
          grid-template-rows: auto auto 1fr;
          column-gap: 1.25rem;
        }

        .programs {
          grid-row: 1 / -1;
          position: sticky;
          inset-block-start: calc(var(--bar) + var(--gap));
          align-self: start;
        }
      }

      @media (max-width: 48rem) {
        .tagline {
          display: none;
        }

        .tools {
          gap: 0.375rem;
        }

        .editors {
          grid-template-columns: minmax(0, 1fr);
          gap: 0;
        }

        .panes {
          display: block;
        }

        .panes + .editors {
          margin-block-start: calc(-1 * var(--gap));
        }

        tm-options {
          flex-basis: 100%;
        }
      }

      /* One place at a time, and the bar where a thumb is. */
      @media screen and (max-width: 48rem) {
        :host {
          display: flex;
          flex-direction: column;
          min-block-size: 100dvh;
          padding-block-end: 0;
        }

        main {
          flex: 1 0 auto;
        }

        footer {
          margin-block: 1rem;
        }

        tm-bar {
          inset-block: auto 0;
          gap: 0.375rem;
          padding-block: 0.5rem calc(0.5rem + env(safe-area-inset-bottom));
        }

        main:not([data-place='programs']) > tm-welcome,
        .answer:not([data-here]),
        .programs:not([data-here]),
        tm-evidence:not([data-here]),
        tm-editor[data-behind] {
          display: none;
        }
      }

      @media print {
        .tools,
        .panes,
        .controls,
        tm-bar,
        tm-welcome,
        tm-notice,
        footer {
          display: none;
        }

        header,
        main {
          padding: 0;
        }

        /* A page ends inside a grid's row only with a loss: blocks go on on the next. */
        .workbench,
        .programs,
        .editors {
          display: block;
        }

        tm-editor {
          float: inline-start;
          inline-size: 49%;
        }

        tm-editor + tm-editor {
          float: inline-end;
        }

        .editors::after {
          content: '';
          display: block;
          clear: both;
        }

        .answer {
          margin-block-start: 0.875rem;
        }
      }
    `,
  ];

  readonly #seen = new Watch(
    this,
    () => this.app.store,
    (state) => [state.theme, state.shown, state.place] as const,
  );
  readonly #narrow = new Media(this, '(max-width: 48rem)');
  readonly #wide = new Media(this, '(min-width: 85rem)');

  override connectedCallback(): void {
    super.connectedCallback();
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

  readonly #onKey = (event: KeyboardEvent) => onKey(event, this.renderRoot, this.app);

  /** Goes to the verdict, with the keyboard too if it was asked for by one's own hand. */
  async #showAnswer(): Promise<void> {
    this.app.goTo('verdict');
    await this.updateComplete;
    this.renderRoot.querySelector('.answer')?.scrollIntoView({ block: 'nearest' });
  }

  async #embed(): Promise<void> {
    await showDialog(this.renderRoot, 'tm-embed-dialog', () => import('../embed/tm-embed-dialog'));
  }

  async #instructions(): Promise<void> {
    await showDialog(this.renderRoot, 'tm-instructions', () => import('../help/tm-instructions'));
  }

  async #toVerdict(): Promise<void> {
    await this.#showAnswer();
    this.renderRoot.querySelector<HTMLElement>('tm-verdict')?.focus();
  }

  async #share(): Promise<void> {
    await showDialog(this.renderRoot, 'tm-share', () => import('../links/tm-share'));
  }

  async #tour(): Promise<void> {
    this.app.settings.welcomed();
    await showDialog(this.renderRoot, 'tm-tour', () => import('../help/tm-tour'));
  }

  override render() {
    const [theme, shown, place] = this.#seen.value;
    const isNarrow = this.#narrow.holds;
    const isHere = (one: Place) => one === place;
    // Where it is the last thing to see it is the last one to come to.
    const bar = html`<tm-bar
      ?withVerdict=${!isNarrow}
      @verdict=${this.#toVerdict}
    >${isNarrow ? html`<tm-places></tm-places>` : nothing}</tm-bar>`;
    return html`<button type="button" class="skip" @click=${() => this.app.programs.focus('left')}>
        ${messages.skip}
      </button>
      <header>
        <h1>${messages.title}</h1>
        <span class="tagline">${messages.tagline}</span>
        <div class="tools">
          <tm-save></tm-save>
          <button type="button" aria-haspopup="dialog" @click=${this.#share}>
            ${messages.share}
          </button>
          <button type="button" aria-haspopup="dialog" @click=${this.#embed}>
            ${messages.embed}
          </button>
          <button type="button" aria-haspopup="dialog" @click=${this.#instructions}>
            ${instructionMessages.open}
          </button>
          <tm-help @tour=${this.#tour}></tm-help>
          <label for="theme" class="unseen">${messages.theme}</label>
          <select id="theme" title=${messages.theme} @change=${this.#chooseTheme}>
            ${themes.map(
              (name) =>
                html`<option value=${name} ?selected=${name === theme}>${messages.themes[name]}</option>`,
            )}
          </select>
        </div>
      </header>
      ${isNarrow ? nothing : bar}
      <main data-place=${place}>
        <div class="told">
          <tm-update></tm-update>
          <tm-crash></tm-crash>
          <tm-link></tm-link>
        </div>
        <tm-welcome @tour=${this.#tour} @answer=${this.#showAnswer}></tm-welcome>
        <div class="workbench">
          <div class="programs" ?data-here=${isHere('programs')}>
            <tm-examples></tm-examples>
            <div class="panes">
              ${renderTabs(
                sides.map((id) => ({ id, label: editorMessages.title(id) })),
                shown,
                paneMessages.label,
                'editors',
                (id) => this.app.programs.show(id as Side),
              )}
            </div>
            <div class="editors" id="editors">
              ${sides.map(
                (side) =>
                  html`<tm-editor
                    data-side=${side}
                    .side=${side}
                    ?data-behind=${side !== shown}
                  ></tm-editor>`,
              )}
            </div>
            <div class="controls">
              <tm-options></tm-options>
              <tm-quick></tm-quick>
            </div>
          </div>
          <tm-notice></tm-notice>
          <div class="answer" ?data-here=${isHere('verdict')}>
            <tm-verdict canShare @share=${this.#share}></tm-verdict>
            <tm-missing-z3></tm-missing-z3>
          </div>
          <tm-evidence
            .withEditors=${this.#wide.holds}
            ?data-here=${isHere('evidence')}
          ></tm-evidence>
        </div>
      </main>
      <footer>
        <span>${messages.privacy}</span>
        <span>${messages.version}</span>
      </footer>
      ${isNarrow ? bar : nothing}`;
  }

  #chooseTheme(event: Event): void {
    this.app.settings.setTheme((event.target as HTMLSelectElement).value as Theme);
  }
}

/** A file dropped beside the editors would take the place of the page. */
const dropNothing = (event: DragEvent) => {
  if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) {
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  }
};

customElements.define('tm-app', TmApp);
