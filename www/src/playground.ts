import { advance, begin, type ComparisonStatus } from './comparison';
import { DebugControl } from './debugging';
import {
  ComparisonStopped,
  EngineClient,
  type RunningComparison,
  type SpawnEngine,
} from './engine/client';
import type {
  CompareRequest,
  EditorDiagnostic,
  Event,
  ListingRow,
  Side,
  SolverName,
} from './engine/types';
import type { Example } from './examples';
import { FileTrouble, finished, readPrograms, saveProgram } from './files';
import { type Claim, claimOf, toWork } from './link/opening';
import { check, replayRequest } from './link/receipt';
import { asName, type Shared } from './link/schema';
import { MapControl } from './mapping';
import { files as words } from './messages/comfort';
import type { NumberFormat } from './numbers';
import { Updates } from './offline/updates';
import { fromFields, type OptionFields, raised, type SomeOptions, toFields } from './options';
import { QuickLook } from './quick-look';
import {
  forgetEarlier,
  loadChoice,
  loadNumberFormat,
  loadTheme,
  saveChoice,
  saveNumberFormat,
  saveTheme,
  type Theme,
  type Work,
} from './storage';
import { type EvidenceTab, Store } from './store';
import { browserZ3 } from './z3/browser';
import { Z3Client } from './z3/client';

