import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
} from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { forceLinting, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { css, html, nothing } from 'lit';

import { Component } from '../app/component';
import type { InstructionInfo, Side } from '../engine/types';
import { base } from '../kit/base';
import { menuStyles, renderMenu } from '../kit/menu';
import { MAX_NAME } from '../links/name';
import { files as fileMessages } from '../work/messages';
import type { EditorHandle } from './control';
import { applyFix, applyFixes, assemblerLint } from './editor/diagnostics';
import { instructionHelp } from './editor/help';
import { assembly } from './editor/language';
import { replacesAll } from './editor/replacing';
import { breakpoints, showStep, stepping, toggleBreakpoint } from './editor/stepping';
import { theme } from './editor/theme';
import {
  type ToolName,
  type ToolSource,
  toolKeyNames,
  toolKeys,
  toolNames,
  tools,
} from './editor/tools';
import {
  language,
  editor as messages,
  names as nameMessages,
  side as sideMessages,
  tools as toolMessages,
} from './messages';
import './tm-problems';

const INDENT = '    ';

const printing = matchMedia('print');

/** One program: its text, and what the assembler says of it. */
export class TmEditor extends Component implements EditorHandle {
  static override properties = {
    side: {},
    readOnly: { type: Boolean },
    isTarget: { state: true },
    printed: { state: true },
  };

  static override styles = [
    base,
    menuStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-inline-size: 0;
      }

      section {
        flex: 1;
        display: flex;
        flex-direction: column;
        overflow: clip;
      }

      section:focus-within {
        border-color: var(--control);
      }

      /* Files held over it may be dropped. */
      section.target {
        outline: 3px dashed var(--accent);
        outline-offset: -3px;
      }

      header {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.25rem 0.5rem;
        padding: 0.25rem 0.5rem 0.25rem 0.75rem;
        border-block-end: 1px solid var(--line);
      }

      h2 {
        flex: 1 0 auto;
      }

      header button,
      header .menu summary {
        min-height: 1.875rem;
        padding: 0 0.5rem;
        font-size: var(--text-xs);
      }

      .printed {
        display: none;
      }

      .symbol {
        color: var(--accent);
        margin-inline-end: 0.375rem;
      }

      header input {
        flex: 1 1 3.75rem;
        min-inline-size: 0;
        max-inline-size: 20rem;
        min-height: 1.75rem;
        padding: 0 0.375rem;
        border-color: var(--line);
        background: none;
        text-overflow: ellipsis;
      }

      header input:hover,
      header input:focus {
        border-color: var(--control);
      }

      header input::placeholder {
        color: var(--muted);
        opacity: 1;
      }

      .text {
        flex: 1;
        min-block-size: var(--editor-height, 14rem);
        max-block-size: min(60vh, 40rem);
        overflow: hidden;
        display: grid;
      }

      .text > * {
        min-block-size: 0;
        min-inline-size: 0;
      }

      @media (pointer: coarse) {
        header button,
        header .menu summary {
          min-height: 2.75rem;
        }
      }

      @media print {
        :host,
        section {
          display: block;
        }

        .text,
        header .menu,
        tm-problems {
          display: none;
        }

        header input:not([type='file'], :placeholder-shown) {
          display: block !important;
          border: none;
          color: inherit;
        }

        .printed {
          display: block;
          margin: 0;
          padding: 0.5rem 0.75rem;
          white-space: pre-wrap;
          font-size: var(--text-2xs);
        }
      }
    `,
  ];

  declare side: Side;
  declare readOnly: boolean;
  /** Whether files are held over it. */
  declare isTarget: boolean;
  /** The text while the page is printed: the editor itself draws only what is in view. */
  declare printed: string | undefined;

  readonly #engine = this.watch((state) => [state.engine, state.names] as const);
  readonly #debugging = this.watch(
    ({ debugging, programs }) =>
      [debugging?.frame, debugging?.programs, programs, debugging?.overview?.runs] as const,
  );
  /** What the engine does for the tools. */
  readonly #source: ToolSource = {
    symbols: (text) => this.app.engine.call('symbols', text),
    format: (text) => this.app.engine.call('format', text),
    renameTrouble: (...asked) => this.app.engine.call('renameTrouble', ...asked),
  };
  readonly #commands = tools(this.#source);
  readonly #language = new Compartment();
  readonly #assistance = new Compartment();
  #known: readonly InstructionInfo[] | undefined;
  /** Whether the keyboard has been here, and the instructions that the completion knows. */
  #isUsed = false;
  #assisted: readonly InstructionInfo[] | undefined;
  #view: EditorView | undefined;
  /** The text that the editor has. */
  #text = '';
  /** The editor's text, cursor and history, while it is not on the page. */
  #kept: EditorState | undefined;
  #detach = () => {};

  constructor() {
    super();
    this.side = 'left';
    this.readOnly = false;
    this.isTarget = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    printing.addEventListener('change', this.#onPrint);
    window.addEventListener('beforeprint', this.#beforePrint);
    window.addEventListener('afterprint', this.#onPrint);
    if (this.hasUpdated) this.#mount();
  }

  override disconnectedCallback(): void {
    printing.removeEventListener('change', this.#onPrint);
    window.removeEventListener('beforeprint', this.#beforePrint);
    window.removeEventListener('afterprint', this.#onPrint);
    this.#detach();
    this.#kept = this.#view?.state;
    this.#view?.destroy();
    this.#view = undefined;
    super.disconnectedCallback();
  }

  override render() {
    const [, names] = this.#engine.value;
    return html`<section
      class="panel ${this.isTarget ? 'target' : ''}"
      aria-labelledby="title"
      @dragover=${this.#dragOver}
      @dragleave=${this.#dragLeave}
      @drop=${this.#drop}
    >
      <header>
        <h2 id="title">
          <span class="symbol" aria-hidden="true">${sideMessages[this.side].symbol}</span
          >${messages.title(this.side)}
        </h2>
        <input
          aria-label=${nameMessages.label(this.side)}
          placeholder=${nameMessages.placeholder}
          maxlength=${MAX_NAME}
          autocomplete="off"
          spellcheck="false"
          ?readonly=${this.readOnly}
          .value=${names[this.side]}
          @change=${this.#rename}
        />
        ${this.readOnly ? nothing : this.#tools()}
      </header>
      <div class="text" @focusin=${this.#focused}></div>
      ${this.printed === undefined ? nothing : html`<pre class="printed">${this.printed}</pre>`}
      <p class="unseen" id="hint">${messages.hint}</p>
      <tm-problems .side=${this.side} .fix=${this.#fix}></tm-problems>
    </section>`;
  }

  override firstUpdated(): void {
    this.#mount();
  }

  override updated(): void {
    this.#showText();
    this.#showStep();
    const [engine] = this.#engine.value;
    if (!engine || engine.instructions === this.#known) return;
    this.#known = engine.instructions;
    this.#view?.dispatch({ effects: this.#language.reconfigure(this.#languageFor(this.#known)) });
    this.refresh();
    this.#assist();
  }

  readonly #focused = () => {
    this.#isUsed = true;
    this.#assist();
  };

  /** Adds completion and search, whose code is loaded when the keyboard first comes here. */
  async #assist(): Promise<void> {
    const instructions = this.#known;
    if (!instructions || !this.#isUsed || this.#assisted === instructions) return;
    this.#assisted = instructions;
    const loaded = await import('./editor/assistance').catch(() => undefined);
    // Without them one can still type: a page that is offline may not have them yet.
    if (!loaded || this.#assisted !== instructions) return;
    const { symbols } = this.#source;
    const extension = loaded.assistance(instructions, symbols);
    this.#view?.dispatch({ effects: this.#assistance.reconfigure(extension) });
  }

  #mount(): void {
    const root = this.renderRoot as ShadowRoot;
    const parent = root.querySelector('.text');
    if (!parent) return;
    this.#view = new EditorView({ root, parent, state: this.#kept ?? this.#state() });
    this.#detach = this.app.programs.attach(this.side, this);
  }

  /** The text is the store's: another one there takes the place of what is here, and can be undone. */
  #showText(): void {
    const view = this.#view;
    const [, , programs] = this.#debugging.value;
    const text = programs[this.side];
    if (!view || text === this.#text) return;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      userEvent: 'input.example',
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
    });
  }

  get shown(): Promise<unknown> {
    const { host } = this.getRootNode() as ShadowRoot;
    return (host as Component).updateComplete;
  }

  override focus(): void {
    this.#view?.focus();
  }

  focusAt(from: number): void {
    const view = this.#view;
    if (!view) return;
    view.dispatch({
      selection: { anchor: Math.min(from, view.state.doc.length) },
      scrollIntoView: true,
    });
    view.focus();
  }

  refresh(): void {
    if (this.#view) forceLinting(this.#view);
  }

  toggleBreakpoint(line: number): void {
    if (this.#view) toggleBreakpoint(this.#view, line);
  }

  /** Lights the line that the debugger is at, unless the text is another one now. */
  #showStep(): void {
    if (!this.#view) return;
    const [frame, stepped, programs, runs] = this.#debugging.value;
    const isSame = stepped?.[this.side] === programs[this.side];
    const index = this.side === 'left' ? 0 : 1;
    const step = isSame ? frame?.sides[index] : undefined;
    const run = runs?.[index];
    showStep(
      this.#view,
      step && {
        line: step.line,
        next: step.next_line,
        moved: step.moved,
        faulted: step.ended && run?.report.outcome === 'fault',
      },
    );
  }

  readonly #rename = (event: Event) => {
    this.app.programs.setName(this.side, (event.target as HTMLInputElement).value);
  };

  readonly #fix = (...fixes: Parameters<typeof applyFixes>[1]) => {
    const [first, second] = fixes;
    if (!this.#view || !first) return;
    if (second) applyFixes(this.#view, fixes);
    else applyFix(this.#view, first);
  };

  readonly #onPrint = () => this.#print(printing.matches);
  readonly #beforePrint = () => this.#print(true);

  /** Draws at once: the browser counts its pages when the event has gone round. */
  #print(isPrinted: boolean): void {
    this.printed = isPrinted ? this.app.store.state.programs[this.side] : undefined;
    if (this.isUpdatePending) this.performUpdate();
  }

  /** Files in, and what can be done with the text. */
  #tools() {
    return html`<input type="file" multiple hidden accept=".asm,.s,.mips,.merl,.txt,text/plain" @change=${this.#opened} />
        <button
          type="button"
          aria-label=${fileMessages.openLabel(this.side)}
          title=${fileMessages.drop}
          @click=${() => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click()}
        >
          ${fileMessages.open}
        </button>
        ${renderMenu(
          html`<span aria-hidden="true">${toolMessages.menu}</span
            ><span class="unseen">${toolMessages.menuLabel(this.side)}</span>`,
          toolNames.map((name) => ({
            name: toolMessages.names[name],
            keys: toolKeyNames[name],
            choose: () => this.#use(name),
          })),
        )}`;
  }

  #use(name: ToolName): void {
    const view = this.#view;
    if (!view) return;
    view.focus();
    this.#commands[name](view);
  }

  #opened(event: Event): void {
    const input = event.currentTarget as HTMLInputElement;
    this.app.openFiles(this.side, [...(input.files ?? [])]);
    // So that the same file can be chosen again.
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
    this.app.openFiles(this.side, files);
  }

  #state(): EditorState {
    const compare = () => {
      this.app.comparison.compare();
      return true;
    };
    this.#text = this.app.store.state.programs[this.side];
    return EditorState.create({
      doc: this.#text,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: compare }])),
        breakpoints((lines) => this.app.programs.setBreakpoints(this.side, lines)),
        toolKeys(this.#commands, this.#source),
        // The panel takes files wherever they are dropped on it; the editor would type them in.
        EditorView.domEventHandlers({
          drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0,
        }),
        lineNumbers(),
        stepping(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        drawSelection(),
        history(),
        bracketMatching(),
        indentUnit.of(INDENT),
        EditorState.tabSize.of(4),
        placeholder(messages.placeholder),
        this.#language.of(this.#languageFor([])),
        assemblerLint((text) => this.app.programs.assemble(this.side, text)),
        this.#assistance.of([]),
        keymap.of([...lintKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        theme,
        EditorState.readOnly.of(this.readOnly),
        EditorView.contentAttributes.of({
          'aria-label': messages.label(this.side),
          'aria-describedby': 'hint',
          // It is focusable without; said aloud for what looks for the attribute.
          tabindex: '0',
          autocapitalize: 'off',
          autocorrect: 'off',
          spellcheck: 'false',
        }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          this.#text = update.state.doc.toString();
          const isNews = this.#text !== this.app.store.state.programs[this.side];
          if (!isNews) return;
          const isOther = replacesAll(update.changes, update.startState.doc);
          this.app.programs.edit(this.side, this.#text, isOther);
        }),
      ],
    });
  }

  #languageFor(instructions: readonly InstructionInfo[]) {
    const infos = [...instructions, ...language.directives];
    const mnemonics = new Set(infos.map(({ mnemonic }) => mnemonic));
    return [
      assembly(instructions.length > 0 ? mnemonics : new Set()),
      instructionHelp(instructions),
    ];
  }
}

customElements.define('tm-editor', TmEditor);
