import { html, nothing } from 'lit';
import { isSame, isWlp4 } from '../engine/sources';
import type { EditorDiagnostic, Side } from '../engine/types';
import { causeIn } from '../evidence/explain/lit';
import { base } from '../kit/base';
import { menuStyles, renderMenu } from '../kit/menu';
import { MAX_NAME } from '../links/name';
import { Component } from '../playground/component';
import type { EditorHandle } from './control';
import { panelStyles } from './editor/panel-styles';
import type { TextEditor } from './editor/text-editor';
import { toolKeyNames, toolNames } from './editor/tool-keys';
import {
  editor as messages,
  names as nameMessages,
  side as sideMessages,
  tools as toolMessages,
} from './messages';
import { numberedText } from './source';
import './tm-files';
import './tm-problems';

const printing = matchMedia('print');

/** One program: its text, and the assembler's diagnostics. */
export class TmEditor extends Component implements EditorHandle {
  static override properties = {
    side: {},
    heading: {},
    readOnly: { type: Boolean },
    isTarget: { state: true },
    printed: { state: true },
    isOpen: { state: true },
  };

  static override styles = [base, menuStyles, panelStyles];

  declare side: Side;
  /** The heading of a program that is not one of two to compare. */
  declare heading: string | undefined;
  declare readOnly: boolean;
  /** Whether files are dragged over it. */
  declare isTarget: boolean;
  /** The text while the page is printed: the editor itself draws only the visible part. */
  declare printed: string | undefined;
  /** Whether the editor is mounted; before, the text is shown plainly. */
  declare isOpen: boolean;

  #text: TextEditor | undefined;
  #opening: Promise<TextEditor | undefined> | undefined;
  /** The last step that the editor has followed. */
  #followed: unknown;
  /** The last explanation's lines that it has followed. */
  #followedCause: unknown;
  #detach = () => {};

  constructor() {
    super();
    this.side = 'left';
    this.readOnly = false;
    this.isTarget = false;
    this.isOpen = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    printing.addEventListener('change', this.#onPrint);
    window.addEventListener('beforeprint', this.#beforePrint);
    window.addEventListener('afterprint', this.#onPrint);
    this.#detach = this.app.programs.attach(this.side, this);
    this.#mount();
  }

  override disconnectedCallback(): void {
    printing.removeEventListener('change', this.#onPrint);
    window.removeEventListener('beforeprint', this.#beforePrint);
    window.removeEventListener('afterprint', this.#onPrint);
    this.#detach();
    this.#text?.close();
    super.disconnectedCallback();
  }

  #title() {
    const { names } = this.state;
    return html`<h2 id="title">
        <span class="symbol" aria-hidden="true">${sideMessages[this.side].symbol}</span
        ><span class="unseen">${messages.title(this.side)}</span>
      </h2>
      <input
        aria-label=${nameMessages.label(this.side)}
        placeholder=${nameMessages.placeholder[this.side]}
        title=${nameMessages.label(this.side)}
        maxlength=${MAX_NAME}
        autocomplete="off"
        spellcheck="false"
        ?readonly=${this.readOnly}
        .value=${names[this.side]}
        @change=${this.#rename}
      />`;
  }

  override render() {
    const isMany = this.state.programs[this.side].length > 1;
    return html`<section
      class="panel ${this.isTarget ? 'target' : ''}"
      aria-labelledby="title"
      @dragover=${this.#dragOver}
      @dragleave=${this.#dragLeave}
      @drop=${this.#drop}
      @paste=${this.#paste}
    >
      <header>
        ${this.heading ? html`<h2 id="title">${this.heading}</h2>` : this.#title()}
        <tm-files
          .side=${this.side}
          .readOnly=${this.readOnly}
          @open-files=${() => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click()}
        ></tm-files>
        ${this.readOnly ? nothing : this.#tools()}
      </header>
      <div
        class="text"
        role=${isMany ? 'tabpanel' : nothing}
        aria-label=${isMany ? this.app.programs.shownFile(this.side).name : nothing}
        @focusin=${() => this.#text?.used()}>
        ${this.isOpen ? nothing : this.#plain()}
      </div>
      ${this.printed === undefined ? nothing : html`<pre class="printed">${this.printed}</pre>`}
      <p class="unseen" id="hint">${messages.hint}</p>
      <tm-problems .side=${this.side} .fix=${this.readOnly ? undefined : this.#fix}></tm-problems>
    </section>`;
  }

  override updated(): void {
    this.#followStep();
    this.#followCause();
    this.#text?.show();
    // Everything for a first verdict is loaded: loading the editor delays nothing.
    const { engine, crash } = this.state;
    if (engine || crash) this.#open();
  }

  /** Loads and mounts the editor; undefined if its code cannot be loaded. */
  #open(): Promise<TextEditor | undefined> {
    this.#opening ??= this.#load();
    return this.#opening;
  }

  async #load(): Promise<TextEditor | undefined> {
    const loaded = await import('./editor/text-editor').catch(() => undefined);
    if (!loaded) {
      // A page that is offline may not have it yet; the next request retries.
      this.#opening = undefined;
      return undefined;
    }
    const editor = new loaded.TextEditor(this.app, this.side, this.readOnly);
    this.isOpen = true;
    await this.updateComplete;
    this.#text = editor;
    this.#mount();
    // The editor's state is followed from its first drawing on.
    this.requestUpdate();
    return editor;
  }

  #mount(): void {
    const root = this.renderRoot as ShadowRoot;
    const parent = root.querySelector('.text');
    if (this.isConnected && parent) this.#text?.open(root, parent);
  }

  get shown(): Promise<unknown> {
    const { host } = this.getRootNode() as ShadowRoot;
    return (host as Component).updateComplete;
  }

  override focus(): void {
    this.#do((editor) => editor.focus());
  }

  focusAt(from: number): void {
    this.#do((editor) => editor.focusAt(from));
  }

  refresh(): void {
    this.#text?.refresh();
  }

  toggleBreakpoint(line: number): void {
    this.#do((editor) => editor.toggleBreakpoint(line));
  }

  /** Immediately if the editor is mounted, otherwise as soon as it is. */
  #do(act: (editor: TextEditor) => void): void {
    if (this.#text) act(this.#text);
    else this.#open().then((editor) => editor && act(editor));
  }

  /** Focusing or clicking the text mounts the editor, with the cursor where it was clicked. */
  readonly #reach = (event: Event) => {
    if (event instanceof PointerEvent) {
      const { clientX, clientY } = event;
      this.#do((editor) => editor.focusNear(clientX, clientY));
    } else {
      this.#do((editor) => editor.focus());
    }
  };

  /** Follows a step into another file. */
  #followStep(): void {
    const { programs } = this.state;
    const frame = this.state.debugging?.frame;
    const stepped = this.state.debugging?.programs;
    if (frame === this.#followed) return;
    this.#followed = frame;
    if (!stepped || !isSame(stepped[this.side], programs[this.side])) return;
    const step = frame?.sides[this.side === 'left' ? 0 : 1];
    const place = step?.line ?? step?.called_from ?? step?.next_line;
    const file = place && programs[this.side][place.file];
    if (file) this.app.programs.openFile(this.side, file.name);
  }

  /** Follows an explanation into another file. */
  #followCause(): void {
    const places = causeIn(this.state, this.side);
    if (places === this.#followedCause) return;
    this.#followedCause = places;
    const [place] = places;
    const file = place && this.app.store.state.programs[this.side][place.file];
    if (file) this.app.programs.openFile(this.side, file.name);
  }

  readonly #rename = (event: Event) => {
    this.app.programs.setName(this.side, (event.target as HTMLInputElement).value);
  };