/** An editor, as far as the rest of the page has to do with it. */
export interface EditorHandle {
  /** Puts another text in; undoable. */
  replace(text: string): void;
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

/** What a playground finds around it: a page's, or an embed's. */
export interface Surroundings {
  /** What is in the editors at first; without options, the engine's own. */
  readonly work: Work;
  /** The example's, where the work is one that nobody has changed. */
  readonly options?: SomeOptions;
  readonly spawn: SpawnEngine;
  /** Those that can be had here, the usual one first. */
  readonly solvers: readonly SolverName[];
  /** Called with the work each time that somebody has changed it. */
  save(work: Work): void;
  /** Gives back the work from before a link was opened. */
  restore(): void;
}

/** How often the page draws a running comparison anew, in milliseconds. */
const FRAME = 100;

export const sides: readonly Side[] = ['left', 'right'];

// The engine's own defaults take their place as soon as it is up.
const placeholderFields: OptionFields = {
  fuel: '10000',
  depth: '',
  input1: '42',
  input2: '42',
  maxRuns: '10000',
  rlimit: '10000000',
  conflicts: '100000',
  seconds: '',
  strategy: 'product',
  solver: 'portfolio',
};

/** What one can do on the page. Components call these and read the store. */
export class Playground {
  readonly store: Store;
  /** The debugger and the map, and what shows where they are. */
  readonly debugger: DebugControl;
  readonly map: MapControl;
  readonly #engine: EngineClient;
  #secondEngine: EngineClient | undefined;
  readonly #surroundings: Surroundings;
  readonly #quick: QuickLook;
  readonly #updates = new Updates(() => this.store.update({ newVersion: true }));
  readonly #editors = new Map<Side, EditorHandle>();
  #running: RunningComparison | undefined;
  #isBusy = false;
  /** While several texts are put in, which are one change. */
  #isReplacing = false;
  #events: Event[] = [];
  #drawTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(surroundings: Surroundings) {
    const { work, options: exampleOptions, spawn } = surroundings;
    this.#surroundings = surroundings;
    this.store = new Store({
      engine: undefined,
      programs: { left: work.left, right: work.right },
      names: work.names,
      assembled: { left: undefined, right: undefined },
      options: fitting(work.options ?? placeholderFields, surroundings.solvers),
      example: work.example,
      comparison: undefined,
      evidence: 'runs',
      debugging: undefined,
      mapping: undefined,
      breakpoints: { left: [], right: [] },
      z3: { state: 'idle' },
      notice: undefined,
      link: undefined,
      earlier: undefined,
      crash: undefined,
      shown: 'left',
      asYouType: loadChoice('as-you-type'),
      quick: { state: 'off' },
      isNew: !loadChoice('welcomed'),
      newVersion: false,
      theme: loadTheme(),
      numbers: loadNumberFormat(),
    });
    const z3 = new Z3Client(browserZ3(), {
      onStatus: (status) => this.store.update({ z3: status }),
    });
    this.#engine = new EngineClient(z3, {
      onReady: (engine) => {
        const first = this.store.state.engine === undefined;
        this.store.update({ engine });
        if (first && !work.options) this.#fillOptions(exampleOptions ?? {});
        for (const editor of this.#editors.values()) editor.refresh();
      },
      onCrash: (crash) => this.store.update({ crash }),
      spawn,
    });
    // Of its own, so that one can step while a comparison is at work.
    const second = () => {
      this.#secondEngine ??= new EngineClient(z3, {
        onReady: () => {},
        onCrash: (crash) => this.store.update({ crash }),
        spawn,
      });
      return this.#secondEngine;
    };
    this.debugger = new DebugControl(this.store, second);
    this.map = new MapControl(this.store, second);
    this.#quick = new QuickLook(this.store, this.#engine);
  }

  /** Runs the programs as they are now in the debugger, and takes whoever asked for it there. */
  debug(inputs: [number, number]): void {
    this.showEvidence('debugger');
    this.#openDebugger(inputs, true);
  }

  /** Runs the programs as they are now in the debugger; the keyboard stays where it is. */
  prepareDebugger(inputs: [number, number]): void {
    this.#openDebugger(inputs, false);
  }

  #openDebugger(inputs: [number, number], isAskedFor: boolean): void {
    const { programs } = this.store.state;
    this.debugger.open({ programs, inputs, fuel: this.fuel, isAskedFor });
  }

  /** Draws the map of the programs as they are now. */
  drawMap(): void {
    this.map.draw(this.store.state.programs, this.fuel);
  }

  showEvidence(evidence: EvidenceTab): void {
    this.store.update({ evidence });
  }

  /** The fuel in its field, or where that is wrong the engine's own. */
  get fuel(): number {
    const { options, engine } = this.store.state;
    const reading = fromFields({ ...placeholderFields, fuel: options.fuel });
    return reading.ok ? reading.options.fuel : (engine?.options.fuel ?? 1);
  }

  toggleBreakpoint(side: Side, line: number): void {
    this.#editors.get(side)?.toggleBreakpoint(line);
  }

  /** Takes over where an editor's breakpoints are. */
  setBreakpoints(side: Side, lines: readonly number[]): void {
    const { breakpoints } = this.store.state;
    this.store.update({ breakpoints: { ...breakpoints, [side]: lines } });
  }

  get solvers(): readonly SolverName[] {
    return this.#surroundings.solvers;
  }

  attach(side: Side, editor: EditorHandle): void {
    this.#editors.set(side, editor);
  }

  async focusAt(side: Side, from: number): Promise<void> {
    await this.show(side);
    this.#editors.get(side)?.focusAt(from);
  }

  /** Goes to an editor, where its cursor is. */
  async focusEditor(side: Side): Promise<void> {
    await this.show(side);
    this.#editors.get(side)?.focus();
  }

  /** Has a narrow page show this editor; resolves once it does. */
  async show(side: Side): Promise<void> {
    this.store.update({ shown: side });
    await this.#editors.get(side)?.shown;
  }

  edit(side: Side, text: string): void {
    const { programs } = this.store.state;
    this.store.update({ programs: { ...programs, [side]: text }, notice: undefined });
    this.#save();
  }

  setName(side: Side, name: string): void {
    const { names } = this.store.state;
    this.store.update({ names: { ...names, [side]: asName(name) } });
    this.#save();
  }

  setOption<Name extends keyof OptionFields>(name: Name, text: OptionFields[Name]): void {
    const { options } = this.store.state;
    this.store.update({ options: { ...options, [name]: text }, notice: undefined });
    this.#save();
  }

  resetOptions(): void {
    this.#fillOptions({});
    this.#save();
  }

  chooseExample(example: Example): void {
    this.#replace(example);
    const names = { left: '', right: '' };
    this.store.update({ example: example.name, names, notice: undefined });
    this.#fillOptions(example.options);
    this.#save();
  }

  /** What is in the editors and fields, right or wrong. */
  get work(): Work {
    const { programs, names, options, example } = this.store.state;
    return { ...programs, names, options, example };
  }

  /** Puts other work into the editors, where undo brings back what was there. */
  replaceWork(work: Work): void {
    this.#replace(work);
    const { names, example } = work;
    const options = work.options ?? this.store.state.options;
    this.store.update({ names, options, example, notice: undefined });
    this.#save();
  }

  restoreEarlier(): void {
    this.#surroundings.restore();
  }

  forgetEarlier(): void {
    forgetEarlier();
    this.store.update({ earlier: undefined });
  }

  /** Puts one program of somebody else's beside those that are here. */
  replaceProgram(side: Side, text: string, name: string): void {
    this.#replace({ [side]: text });
    this.setName(side, name);
  }

  /** Opens a link, and has the witness of its receipt run. */
  async openLink(shared: Shared): Promise<void> {
    this.replaceWork(toWork(shared));
    await this.showClaim(shared);
  }

  /** Tells that a link was opened, and checks its receipt. */
  async showClaim(shared: Shared): Promise<void> {
    const claim = claimOf(shared);
    this.stop();
    this.store.update({ link: { state: 'opened', claim }, comparison: undefined });
    const request = claim && replayRequest(claim.receipt, claim.request);
    if (!request) return;
    const settle = (result: Claim['check']) => {
      const { link } = this.store.state;
      // Another link may have been opened meanwhile.
      if (link?.state !== 'opened' || link.claim !== claim) return;
      this.store.update({ link: { ...link, claim: { ...claim, check: result } } });
    };
    try {
      settle(check(claim.receipt, await this.#engine.replay(request)));
    } catch (error) {
      settle({ state: 'failed', message: String((error as Error).message) });
    }
  }

  async openFiles(side: Side, files: readonly File[]): Promise<void> {
    try {
      this.#replace(await readPrograms(side, files));
      this.store.update({ example: undefined, notice: undefined });
      this.#save();
    } catch (error) {
      if (!(error instanceof FileTrouble)) throw error;
      this.store.update({ notice: { kind: 'files', message: error.message } });
    }
  }

  savePrograms(which: readonly Side[]): void {
    for (const side of which) saveProgram(side, this.store.state.programs[side]);
  }

  /** Saves the comparison with its programs and queries, once it has a verdict. */
  async saveBundle(): Promise<void> {
    const { comparison, engine } = this.store.state;
    const done = finished(comparison);
    if (!done) return;
    const [{ makeBundle }, { download }] = await Promise.all([
      import('./bundle'),
      import('./download'),
    ]);
    try {
      const version = engine?.version ?? '';
      download(
        'tamarin.zip',
        await makeBundle(done.comparison, done.report, version, this.queryText),
      );
    } catch (error) {
      const message = words.bundleFailed(String((error as Error).message));
      this.store.update({ notice: { kind: 'files', message } });
    }
  }

  setAsYouType(asYouType: boolean): void {
    saveChoice('as-you-type', asYouType);
    this.store.update({ asYouType });
  }

  /** The reader has seen what the page is for. */
  welcomed(): void {
    saveChoice('welcomed', true);
    this.store.update({ isNew: false });
  }

  setTheme(theme: Theme): void {
    this.store.update({ theme });
    saveTheme(theme);
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
  }

  setNumbers(numbers: NumberFormat): void {
    this.store.update({ numbers });
    saveNumberFormat(numbers);
  }

  /** Makes the page usable offline, and offers new versions of it. */
  watchForUpdates(): void {
    this.#updates.start();
  }

  takeNewVersion(): void {
    this.#updates.take();
  }

  dismissNewVersion(): void {
    this.store.update({ newVersion: false });
  }

  dismissCrash(): void {
    this.store.update({ crash: undefined });
  }

  /** What helps whoever mends a crash: to be copied, not sent. */
  crashReport(message: string): string {
    const { programs, options, comparison, engine } = this.store.state;
    const request = comparison?.request ?? { ...programs, options };
    return [
      `Tamarin Playground ${__VERSION__}, engine ${engine?.version ?? 'not started'}`,
      navigator.userAgent,
      `Options: ${JSON.stringify(request.options)}`,
      message,
      ...sides.map((side) => `--- ${side}\n${request[side]}`),
    ].join('\n\n');
  }

  /** What the assembler says of a text; kept for that side if it is still its text. */
  async assemble(side: Side, text: string): Promise<readonly EditorDiagnostic[]> {
    try {
      const reply = await this.#engine.assemble(text);
      const { assembled, programs } = this.store.state;
      if (programs[side] === text)
        this.store.update({ assembled: { ...assembled, [side]: reply } });
      return reply.diagnostics;
    } catch {
      // The crash, if it was one, is on the page already.
      return [];
    }
  }

  readonly symbols: EngineClient['symbols'] = (text) => this.#engine.symbols(text);
  readonly format: EngineClient['format'] = (text) => this.#engine.format(text);
  readonly renameTrouble: EngineClient['renameTrouble'] = (...asked) =>
    this.#engine.renameTrouble(...asked);
  readonly run: EngineClient['run'] = (request) => this.#engine.run(request);
  readonly inspect: EngineClient['inspect'] = (request) => this.#engine.inspect(request);
  readonly queryText: EngineClient['queryText'] = (request) => this.#engine.queryText(request);

  /** The words of a program without errors, with where they come from. */
  async listing(text: string): Promise<readonly ListingRow[]> {
    return (await this.#engine.assemble(text)).listing ?? [];
  }

  /** Compares the programs, unless one has errors: then the first one is shown. */
  async compare(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      const { programs, options: fields } = this.store.state;
      this.store.update({ notice: undefined });
      const reading = fromFields(fields);
      if (!reading.ok) {
        this.store.update({ notice: { kind: 'option-errors', wrong: reading.wrong } });
        return;
      }
      if (await this.#showFirstError(programs)) return;
      await this.#quick.cancel();
      await this.#run({ ...programs, options: reading.options });
    } finally {
      this.#isBusy = false;
    }
  }

  /**
   * Goes on with the comparison that was cut, of the programs as they were,
   * with higher limits, from the inputs that it ran.
   */
  async goOn(): Promise<void> {
    const { comparison } = this.store.state;
    if (this.#isBusy || comparison?.status.state !== 'finished') return;
    const { request, runs, status } = comparison;
    const options = raised(request.options, status.report.reason);
    this.#isBusy = true;
    try {
      await this.#quick.cancel();
      await this.#run({ ...request, options, known: runs.map(({ inputs }) => inputs) });
    } finally {
      this.#isBusy = false;
    }
  }

  stop(): void {
    this.#running?.stop();
  }

  async #showFirstError(programs: Record<Side, string>): Promise<boolean> {
    const assembled = sides.map(async (side) => ({
      side,
      diagnostics: await this.assemble(side, programs[side]),
    }));
    for (const { side, diagnostics } of await Promise.all(assembled)) {
      const error = diagnostics.find(({ severity }) => severity === 'error');
      if (!error) continue;
      const { line, message, from } = error;
      this.store.update({ notice: { kind: 'program-errors', side, line, message } });
      await this.focusAt(side, from);
      return true;
    }
    return false;
  }

  async #run(request: CompareRequest): Promise<void> {
    this.store.update({ crash: undefined, comparison: begin(request, performance.now()) });
    this.#running = this.#engine.compare(request, (event) => this.#receive(event));
    try {
      const report = await this.#running.report;
      this.#finish({ state: 'finished', report });
    } catch (error) {
      if (error instanceof ComparisonStopped) this.#finish({ state: 'stopped' });
      else this.#finish({ state: 'failed', message: String((error as Error).message) });
    } finally {
      this.#running = undefined;
    }
  }

  #receive(event: Event): void {
    this.#events.push(event);
    this.#drawTimer ??= setTimeout(() => this.#draw(), FRAME);
  }

  #draw(): void {
    clearTimeout(this.#drawTimer);
    this.#drawTimer = undefined;
    const { comparison } = this.store.state;
    if (comparison && this.#events.length > 0) {
      this.store.update({ comparison: advance(comparison, this.#events) });
    }
    this.#events = [];
  }

  #finish(status: ComparisonStatus): void {
    this.#draw();
    const { comparison } = this.store.state;
    if (comparison) this.store.update({ comparison: { ...comparison, status } });
  }

  #fillOptions(options: SomeOptions): void {
    const { engine } = this.store.state;
    if (!engine) return;
    const fields = toFields({ ...engine.options, ...options });
    this.store.update({ options: fitting(fields, this.solvers) });
  }

  #replace(texts: Partial<Record<Side, string>>): void {
    this.#isReplacing = true;
    for (const side of sides) {
      const text = texts[side];
      if (text === undefined) continue;
      const editor = this.#editors.get(side);
      if (editor) editor.replace(text);
      else this.store.update({ programs: { ...this.store.state.programs, [side]: text } });
    }
    this.#isReplacing = false;
  }

  #save(): void {
    if (!this.#isReplacing) this.#surroundings.save(this.work);
  }
}

/** The options with a solver that can be had. */
function fitting(options: OptionFields, available: readonly SolverName[]): OptionFields {
  const solver = available.find((name) => name === options.solver) ?? available[0];
  return solver ? { ...options, solver } : options;
}
