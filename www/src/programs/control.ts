import type { EngineClient } from '../engine/client';
import type { AssembleReply, EditorDiagnostic, ListingRow, Side } from '../engine/types';
import type { Store } from '../kit/store';
import { asName } from '../links/name';
import { readPrograms, saveProgram } from './files';

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

/** What there is of the two programs. */
export interface ProgramState {
  programs: Record<Side, string>;
  /** What the reader calls them; empty without a name. */
  names: Record<Side, string>;
  /** What the assembler says of each program, once it has. */
  assembled: Record<Side, AssembleReply | undefined>;
  /** The lines of each editor that have a breakpoint, in order. */
  breakpoints: Record<Side, readonly number[]>;
  /** The editor that a narrow page shows. */
  shown: Side;
}

/** Who is told of what happens to the programs. */
export interface ProgramOwner {
  /** The reader changed a text or a name; `isOther`: a text took the place of all that was there. */
  changed(isOther: boolean): void;
  /** An editor is to be seen. */
  shown(): void;
}

/** The two programs and their editors. */
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

  /** Takes over an editor's text; `isOther`: it took the place of all that was there. */
  edit(side: Side, text: string, isOther: boolean): void {
    this.replace({ [side]: text });
    this.#owner.changed(isOther);
  }

  /** Puts other texts in; editors show them, and have them undone. */
  replace(texts: Partial<Record<Side, string>>): void {
    const { left, right } = { ...this.#store.state.programs, ...texts };
    this.#store.update({ programs: { left, right } });
  }

  setName(side: Side, name: string): void {
    const { names } = this.#store.state;
    this.#store.update({ names: { ...names, [side]: asName(name) } });
    this.#owner.changed(false);
  }

  /** Reads programs from files. Throws a `FileTrouble`, and then nothing has changed. */
  async openFiles(side: Side, files: readonly File[]): Promise<void> {
    const disassemble = (bytes: Uint8Array) => this.#engine.call('disassemble', bytes);
    this.replace(await readPrograms(side, files, disassemble));
  }

  save(which: readonly Side[]): void {
    for (const side of which) saveProgram(side, this.#store.state.programs[side]);
  }

  toggleBreakpoint(side: Side, line: number): void {
    this.#editors.get(side)?.toggleBreakpoint(line);
  }

  /** Takes over where an editor's breakpoints are. */
  setBreakpoints(side: Side, lines: readonly number[]): void {
    const { breakpoints } = this.#store.state;
    this.#store.update({ breakpoints: { ...breakpoints, [side]: lines } });
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

  async focusAt(side: Side, from: number): Promise<void> {
    await this.show(side);
    this.#editors.get(side)?.focusAt(from);
  }

  /** Has both texts assembled again, by an engine that is new. */
  refresh(): void {
    for (const editor of this.#editors.values()) editor.refresh();
  }

  /** What the assembler says of a text; kept for that side if it is still its text. */
  async assemble(side: Side, text: string): Promise<readonly EditorDiagnostic[]> {
    try {
      const reply = await this.#engine.call('assemble', text);
      const { assembled, programs } = this.#store.state;
      if (programs[side] === text) {
        this.#store.update({ assembled: { ...assembled, [side]: reply } });
      }
      return reply.diagnostics;
    } catch {
      // The crash, if it was one, is on the page already.
      return [];
    }
  }

  /** The words of a program without errors, with where they come from. */
  async listing(text: string): Promise<readonly ListingRow[]> {
    return (await this.#engine.call('assemble', text)).listing ?? [];
  }

  /** The first error of a program, in either of them. */
  async firstError(
    programs: Record<Side, string>,
  ): Promise<{ side: Side; error: EditorDiagnostic } | undefined> {
    const assembled = sides.map(async (side) => ({
      side,
      diagnostics: await this.assemble(side, programs[side]),
    }));
    for (const { side, diagnostics } of await Promise.all(assembled)) {
      const error = diagnostics.find(({ severity }) => severity === 'error');
      if (error) return { side, error };
    }
    return undefined;
  }
}
