/**
 * The text of a program in CodeMirror, which a page loads only when it is needed (`tm-editor`). The
 * text belongs to the store: typing is reported to it, and `show` follows it.
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
import { editor as messages } from '../messages';
import { applyFix, applyFixes, assembleAgain, assemblerLint } from './diagnostics';
import { instructionHelp } from './help';
import { assembly, colours } from './language';
import { replacesAll } from './replacing';
import { breakpoints, showCause, showStep, stepping, toggleBreakpoint } from './stepping';
import { syntaxOf } from './syntax';
import { theme } from './theme';
import type { ToolName } from './tool-keys';
import { type ToolSource, toolKeys, tools } from './tools';

const INDENT = '    ';

export class TextEditor {
  readonly #app: Playground;
  readonly #side: Side;
  readonly #readOnly: boolean;
  /** The engine's functions for the tools. */
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
  /** Whether the editor has been focused. */
  #isUsed = false;
  /** Completion and search, once they are loaded, and the instructions that completion offers. */
  #loaded: Extension = [];
  #assisted: readonly InstructionInfo[] | undefined;
  #view: EditorView | undefined;
  /** The text in the editor. */
  #text = '';
  /** The name of its file. */
  #name = '';
  /** Text, cursor and history of the files that are not shown, by their names. */
  readonly #kept = new Map<string, EditorState>();
  /** The program that was last assembled here. */
  #assembled: Sources | undefined;
  /** The language of the current colours. */
  #coloured: 'assembly' | 'wlp4' = 'assembly';

  constructor(app: Playground, side: Side, readOnly: boolean) {
    this.#app = app;
    this.#side = side;
    this.#readOnly = readOnly;
  }

  /** Mounts the editor. */
  open(root: ShadowRoot, parent: Element): void {
    const { name } = this.#file;
    this.#name = name;
    const state = this.#assistedState(this.#kept.get(name) ?? this.#state());
    this.#view = new EditorView({ root, parent, state });
    this.#text = this.#view.state.doc.toString();
    this.show();
  }

  /** Unmounts it; when mounted again, it continues where it was. */
  close(): void {
    if (this.#view) this.#kept.set(this.#name, this.#view.state);
    this.#view?.destroy();
    this.#view = undefined;
  }

  /** Updates the editor from the store. */
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

  /** Loads completion and search once the editor has been focused. */
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

  /** Moves the cursor and the focus to where the page was clicked. */
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

  /** Loads completion and search, and returns their module. */
  async #assist(): Promise<typeof import('./assistance') | undefined> {
    const instructions = this.#known;
    if (!instructions || !this.#isUsed) return undefined;
    // Typing works without them: a page that is offline may not have them yet.
    const loaded = await import('./assistance').catch(() => undefined);
    if (!loaded || this.#known !== instructions || this.#assisted === instructions) return loaded;
    this.#assisted = instructions;
    this.#loaded = loaded.assistance(this.#syntax, instructions, this.#source.symbols);
    this.#view?.dispatch({ effects: this.#assistance.reconfigure(this.#loaded) });
    return loaded;
  }

  get #sources(): Sources {
    return this.#app.store.state.programs[this.#side];
  }

  /** The file to show. */
  get #file(): SourceFile {
    return this.#app.programs.shownFile(this.#side);
  }

  /** Switches to another file, according to the store. */
  #showFile(view: EditorView): void {
    const sources = this.#sources;
    const { name } = this.#file;
    const isThere = (other: string) => sources.some((file) => file.name === other);
    for (const other of this.#kept.keys()) if (!isThere(other)) this.#kept.delete(other);
    if (name === this.#name) return;
    const before = this.#name;
    this.#name = name;
    // A renamed file, or the only file's successor, keeps its history.
    if (!isThere(before) && !this.#kept.has(name)) {
      this.#colour();
      this.refresh();
      return;
    }
    // A selection ends the search for completions, which would be shown in the other file.
    view.dispatch({ selection: view.state.selection });
    if (isThere(before)) this.#kept.set(before, view.state);
    view.setState(this.#assistedState(this.#kept.get(name) ?? this.#state()));
    this.#kept.delete(name);
    this.#text = view.state.doc.toString();
    this.#coloured = 'assembly';
    this.#colour();
  }

  /**
   * A state with completion, if it is loaded. Its timers outlast the state in which they were set, and fail where the
   * next state has no completion.
   */
  #assistedState(state: EditorState): EditorState {
    return state.update({ effects: this.#assistance.reconfigure(this.#loaded) }).state;
  }

  /** The text belongs to the store: a different text there replaces this one, and can be undone. */
  #showText(view: EditorView): void {
    const sources = this.#sources;
    const { text } = this.#file;
    // The diagnostics of a file depend on the others.
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

  /** Highlights the debugger's line, unless the text has changed. */
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
        // Within a linked routine, the calling line is shown.
        line: here(step.line ?? step.called_from),
        next: here(step.next_line),
        moved: step.moved && step.line !== undefined,
        faulted: step.ended && run?.report.outcome === 'fault',
      },
    );
  }

  /** Highlights the lines that explain a difference while the explanation is shown. */
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
      this.#app.compare();
      return true;
    };
    const { text, ...file } = this.#file;
    return EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run: compare }])),
        breakpoints((lines) => this.#app.programs.setBreakpoints(this.#side, this.#name, lines)),
        toolKeys(this.#commands, this.#source),
        // The panel handles dropped files; the editor would insert their text.
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
          // It is focusable without; set for tools that look for the attribute.
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

  /** The diagnostics of the shown file. */
  async #assemble(): Promise<readonly EditorDiagnostic[]> {
    const name = this.#name;
    const sources = this.#sources;
    const said = await this.#app.programs.assemble(this.#side, sources);
    return said[sources.findIndex((file) => file.name === name)] ?? [];
  }

  /** Sets the colours for the text's language. */
  async #colour(): Promise<void> {
    const language = isWlp4(this.#file) ? 'wlp4' : 'assembly';
    const show = (extension: Extension) =>
      this.#view?.dispatch({ effects: this.#language.reconfigure(extension) });
    this.#coloured = language;
    if (language === 'assembly') {
      show(this.#languageFor(this.#known ?? []));
      return;
    }
    // The text is readable without colours.
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

  get #syntax() {
    return syntaxOf(this.#app.store.state.engine);
  }

  #languageFor(instructions: readonly InstructionInfo[]) {
    const syntax = this.#syntax;
    const infos = [...instructions, ...syntax.directives];
    const mnemonics = new Set(infos.map(({ mnemonic }) => mnemonic));
    return [
      assembly(syntax, instructions.length > 0 ? mnemonics : new Set()),
      instructionHelp(syntax, instructions, (line, text) => this.#valuesAt(line, text)),
    ];
  }
}
