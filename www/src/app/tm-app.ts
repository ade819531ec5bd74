import { ContextProvider } from '@lit/context';
import { html, nothing } from 'lit';
import type { Side } from '../engine/types';
import { instructions as instructionMessages } from '../help/messages';
import { base } from '../kit/base';
import { showDialog } from '../kit/lazy-dialog';
import { Media } from '../kit/media';
import { SignalElement } from '../kit/signal-element';
import { renderTabs, tabStyles } from '../kit/tabs';
import { playgroundContext } from '../playground/component';
import type { Playground } from '../playground/playground';
import type { Place } from '../playground/state';
import { sides } from '../programs/control';
import { editor as editorMessages } from '../programs/messages';
import { type Theme, themes } from '../work/storage';
import { appStyles } from './app-styles';
import { onKey } from './keys';
import { page as messages, panes as paneMessages } from './messages';
import '../programs/tm-editor';
import '../evidence/tm-evidence';
import '../programs/tm-examples';
import '../help/tm-help';
import '../links/tm-link';
import '../playground/tm-notice';
import '../comparison/tm-bar';
import '../comparison/tm-options';
import '../comparison/tm-quick';
import './tm-places';
import '../work/tm-save';
import '../comparison/tm-verdict';
import '../help/tm-welcome';

/** The page. */
export class TmApp extends SignalElement {
  readonly #provider = new ContextProvider(this, { context: playgroundContext });

  /** Set once, before it is on the page. */
  get app(): Playground {
    return this.#provider.value;
  }

  set app(app: Playground) {
    this.#provider.setValue(app);
  }

  static override styles = [base, tabStyles, appStyles];

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
    const { theme, shown, place } = this.app.store.state;
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
            <tm-verdict canShare canExplain canStep @share=${this.#share}></tm-verdict>
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