  readonly #fix = (...fixes: readonly NonNullable<EditorDiagnostic['fix']>[]) =>
    this.#do((editor) => editor.fix(...fixes));

  readonly #onPrint = () => this.#print(printing.matches);
  readonly #beforePrint = () => this.#print(true);

  /** Draws synchronously: the browser paginates after the event. */
  #print(isPrinted: boolean): void {
    this.printed = isPrinted ? numberedText(this.app.store.state.programs[this.side]) : undefined;
    if (this.isUpdatePending) this.performUpdate();
  }

  /** The text before the editor is mounted, in the same place. */
  #plain() {
    const file = this.app.programs.shownFile(this.side);
    const numbers = file.text.split('\n').map((_, index) => index + 1);
    return html`<div
      class="plain"
      role="group"
      tabindex="0"
      aria-label=${messages.label(this.side, isWlp4(file))}
      @pointerdown=${this.#reach}
      @focus=${this.#reach}
    ><pre aria-hidden="true">${numbers.join('\n')}</pre><pre>${file.text}</pre></div>`;
  }

  /** The controls: opening files, swapping sides, and the tools for the text. */
  #tools() {
    const canSwap = this.heading === undefined && this.side === 'right';
    return html`${
      canSwap
        ? html`<button
              type="button"
              class="swap"
              aria-label=${messages.swap}
              title=${messages.swap}
              @click=${() => this.app.swapPrograms()}
            >
              ⇄
            </button>`
        : nothing
    }<input type="file" multiple hidden accept=".asm,.s,.wlp4,.mips,.merl,.txt,text/plain" @change=${this.#opened} />
        ${renderMenu(
          html`<span aria-hidden="true">${toolMessages.menu}</span
            ><span class="unseen">${toolMessages.menuLabel(this.side)}</span>`,
          toolNames.map((name) => ({
            name: toolMessages.names[name],
            keys: toolKeyNames[name],
            choose: () => this.#do((editor) => editor.use(name)),
          })),
        )}`;
  }

  #opened(event: Event): void {
    const input = event.currentTarget as HTMLInputElement;
    this.app.openFiles(this.side, [...(input.files ?? [])], false);
    // So that the same file can be selected again.
    input.value = '';
  }

  #dragOver(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    this.isTarget = true;
  }

  #dragLeave(event: DragEvent): void {
    const section = event.currentTarget as HTMLElement;
    if (!section.contains(event.relatedTarget as Node | null)) this.isTarget = false;
  }

  #drop(event: DragEvent): void {
    this.isTarget = false;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    this.#take(files);
  }

  readonly #paste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || this.readOnly) return;
    event.preventDefault();
    this.#take(files);
  };

  /** A file replaces a single one, and is added to several. */
  #take(files: readonly File[]): void {
    const adds = this.app.store.state.programs[this.side].length > 1;
    this.app.openFiles(this.side, files, adds);
  }
}

customElements.define('tm-editor', TmEditor);
