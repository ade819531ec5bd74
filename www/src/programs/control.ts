import type { EngineClient } from '../engine/client';
import type { SourceFile, Sources } from '../engine/sources';
import type { AssembleReply, EditorDiagnostic, ListingRow, Side } from '../engine/types';
import type { Store } from '../kit/store';
import { asName } from '../links/name';
import { readFiles, saveProgram } from './files';
import { asFileName, fileOf, freshName, MAIN, MAX_FILES } from './source';

export const sides: readonly Side[] = ['left', 'right'];

/** The interface of an editor for the rest of the page. */
export interface EditorHandle {
  /** Resolves once the page shows the store's state. */
  readonly shown: Promise<unknown>;
  /** Takes the focus. */
  focus(): void;
  /** Moves the cursor and the focus there. */
  focusAt(from: number): void;
  /** Assembles the text again. */
  refresh(): void;
  /** Sets or clears the breakpoint of a line. */
  toggleBreakpoint(line: number): void;
}

/** The lines with breakpoints, in order, by file name. */
export type Breakpoints = Readonly<Record<string, readonly number[]>>;

/** The state of the two programs. */
export interface ProgramState {
  programs: Record<Side, Sources>;
  /** The name of the file in each editor. */
  files: Record<Side, string>;
  /** The reader's names of the programs; empty without a name. */
  names: Record<Side, string>;
  /** The assembler's result for each program, once there is one. */
  assembled: Record<Side, AssembleReply | undefined>;
  /** The lines with breakpoints, in order, by file name. */
  breakpoints: Record<Side, Breakpoints>;
  /** The editor that a narrow page shows. */
  shown: Side;
  /** The name of the example in the editors, changed or not. */
  example: string | undefined;
}

/** The initial programs of a playground. */
export interface FirstPrograms extends Record<Side, Sources> {
  readonly names: Record<Side, string>;
  readonly example: string | undefined;
}

export function initialPrograms({ left, right, names, example }: FirstPrograms): ProgramState {
  return {
    programs: { left, right },
    files: { left: fileOf(left, undefined).name, right: fileOf(right, undefined).name },
    names,
    assembled: { left: undefined, right: undefined },
    breakpoints: { left: {}, right: {} },
    shown: 'left',
    example,
  };
}

/** Receives the changes of programs. */
export interface ProgramOwner {
  /** The reader changed a text or a name; `isOther`: the whole text was replaced. */
  changed(isOther: boolean): void;
  /** An editor should become visible. */
  shown(): void;
}

/** The two programs, their files and their editors. */
export class ProgramControl {
  readonly #store: Store<ProgramState>;
  readonly #engine: EngineClient;
  readonly #owner: ProgramOwner;
  readonly #editors = new Map<Side, EditorHandle>();

  constructor(store: Store<ProgramState>, engine: EngineClient, owner: ProgramOwner) {
    this.#store = store;
    this.#engine = engine;
    this.#owner = owner;
  }

  /** Registers an editor; the returned function removes it. */
  attach(side: Side, editor: EditorHandle): () => void {
    this.#editors.set(side, editor);
    return () => {
      if (this.#editors.get(side) === editor) this.#editors.delete(side);
    };
  }

  /** Stores an editor's text of a file; `isOther`: the whole text was replaced. */
  edit(side: Side, name: string, text: string, isOther: boolean): void {
    this.#change(side, name, (file) => ({ ...file, text }));
    this.#owner.changed(isOther);
  }

  /** Replaces programs; editors show them, and can undo it. */
  replace(programs: Partial<Record<Side, Sources>>): void {
    const { left, right } = { ...this.#store.state.programs, ...programs };
    const { files } = this.#store.state;
    this.#store.update({
      programs: { left, right },
      files: { left: fileOf(left, files.left).name, right: fileOf(right, files.right).name },
    });
  }

