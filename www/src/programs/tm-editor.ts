import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
} from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
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
import { html, nothing } from 'lit';

import { Component } from '../app/component';
import { isSame, isWlp4, type SourceFile, type Sources } from '../engine/sources';
import type { EditorDiagnostic, InstructionInfo, Side, SourceLine } from '../engine/types';
import { base } from '../kit/base';
import { menuStyles, renderMenu } from '../kit/menu';
import { MAX_NAME } from '../links/name';
import { files as fileMessages } from '../work/messages';
import type { EditorHandle } from './control';
import { applyFix, applyFixes, assembleAgain, assemblerLint } from './editor/diagnostics';
import { instructionHelp } from './editor/help';
import { assembly, colours } from './editor/language';
import { panelStyles } from './editor/panel-styles';
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
import { wholeText } from './source';
import './tm-files';
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

  static override styles = [base, menuStyles, panelStyles];

  declare side: Side;
  declare readOnly: boolean;
  /** Whether files are held over it. */
  declare isTarget: boolean;
  /** The text while the page is printed: the editor itself draws only what is in view. */
  declare printed: string | undefined;

  readonly #engine = this.watch((state) => [state.engine, state.names, state.files] as const);
  readonly #debugging = this.watch(
    ({ debugging, programs }) =>
      [debugging?.frame, debugging?.programs, programs, debugging?.overview?.runs] as const,
  );
  /** What the engine does for the tools. */
  readonly #source: ToolSource = {
    isAssembly: () => !isWlp4(this.#file),
    symbols: async (text) => (isWlp4(this.#file) ? [] : this.app.engine.call('symbols', text)),
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
  /** The name of the file that it is of. */
  #name = '';
  /** Text, cursor and history of the files that the editor does not show, by their names. */
  readonly #kept = new Map<string, EditorState>();
  /** The program that was last assembled here. */
  #assembled: Sources | undefined;
  /** What the colours are for. */
  #coloured: 'assembly' | 'wlp4' = 'assembly';
  /** The step that the editor has gone along with. */
  #followed: unknown;
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
    if (this.#view) this.#kept.set(this.#name, this.#view.state);
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
      @paste=${this.#paste}
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
      <tm-files .side=${this.side} .readOnly=${this.readOnly}></tm-files>
      <div class="text" @focusin=${this.#focused}></div>
      ${this.printed === undefined ? nothing : html`<pre class="printed">${this.printed}</pre>`}
      <p class="unseen" id="hint">${messages.hint}</p>
      <tm-problems .side=${this.side} .fix=${this.readOnly ? undefined : this.#fix}></tm-problems>
    </section>`;
  }

  override firstUpdated(): void {
    this.#mount();
  }

  override updated(): void {
    this.#followStep();
    this.#showFile();
    this.#showText();
    this.#showStep();
    const [engine] = this.#engine.value;
    if (!engine || engine.instructions === this.#known) return;
    this.#known = engine.instructions;
    this.#colour();
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
    const { name } = this.#file;
    this.#name = name;
    this.#view = new EditorView({ root, parent, state: this.#kept.get(name) ?? this.#state() });
    this.#text = this.#view.state.doc.toString();
    this.#detach = this.app.programs.attach(this.side, this);
  }

  /** The file that is to be shown. */
  get #file(): SourceFile {
    return this.app.programs.shownFile(this.side);
  }

  /** Shows another file, where the store says so. */
  #showFile(): void {
    const view = this.#view;
    const [, , programs] = this.#debugging.value;
    const sources = programs[this.side];
    const { name } = this.#file;
    if (!view) return;
    const isThere = (other: string) => sources.some((file) => file.name === other);
    for (const other of this.#kept.keys()) if (!isThere(other)) this.#kept.delete(other);
    if (name === this.#name) return;
    const before = this.#name;
    this.#name = name;
    // A file that was renamed, or the only one's successor, goes on with its history.
    if (!isThere(before) && !this.#kept.has(name)) {
      this.#colour();
      this.refresh();
      return;
    }
    if (isThere(before)) this.#kept.set(before, view.state);
    view.setState(this.#kept.get(name) ?? this.#state());
    this.#kept.delete(name);
    this.#text = view.state.doc.toString();
    this.#coloured = 'assembly';
    this.#assisted = undefined;
    this.#colour();
    this.#assist();
  }

  /** The text is the store's: another one there takes the place of what is here, and can be undone. */
  #showText(): void {
    const view = this.#view;
    const [, , programs] = this.#debugging.value;
    const sources = programs[this.side];
    const { text } = this.#file;
    // What is said of a file hangs on the others.
    const isOther = this.#assembled !== undefined && this.#assembled !== sources;
    this.#assembled = sources;
    if (isOther && text === this.#text) this.refresh();
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
    if (this.#view) assembleAgain(this.#view);
  }

  toggleBreakpoint(line: number): void {
    if (this.#view) toggleBreakpoint(this.#view, line);
  }

  /** Lights the line that the debugger is at, unless the text is another one now. */
  #showStep(): void {
    if (!this.#view) return;
    const [frame, stepped, programs, runs] = this.#debugging.value;
    const isOf = stepped && isSame(stepped[this.side], programs[this.side]);
    const index = this.side === 'left' ? 0 : 1;
    const step = isOf ? frame?.sides[index] : undefined;
    const run = runs?.[index];
    const file = programs[this.side].findIndex(({ name }) => name === this.#name);
    const here = (place: SourceLine | undefined) => (place?.file === file ? place.line : undefined);
    showStep(
      this.#view,
      step && {
        // Within a routine of ours, the line that called it waits.
        line: here(step.line ?? step.called_from),
        next: here(step.next_line),
        moved: step.moved && step.line !== undefined,
        faulted: step.ended && run?.report.outcome === 'fault',
      },
    );
  }

  /** Goes along with a step into another file. */
  #followStep(): void {
    const [frame, stepped, programs] = this.#debugging.value;
    if (frame === this.#followed) return;
    this.#followed = frame;
    if (!stepped || !isSame(stepped[this.side], programs[this.side])) return;
    const step = frame?.sides[this.side === 'left' ? 0 : 1];
    const place = step?.line ?? step?.called_from ?? step?.next_line;
    const file = place && programs[this.side][place.file];
    if (file) this.app.programs.openFile(this.side, file.name);
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
    this.printed = isPrinted ? wholeText(this.app.store.state.programs[this.side]) : undefined;
    if (this.isUpdatePending) this.performUpdate();
  }

  /** Files in, and what can be done with the text. */
  #tools() {
    return html`<input type="file" multiple hidden accept=".asm,.s,.wlp4,.mips,.merl,.txt,text/plain" @change=${this.#opened} />
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
    this.app.openFiles(this.side, [...(input.files ?? [])], false);
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
    this.#take(files);
  }

  readonly #paste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0 || this.readOnly) return;
    event.preventDefault();
    this.#take(files);
  };

  /** One file takes the place of one, and comes beside several. */
  #take(files: readonly File[]): void {
    const adds = this.app.store.state.programs[this.side].length > 1;
    this.app.openFiles(this.side, files, adds);
  }

  #state(): EditorState {
    const compare = () => {
      this.app.comparison.compare();
      return true;
    };
    const { text, ...file } = this.#file;
    return EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: compare }])),
        breakpoints((lines) => this.app.programs.setBreakpoints(this.side, this.#name, lines)),
        toolKeys(this.#commands, this.#source),
        // The panel takes files wherever they are dropped on it; the editor would type them in.
        EditorView.domEventHandlers({
          drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0,
          paste: (event) => (event.clipboardData?.files.length ?? 0) > 0,
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
        assemblerLint(() => this.#assemble()),
        this.#assistance.of([]),
        keymap.of([...lintKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
        theme,
        EditorState.readOnly.of(this.readOnly),
        EditorView.contentAttributes.of({
          'aria-label': messages.label(this.side, isWlp4(file)),
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
          if (this.#text === this.#file.text) return;
          const isOther = replacesAll(update.changes, update.startState.doc);
          this.app.programs.edit(this.side, this.#name, this.#text, isOther);
        }),
      ],
    });
  }

  /** What is said of the file that is shown. */
  async #assemble(): Promise<readonly EditorDiagnostic[]> {
    const name = this.#name;
    const sources = this.app.store.state.programs[this.side];
    const said = await this.app.programs.assemble(this.side, sources);
    return said[sources.findIndex((file) => file.name === name)] ?? [];
  }

  /** Colours the text as what it is. */
  async #colour(): Promise<void> {
    const language = isWlp4(this.#file) ? 'wlp4' : 'assembly';
    const show = (extension: Extension) =>
      this.#view?.dispatch({ effects: this.#language.reconfigure(extension) });
    this.#coloured = language;
    if (language === 'assembly') {
      show(this.#languageFor(this.#known ?? []));
      return;
    }
    // Without colours one can still read.
    const loaded = await import('./editor/wlp4').catch(() => undefined);
    if (loaded && this.#coloured === 'wlp4') show([loaded.wlp4, colours]);
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
