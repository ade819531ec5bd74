import type { EngineClient } from '../engine/client';
import type { SourceFile, Sources } from '../engine/sources';
import type { AssembleReply, EditorDiagnostic, ListingRow, Side } from '../engine/types';
import type { Store } from '../kit/store';
import { asName } from '../links/name';
import { readFiles, saveProgram } from './files';
import { asFileName, fileOf, freshName, MAIN, MAX_FILES } from './source';

export const sides: readonly Side[] = ['left', 'right'];

/** An editor, as far as the rest of the page has to do with it. */
export interface EditorHandle {
  /** Resolves once the page is drawn as the store has it. */
  readonly shown: Promise<unknown>;
  /** Takes the keyboard. */
  focus(): void;
  /** Puts the cursor there and the keyboard with it. */
  focusAt(from: number): void;
  /** Has the text assembled again. */
  refresh(): void;
  /** Sets or clears the breakpoint of a line. */
  toggleBreakpoint(line: number): void;
}

/** The lines of files that have a breakpoint, in order, by the files' names. */
export type Breakpoints = Readonly<Record<string, readonly number[]>>;

/** What there is of the two programs. */
export interface ProgramState {
  programs: Record<Side, Sources>;
  /** The name of the file that each editor shows. */
  files: Record<Side, string>;
  /** What the reader calls them; empty without a name. */
  names: Record<Side, string>;
  /** What the assembler says of each program, once it has. */
  assembled: Record<Side, AssembleReply | undefined>;
  /** The lines of each file that have a breakpoint, in order, by the file's name. */
  breakpoints: Record<Side, Breakpoints>;
  /** The editor that a narrow page shows. */
  shown: Side;
  /** The name of the example in the editors, changed or not. */
  example: string | undefined;
}

/** The programs that a playground begins with. */
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

/** Who is told of what happens to the programs. */
export interface ProgramOwner {
  /** The reader changed a text or a name; `isOther`: a text took the place of all that was there. */
  changed(isOther: boolean): void;
  /** An editor is to be seen. */
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

  /** Takes an editor on; the returned function lets it go. */
  attach(side: Side, editor: EditorHandle): () => void {
    this.#editors.set(side, editor);
    return () => {
      if (this.#editors.get(side) === editor) this.#editors.delete(side);
    };
  }

  /** Takes over an editor's text of a file; `isOther`: it took the place of all that was there. */
  edit(side: Side, name: string, text: string, isOther: boolean): void {
    this.#change(side, name, (file) => ({ ...file, text }));
    this.#owner.changed(isOther);
  }

  /** Puts other programs in; editors show them, and have them undone. */
  replace(programs: Partial<Record<Side, Sources>>): void {
    const { left, right } = { ...this.#store.state.programs, ...programs };
    const { files } = this.#store.state;
    this.#store.update({
      programs: { left, right },
      files: { left: fileOf(left, files.left).name, right: fileOf(right, files.right).name },
    });
  }

  /** Puts each program on the other side, with its name, its file that is shown and its breakpoints. */
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

  /** The file that an editor shows. */
  shownFile(side: Side): SourceFile {
    const { programs, files } = this.#store.state;
    return fileOf(programs[side], files[side]);
  }

  /** Has an editor show a file. */
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

  /** Gives a file another name, which says its language as well. Returns whether it can have it. */
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

  /** Takes a file out; a program has one at least. */
  removeFile(side: Side, name: string): void {
    const sources = this.#store.state.programs[side];
    const at = sources.findIndex((file) => file.name === name);
    if (at < 0 || sources.length === 1) return;
    const left = sources.filter((file) => file.name !== name);
    this.#replaceFiles(side, left, left[Math.min(at, left.length - 1)]?.name ?? MAIN);
  }

  /** Has a file linked earlier or later by so many places. */
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

  /** Has the code of a WLP4 file look like that. */
  setStyle(side: Side, name: string, style: SourceFile['style']): void {
    this.#change(side, name, (file) => ({ ...file, style }));
    this.#owner.changed(false);
    this.#editors.get(side)?.refresh();
  }

  /** Reads files into a program. Throws a `FileTrouble`, and then nothing has changed. */
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

  /** Takes over where an editor's breakpoints are. */
  setBreakpoints(side: Side, name: string, lines: readonly number[]): void {
    const { breakpoints } = this.#store.state;
    const ofSide = { ...breakpoints[side], [name]: lines };
    this.#store.update({ breakpoints: { ...breakpoints, [side]: ofSide } });
  }

  /** Has a narrow page show this editor; resolves once it does. */
  async show(side: Side): Promise<void> {
    this.#store.update({ shown: side });
    this.#owner.shown();
    await this.#editors.get(side)?.shown;
  }

  /** Goes to an editor, where its cursor is. */
  async focus(side: Side): Promise<void> {
    await this.show(side);
    this.#editors.get(side)?.focus();
  }

  /** Goes to a place of a file, or of the one that is shown. */
  async focusAt(side: Side, from: number, name?: string): Promise<void> {
    if (name !== undefined) this.openFile(side, name);
    await this.show(side);
    this.#editors.get(side)?.focusAt(from);
  }

  /** Has both texts assembled again, by an engine that is new. */
  refresh(): void {
    for (const editor of this.#editors.values()) editor.refresh();
  }

  /** What is said of each file of a program; kept for that side if these are still its files. */
  async assemble(side: Side, sources: Sources): Promise<readonly (readonly EditorDiagnostic[])[]> {
    try {
      const reply = await this.#engine.call('assemble', sources);
      const { assembled, programs } = this.#store.state;
      if (programs[side] === sources) {
        this.#store.update({ assembled: { ...assembled, [side]: reply } });
      }
      return reply.diagnostics;
    } catch {
      // The crash, if it was one, is on the page already.
      return [];
    }
  }

  /** The words of a program without errors, with where they come from. */
  async listing(sources: Sources): Promise<readonly ListingRow[]> {
    return (await this.#engine.call('assemble', sources)).listing ?? [];
  }

  /** The first error of a program, in either of them. */
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

/** A program with files put in: in the place of those of the same names, or behind all. */
function withFiles(sources: Sources, read: Sources): Sources {
  const fresh = read.filter(({ name }) => !sources.some((file) => file.name === name));
  const replaced = sources.map((file) => read.find(({ name }) => name === file.name) ?? file);
  return [...replaced, ...fresh];
}