  /** Swaps the programs, with their names, shown files and breakpoints. */
  swap(): void {
    const { programs, names, files, breakpoints } = this.#store.state;
    const swapped = <T>({ left, right }: Record<Side, T>) => ({ left: right, right: left });
    this.#store.update({
      programs: swapped(programs),
      names: swapped(names),
      files: swapped(files),
      breakpoints: swapped(breakpoints),
    });
    this.#owner.changed(false);
  }

  setName(side: Side, name: string): void {
    const { names } = this.#store.state;
    this.#store.update({ names: { ...names, [side]: asName(name) } });
    this.#owner.changed(false);
  }

  /** The file in an editor. */
  shownFile(side: Side): SourceFile {
    const { programs, files } = this.#store.state;
    return fileOf(programs[side], files[side]);
  }

  /** Shows a file in an editor. */
  openFile(side: Side, name: string): void {
    const { files, programs } = this.#store.state;
    if (files[side] === name || !programs[side].some((file) => file.name === name)) return;
    this.#store.update({ files: { ...files, [side]: name } });
  }

  /** Adds an empty file and shows it. */
  addFile(side: Side): void {
    const { programs } = this.#store.state;
    if (programs[side].length >= MAX_FILES) return;
    const name = freshName(programs[side], 'file.asm');
    this.#replaceFiles(side, [...programs[side], { name, text: '' }], name);
  }

  /** Renames a file, which also determines its language. Returns whether the name is possible. */
  renameFile(side: Side, from: string, to: string): boolean {
    const name = asFileName(to);
    const { programs, breakpoints } = this.#store.state;
    if (name === from) return true;
    if (name === '' || programs[side].some((file) => file.name === name)) return false;
    const { [from]: lines = [], ...others } = breakpoints[side];
    const files = programs[side].map((file) => (file.name === from ? { ...file, name } : file));
    this.#store.update({ breakpoints: { ...breakpoints, [side]: { ...others, [name]: lines } } });
    this.#replaceFiles(side, files, name);
    return true;
  }

  /** Removes a file; a program has at least one. */
  removeFile(side: Side, name: string): void {
    const sources = this.#store.state.programs[side];
    const at = sources.findIndex((file) => file.name === name);
    if (at < 0 || sources.length === 1) return;
    const left = sources.filter((file) => file.name !== name);
    this.#replaceFiles(side, left, left[Math.min(at, left.length - 1)]?.name ?? MAIN);
  }

  /** Moves a file earlier or later in link order. */
  moveFile(side: Side, name: string, by: number): void {
    const sources = [...this.#store.state.programs[side]];
    const at = sources.findIndex((file) => file.name === name);
    const to = at + by;
    const file = sources[at];
    if (!file || to < 0 || to >= sources.length) return;
    sources.splice(at, 1);
    sources.splice(to, 0, file);
    this.#replaceFiles(side, sources, name);
  }

  /** Sets the style of a WLP4 file's code. */
  setStyle(side: Side, name: string, style: SourceFile['style']): void {
    this.#change(side, name, (file) => ({ ...file, style }));
    this.#owner.changed(false);
    this.#editors.get(side)?.refresh();
  }

  /** Reads files into a program. Throws a `FileTrouble` without any change. */
  async openFiles(side: Side, files: readonly File[], adds: boolean): Promise<void> {
    const disassemble = (name: string, bytes: Uint8Array) =>
      this.#engine.call('disassemble', name, bytes);
    const read = await readFiles(files, disassemble);
    const [first] = read;
    if (!first) return;
    const sources = this.#store.state.programs[side];
    this.#replaceFiles(side, adds ? withFiles(sources, read) : read, first.name);
  }

  save(which: readonly Side[]): void {
    for (const side of which) saveProgram(side, this.#store.state.programs[side]);
  }

  /** Sets or clears a breakpoint in the file of that name. */
  async toggleBreakpoint(side: Side, name: string, line: number): Promise<void> {
    this.openFile(side, name);
    await this.#editors.get(side)?.shown;
    this.#editors.get(side)?.toggleBreakpoint(line);
  }

  /** Stores an editor's breakpoints. */
  setBreakpoints(side: Side, name: string, lines: readonly number[]): void {
    const { breakpoints } = this.#store.state;
    const ofSide = { ...breakpoints[side], [name]: lines };
    this.#store.update({ breakpoints: { ...breakpoints, [side]: ofSide } });
  }

  /** Shows this editor on a narrow page; resolves once it does. */
  async show(side: Side): Promise<void> {
    this.#store.update({ shown: side });
    this.#owner.shown();
    await this.#editors.get(side)?.shown;
  }

  /** Focuses an editor, at its cursor. */
  async focus(side: Side): Promise<void> {
    await this.show(side);
    this.#editors.get(side)?.focus();
  }

  /** Focuses a position of a file; by default of the one shown. */
  async focusAt(side: Side, from: number, name?: string): Promise<void> {
    if (name !== undefined) this.openFile(side, name);
    await this.show(side);
    this.#editors.get(side)?.focusAt(from);
  }

  /** Assembles both texts again, with a new engine. */
  refresh(): void {
    for (const editor of this.#editors.values()) editor.refresh();
  }

  /**
   * The diagnostics of each file of a program; stored for that side if these are still its files.
   */
  async assemble(side: Side, sources: Sources): Promise<readonly (readonly EditorDiagnostic[])[]> {
    try {
      const reply = await this.#engine.call('assemble', sources);
      const { assembled, programs } = this.#store.state;
      if (programs[side] === sources) {
        this.#store.update({ assembled: { ...assembled, [side]: reply } });
      }
      return reply.diagnostics;
    } catch {
      // A crash is already reported on the page.
      return [];
    }
  }

  /** The words of a program without errors, with their sources. */
  async listing(sources: Sources): Promise<readonly ListingRow[]> {
    return (await this.#engine.call('assemble', sources)).listing ?? [];
  }

  /** The first error in either program. */
  async firstError(
    programs: Record<Side, Sources>,
  ): Promise<{ side: Side; file: string; error: EditorDiagnostic } | undefined> {
    const assembled = sides.map(async (side) => ({
      side,
      diagnostics: await this.assemble(side, programs[side]),
    }));
    for (const { side, diagnostics } of await Promise.all(assembled)) {
      for (const [index, said] of diagnostics.entries()) {
        const error = said.find(({ severity }) => severity === 'error');
        const file = programs[side][index];
        if (error && file) return { side, file: file.name, error };
      }
    }
    return undefined;
  }

  #change(side: Side, name: string, change: (file: SourceFile) => SourceFile): void {
    const { programs } = this.#store.state;
    const files = programs[side].map((file) => (file.name === name ? change(file) : file));
    this.#store.update({ programs: { ...programs, [side]: files } });
  }

  #replaceFiles(side: Side, sources: Sources, shown: string): void {
    const { programs, files } = this.#store.state;
    this.#store.update({
      programs: { ...programs, [side]: sources },
      files: { ...files, [side]: shown },
    });
    this.#owner.changed(false);
  }
}

/** A program with files added: they replace files of the same names, or are appended. */
function withFiles(sources: Sources, read: Sources): Sources {
  const fresh = read.filter(({ name }) => !sources.some((file) => file.name === name));
  const replaced = sources.map((file) => read.find(({ name }) => name === file.name) ?? file);
  return [...replaced, ...fresh];
}
