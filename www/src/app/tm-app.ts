import { ContextProvider } from '@lit/context';
import { html, nothing } from 'lit';
import type { Side } from '../engine/types';
import { base } from '../kit/base';
import { showDialog } from '../kit/lazy-dialog';
import { Media } from '../kit/media';
import { SignalElement } from '../kit/signal-element';
import { renderTabs, tabStyles } from '../kit/tabs';
import { playgroundContext } from '../playground/component';
import type { Playground } from '../playground/playground';
import { sides } from '../programs/control';
import { editor as editorMessages } from '../programs/messages';
import { appStyles } from './app-styles';
import { onKey } from './keys';
import { renderMark } from './mark';
import { machines, page as messages, panes as paneMessages } from './messages';
import { renderSplit } from './split';
import '../programs/tm-editor';
import '../evidence/tm-evidence';
import '../programs/tm-about-example';
import '../programs/tm-examples';
import '../links/tm-link';
import '../playground/tm-notice';
import '../comparison/tm-answer';
import '../comparison/tm-commands';
import '../comparison/tm-contract';
import '../comparison/tm-quick';
import './tm-page-menu';
import './tm-places';

/** The page. */
export class TmApp extends SignalElement {
  readonly #provider = new ContextProvider(this, { context: playgroundContext });

  /** Set once, before the element is connected. */
  get app(): Playground {
    return this.#provider.value;
  }

  set app(app: Playground) {
    this.#provider.setValue(app);
  }

  static override styles = [base, tabStyles, appStyles];

  readonly #narrow = new Media(this, '(max-width: 48rem)');
  /** Whether programs and result fit beside each other. */
  protected readonly wide = new Media(this, '(min-width: 70rem) and (min-height: 32rem)');

  override connectedCallback(): void {
    super.connectedCallback();
    // Three places send this event: the answer, the menu, and a dialog. The dialog is outside
    // both others.
    this.addEventListener('tutorial', this.#tutorial);
    window.addEventListener('keydown', this.#onKey);
    window.addEventListener('dragover', dropNothing);
    window.addEventListener('drop', dropNothing);
  }

  override disconnectedCallback(): void {
    this.removeEventListener('tutorial', this.#tutorial);
    window.removeEventListener('keydown', this.#onKey);
    window.removeEventListener('dragover', dropNothing);
    window.removeEventListener('drop', dropNothing);
    super.disconnectedCallback();
  }

  readonly #onKey = (event: KeyboardEvent) => onKey(event, this.renderRoot, this.app);

  protected readonly share = () =>
    showDialog(this.renderRoot, 'tm-share', () => import('../links/tm-share'));

  readonly #tutorial = () =>
    showDialog(this.renderRoot, 'tm-tutorial', () => import('../help/tutorial/tm-tutorial'));

  override render() {
    const { place } = this.app.store.state;
    const isNarrow = this.#narrow.holds;
    this.toggleAttribute('wide', this.wide.holds);
    return html`<button type="button" class="skip" @click=${() => this.app.programs.focus('left')}>
        ${messages.skip}
      </button>
      ${this.#header(isNarrow)}
      <main data-place=${place}>
        ${this.question()}
        <div class="notices">
          <tm-update></tm-update>
          <tm-crash></tm-crash>
          <tm-notice></tm-notice>
        </div>
        ${renderSplit(this.#programs(), this.answer())}
      </main>
      <footer>
        <span>${messages.privacy}</span>
        <span>${messages.version}</span>
      </footer>
      ${isNarrow ? html`<div class="foot"><tm-places></tm-places><tm-commands></tm-commands></div>` : nothing}`;
  }

  #header(isNarrow: boolean) {
    const { arm64 } = this.app.store.state;
    return html`<header>
      <h1 aria-label=${messages.title}>${renderMark()}<span class="name">${messages.name}</span></h1>
      <select aria-label=${machines.label} @change=${this.#switch}>
        <option value="mips" ?selected=${!arm64}>${machines.mips}</option>
        <option value="arm64" ?selected=${arm64}>${machines.arm64}</option>
      </select>
      ${this.examples()}
      <div class="tools">
        ${this.live()}
        ${isNarrow ? nothing : html`<tm-commands></tm-commands>`}
        <button type="button" aria-haspopup="dialog" @click=${this.share}>
          ${messages.share}
        </button>
        <tm-page-menu></tm-page-menu>
      </div>
    </header>`;
  }

  /** Shows the work for the other machine; each machine keeps its own. */
  readonly #switch = async () => {
    const { otherWork } = await import('./other-machine');
    this.app.replaceWork(await otherWork(this.app.work));
  };

  // What differs from machine to machine.

  protected question() {
    return html`<tm-contract></tm-contract>`;
  }

  protected examples() {
    return html`<tm-examples></tm-examples>`;
  }

  protected live() {
    return html`<tm-quick></tm-quick>`;
  }

  #programs() {
    const { shown, place } = this.app.store.state;
    return html`<div class="programs" ?data-here=${place === 'programs'}>
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
    </div>`;
  }

  protected answer() {
    const { place } = this.app.store.state;
    return html`<tm-evidence
      withAnswer
      .withEditors=${this.wide.holds}
      ?data-here=${place === 'result'}
    >
      <div slot="answer" class="answer">
        <tm-link></tm-link>
        <tm-answer canShare canExplain canStep canTry @share=${this.share}>
          <tm-about-example></tm-about-example>
        </tm-answer>
        <tm-missing-z3></tm-missing-z3>
      </div>
    </tm-evidence>`;
  }
}

/** A file dropped beside the editors would replace the page. */
const dropNothing = (event: DragEvent) => {
  if (!event.defaultPrevented && event.dataTransfer?.types.includes('Files')) {
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  }
};

customElements.define('tm-app', TmApp);
