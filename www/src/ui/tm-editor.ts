import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
} from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { forceLinting, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
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
import { css, html, LitElement, nothing } from 'lit';

import { app } from '../app';
import { completion } from '../editor/completion';
import { applyFix, assemblerLint } from '../editor/diagnostics';
import { instructionHelp } from '../editor/help';
import { assembly } from '../editor/language';
import { breakpoints, showStep, stepping, toggleBreakpoint } from '../editor/stepping';
import { theme } from '../editor/theme';
import { type ToolName, toolKeyNames, toolKeys, toolNames, tools } from '../editor/tools';
import type { InstructionInfo, Side } from '../engine/types';
import { MAX_NAME } from '../link/schema';
import { side as sideWords, editor as words } from '../messages';
import { files as fileWords, tools as toolWords } from '../messages/comfort';
import { names as nameWords } from '../messages/share';
import type { EditorHandle } from '../playground';
import { Watch } from '../store';
import { base } from './base';
import { menuStyles, renderMenu } from './menu';
import './tm-problems';

const INDENT = '    ';

const printing = matchMedia('print');

/** One program: its text, and what the assembler says of it. */
export class TmEditor extends LitElement implements EditorHandle {
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
        padding-block: 0;
        font-size: 0.875rem;
      }

      .printed {
        display: none;
      }

      .symbol {
        color: var(--accent);
        margin-inline-end: 0.375rem;
      }

      header input {
        flex: 1 1 8rem;
        min-inline-size: 0;
        max-inline-size: 20rem;
        min-height: 1.75rem;
        padding: 0 0.375rem;
        border-color: transparent;
        background: none;
        color: var(--muted);
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
        .text,
        header button,
        header .menu,
        tm-problems {
          display: none;
        }

        .printed {
          display: block;
          margin: 0;
          padding: 0.5rem 0.75rem;
          white-space: pre-wrap;
          font-size: 0.8125rem;
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

  readonly #engine = new Watch(this, app.store, (state) => [state.engine, state.names] as const);
  readonly #debugging = new Watch(
    this,
    app.store,
    (state) => [state.debugging?.frame, state.debugging?.programs, state.programs] as const,
  );
  readonly #commands = tools(app);
  readonly #language = new Compartment();
  #known: readonly InstructionInfo[] | undefined;
  #view: EditorView | undefined;

  constructor() {
    super();
    this.side = 'left';
    this.readOnly = false;
    this.isTarget = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    printing.addEventListener('change', this.#onPrint);
  }

  override disconnectedCallback(): void {
    printing.removeEventListener('change', this.#onPrint);
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
          <span class="symbol" aria-hidden="true">${sideWords[this.side].symbol}</span
          >${words.title(this.side)}
        </h2>
        <input
          aria-label=${nameWords.label(this.side)}
          placeholder=${nameWords.placeholder}
          maxlength=${MAX_NAME}
          autocomplete="off"
          spellcheck="false"
          ?readonly=${this.readOnly}
          .value=${names[this.side]}
          @change=${this.#rename}
        />
        ${this.readOnly ? nothing : this.#tools()}
      </header>
      <div class="text"></div>
      ${this.printed === undefined ? nothing : html`<pre class="printed">${this.printed}</pre>`}
      <p class="unseen" id="hint">${words.hint}</p>
      <tm-problems .side=${this.side} .fix=${this.#fix}></tm-problems>
    </section>`;
  }

  override firstUpdated(): void {
    const root = this.renderRoot as ShadowRoot;
    const parent = root.querySelector('.text');
    if (!parent) return;
    this.#view = new EditorView({ root, parent, state: this.#state() });
    app.attach(this.side, this);
  }

  override updated(): void {
    this.#showStep();
    const [engine] = this.#engine.value;
    if (!engine || engine.instructions === this.#known) return;
    this.#known = engine.instructions;
    this.#view?.dispatch({ effects: this.#language.reconfigure(this.#languageFor(this.#known)) });
    this.refresh();
  }

  replace(text: string): void {
    const view = this.#view;
    if (!view || view.state.doc.toString() === text) return;
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
    return (host as LitElement).updateComplete;
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
    const [frame, stepped, programs] = this.#debugging.value;
    const isSame = stepped?.[this.side] === programs[this.side];
    const step = isSame ? frame?.sides[this.side === 'left' ? 0 : 1] : undefined;
    showStep(this.#view, step && { line: step.line, next: step.next_line, moved: step.moved });
  }

  readonly #rename = (event: Event) => {
    app.setName(this.side, (event.target as HTMLInputElement).value);
  };

  readonly #fix = (fix: Parameters<typeof applyFix>[1]) => {
    if (this.#view) applyFix(this.#view, fix);
  };

  readonly #onPrint = () => {
    this.printed = printing.matches ? app.store.state.programs[this.side] : undefined;
  };

  /** Files in, and what can be done with the text. */
  #tools() {
    return html`<input type="file" multiple hidden accept=".asm,.s,.mips,.txt,text/plain" @change=${this.#opened} />
        <button
          type="button"
          aria-label=${fileWords.openLabel(this.side)}
          title=${fileWords.drop}
          @click=${() => this.renderRoot.querySelector<HTMLInputElement>('input[type=file]')?.click()}
        >
          ${fileWords.open}
        </button>
        ${renderMenu(
          html`<span aria-hidden="true">${toolWords.menu}</span
            ><span class="unseen">${toolWords.menuLabel(this.side)}</span>`,
          toolNames.map((name) => ({
            name: toolWords.names[name],
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
    app.openFiles(this.side, [...(input.files ?? [])]);
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
    app.openFiles(this.side, files);
  }

  #state(): EditorState {
    const compare = () => {
      app.compare();
      return true;
    };
    return EditorState.create({
      doc: app.store.state.programs[this.side],
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: compare }])),
        breakpoints((lines) => app.setBreakpoints(this.side, lines)),
        toolKeys(this.#commands, app),
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
        highlightSelectionMatches(),
        indentUnit.of(INDENT),
        EditorState.tabSize.of(4),
        placeholder(words.placeholder),
        this.#language.of(this.#languageFor([])),
        assemblerLint((text) => app.assemble(this.side, text)),
        keymap.of([
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        theme,
        EditorState.readOnly.of(this.readOnly),
        EditorView.contentAttributes.of({
          'aria-label': words.label(this.side),
          'aria-describedby': 'hint',
          // It is focusable without; said aloud for what looks for the attribute.
          tabindex: '0',
          autocapitalize: 'off',
          autocorrect: 'off',
          spellcheck: 'false',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) app.edit(this.side, update.state.doc.toString());
        }),
      ],
    });
  }

  #languageFor(instructions: readonly InstructionInfo[]) {
    const mnemonics = new Set(instructions.map(({ mnemonic }) => mnemonic).concat('.word'));
    return [
      assembly(instructions.length > 0 ? mnemonics : new Set()),
      instructionHelp(instructions),
      // On request only: a list that opens while one types takes the Enter key.
      autocompletion({
        activateOnTyping: false,
        override: [completion(instructions, app.symbols)],
      }),
    ];
  }
}

customElements.define('tm-editor', TmEditor);
