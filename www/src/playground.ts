import { advance, begin, type ComparisonStatus } from './comparison';
import { ComparisonStopped, EngineClient, type RunningComparison } from './engine/client';
import type { CompareRequest, EditorDiagnostic, Event, Side } from './engine/types';
import { type Example, firstExample } from './examples';
import type { NumberFormat } from './numbers';
import { Updates } from './offline/updates';
import { fromFields, type OptionFields, type SomeOptions, toFields } from './options';
import {
  loadNumberFormat,
  loadTheme,
  loadWork,
  saveNumberFormat,
  saveTheme,
  saveWork,
  type Theme,
} from './storage';
import { Store } from './store';
import { browserZ3 } from './z3/browser';
import { Z3Client } from './z3/client';

/** An editor, as far as the rest of the page has to do with it. */
export interface EditorHandle {
  /** Puts another text in; undoable. */
  replace(text: string): void;
  /** Puts the cursor there and the keyboard with it. */
  focusAt(from: number): void;
  /** Has the text assembled again. */
  refresh(): void;
}

/** How often the page draws a running comparison anew, in milliseconds. */
const FRAME = 50;

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
  readonly #engine: EngineClient;
  readonly #updates = new Updates(() => this.store.update({ newVersion: true }));
  readonly #editors = new Map<Side, EditorHandle>();
  #running: RunningComparison | undefined;
  #isBusy = false;
  #events: Event[] = [];
  #drawTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const work = loadWork();
    const example = work ? undefined : firstExample;
    this.store = new Store({
      engine: undefined,
      programs: {
        left: work?.left ?? example?.left ?? '',
        right: work?.right ?? example?.right ?? '',
      },
      assembled: { left: undefined, right: undefined },
      options: work?.options ?? placeholderFields,
      example: work ? work.example : example?.name,
      comparison: undefined,
      z3: { state: 'idle' },
      notice: undefined,
      crash: undefined,
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
        if (first && !work?.options) this.#fillOptions(example?.options ?? {});
        for (const editor of this.#editors.values()) editor.refresh();
      },
      onCrash: (crash) => this.store.update({ crash }),
    });
  }

  attach(side: Side, editor: EditorHandle): void {
    this.#editors.set(side, editor);
  }

  focusAt(side: Side, from: number): void {
    this.#editors.get(side)?.focusAt(from);
  }

  edit(side: Side, text: string): void {
    const { programs } = this.store.state;
    this.store.update({ programs: { ...programs, [side]: text }, notice: undefined });
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
    this.#editors.get('left')?.replace(example.left);
    this.#editors.get('right')?.replace(example.right);
    this.store.update({ example: example.name, notice: undefined });
    this.#fillOptions(example.options);
    this.#save();
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

  readonly inspect: EngineClient['inspect'] = (request) => this.#engine.inspect(request);
  readonly queryText: EngineClient['queryText'] = (request) => this.#engine.queryText(request);

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
      await this.#run({ ...programs, options: reading.options });
    } finally {
      this.#isBusy = false;
    }
  }

  stop(): void {
    this.#running?.stop();
  }

  async #showFirstError(programs: Record<Side, string>): Promise<boolean> {
    for (const side of sides) {
      const diagnostics = await this.assemble(side, programs[side]);
      const error = diagnostics.find(({ severity }) => severity === 'error');
      if (!error) continue;
      const { line, message, from } = error;
      this.store.update({ notice: { kind: 'program-errors', side, line, message } });
      this.focusAt(side, from);
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
    if (engine) this.store.update({ options: toFields({ ...engine.options, ...options }) });
  }

  #save(): void {
    const { programs, options, example } = this.store.state;
    saveWork({ ...programs, options, example });
  }
}
