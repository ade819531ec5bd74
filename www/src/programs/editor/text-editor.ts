/**
 * The text of a program in CodeMirror, which a page shows without until it is
 * wanted (`tm-editor`). The text is the store's: what is typed is told to it, and
 * `show` follows it.
 */

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
import { isSame, isWlp4, type SourceFile, type Sources } from '../../engine/sources';
import type { EditorDiagnostic, InstructionInfo, Side, SourceLine } from '../../engine/types';
import { causeIn } from '../../evidence/explain/lit';
import type { Playground } from '../../playground/playground';
import { language, editor as messages } from '../messages';
import { applyFix, applyFixes, assembleAgain, assemblerLint } from './diagnostics';
import { instructionHelp } from './help';
import { assembly, colours } from './language';
import { replacesAll } from './replacing';
import { breakpoints, showCause, showStep, stepping, toggleBreakpoint } from './stepping';
import { theme } from './theme';
import type { ToolName } from './tool-keys';
import { type ToolSource, toolKeys, tools } from './tools';

const INDENT = '    ';

export class TextEditor {
  readonly #app: Playground;
  readonly #side: Side;
  readonly #readOnly: boolean;
  /** What the engine does for the tools. */
  readonly #source: ToolSource = {
    isAssembly: () => !isWlp4(this.#file),
    symbols: async (text) => (isWlp4(this.#file) ? [] : this.#app.engine.call('symbols', text)),
    format: (text) => this.#app.engine.call('format', text),
    renameTrouble: (...asked) => this.#app.engine.call('renameTrouble', ...asked),
    assist: () => this.#assist(),
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

  constructor(app: Playground, side: Side, readOnly: boolean) {
    this.#app = app;
    this.#side = side;
    this.#readOnly = readOnly;
  }

  /** Puts the editor on the page. */
  open(root: ShadowRoot, parent: Element): void {
    const { name } = this.#file;
    this.#name = name;
    this.#view = new EditorView({ root, parent, state: this.#kept.get(name) ?? this.#state() });
    this.#text = this.#view.state.doc.toString();
    this.show();
  }

  /** Takes it off the page; opened again, it goes on where it was. */
  close(): void {
    if (this.#view) this.#kept.set(this.#name, this.#view.state);
    this.#view?.destroy();
    this.#view = undefined;
  }

  /** Follows what the store has. */
  show(): void {
    if (!this.#view) return;
    this.#showFile(this.#view);
    this.#showText(this.#view);
    this.#showStep(this.#view);
    this.#showCause(this.#view);
    const { engine } = this.#app.store.state;
    if (!engine || engine.instructions === this.#known) return;
    this.#known = engine.instructions;
    this.#colour();
    this.refresh();
    this.#assist();
  }

  /** Completion and search come once the keyboard has been here. */
  used(): void {
    this.#isUsed = true;
    this.#assist();
  }

  focus(): void {
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

  /** Puts the cursor where the page was clicked, and the keyboard with it. */
  focusNear(x: number, y: number): void {
    this.focusAt(this.#view?.posAtCoords({ x, y }, false) ?? 0);
  }

  refresh(): void {
    if (this.#view) assembleAgain(this.#view);
  }

  toggleBreakpoint(line: number): void {
    if (this.#view) toggleBreakpoint(this.#view, line);
  }

  fix(...fixes: readonly NonNullable<EditorDiagnostic['fix']>[]): void {
    const [first, second] = fixes;
    if (!this.#view || !first) return;
    if (second) applyFixes(this.#view, fixes);
    else applyFix(this.#view, first);
  }

  use(name: ToolName): void {
    const view = this.#view;
    if (!view) return;
    view.focus();
    this.#commands[name](view);
  }

  /** Gives the editor completion and search, once they are loaded, and gives their module. */
  async #assist(): Promise<typeof import('./assistance') | undefined> {
    const instructions = this.#known;
    if (!instructions || !this.#isUsed) return undefined;
    // Without them one can still type: a page that is offline may not have them yet.
    const loaded = await import('./assistance').catch(() => undefined);
    if (!loaded || this.#known !== instructions || this.#assisted === instructions) return loaded;
    this.#assisted = instructions;
    const extension = loaded.assistance(instructions, this.#source.symbols);
    this.#view?.dispatch({ effects: this.#assistance.reconfigure(extension) });
    return loaded;
  }

  get #sources(): Sources {
    return this.#app.store.state.programs[this.#side];
  }

  /** The file that is to be shown. */
  get #file(): SourceFile {
    return this.#app.programs.shownFile(this.#side);
  }

  /** Shows another file, where the store says so. */
  #showFile(view: EditorView): void {
    const sources = this.#sources;
    const { name } = this.#file;
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
  #showText(view: EditorView): void {
    const sources = this.#sources;
    const { text } = this.#file;
    // What is said of a file hangs on the others.
    const isOther = this.#assembled !== undefined && this.#assembled !== sources;
    this.#assembled = sources;
    if (isOther && text === this.#text) this.refresh();
    if (text === this.#text) return;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: { anchor: 0 },
      userEvent: 'input.example',
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
    });
  }

  /** Lights the line that the debugger is at, unless the text is another one now. */
  #showStep(view: EditorView): void {
    const { debugging, programs } = this.#app.store.state;
    const { frame, programs: stepped, overview } = debugging ?? {};
    const isOf = stepped && isSame(stepped[this.#side], programs[this.#side]);
    const index = this.#side === 'left' ? 0 : 1;
    const step = isOf ? frame?.sides[index] : undefined;
    const run = overview?.runs[index];
    const file = programs[this.#side].findIndex(({ name }) => name === this.#name);
    const here = (place: SourceLine | undefined) => (place?.file === file ? place.line : undefined);
    showStep(
      view,
      step && {
        // Within a routine of ours, the line that called it waits.
        line: here(step.line ?? step.called_from),
        next: here(step.next_line),
        moved: step.moved && step.line !== undefined,
        faulted: step.ended && run?.report.outcome === 'fault',
      },
    );
  }

  /** Lights the lines that explain a difference while that is looked at. */
  #showCause(view: EditorView): void {
    const { programs } = this.#app.store.state;
    const places = causeIn(this.#app.store.state, this.#side);
    const file = programs[this.#side].findIndex(({ name }) => name === this.#name);
    const here = places.filter((place) => place.file === file);
    showCause(
      view,
      here.map(({ line }) => line),
    );
  }

  #state(): EditorState {
    const compare = () => {
      this.#app.comparison.compare();
      return true;
    };
    const { text, ...file } = this.#file;
    return EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: compare }])),
        breakpoints((lines) => this.#app.programs.setBreakpoints(this.#side, this.#name, lines)),
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
        EditorState.readOnly.of(this.#readOnly),
        EditorView.contentAttributes.of({
          'aria-label': messages.label(this.#side, isWlp4(file)),
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
          this.#app.programs.edit(this.#side, this.#name, this.#text, isOther);
        }),
      ],
    });
  }

  /** What is said of the file that is shown. */
  async #assemble(): Promise<readonly EditorDiagnostic[]> {
    const name = this.#name;
    const sources = this.#sources;
    const said = await this.#app.programs.assemble(this.#side, sources);
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
    const loaded = await import('./wlp4').catch(() => undefined);
    if (loaded && this.#coloured === 'wlp4') show([loaded.wlp4, colours]);
  }

  /** What a line does on an input, once it is known. */
  async #valuesAt(line: number, text: string): Promise<string | undefined> {
    const file = this.#app.store.state.programs[this.#side].findIndex(
      ({ name }) => name === this.#name,
    );
    return this.#app.valuesAt(this.#side, { file, line, text });
  }

  #languageFor(instructions: readonly InstructionInfo[]) {
    const infos = [...instructions, ...language.directives];
    const mnemonics = new Set(infos.map(({ mnemonic }) => mnemonic));
    return [
      assembly(instructions.length > 0 ? mnemonics : new Set()),
      instructionHelp(instructions, (line, text) => this.#valuesAt(line, text)),
    ];
  }
}
