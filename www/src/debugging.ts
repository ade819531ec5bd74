import type { EngineClient } from './engine/client';
import type { DebugFrame, DebugOverview, Side } from './engine/types';
import type { Store } from './store';

/** Two runs in the debugger. */
export interface Debugging {
  /** The programs as they were when it was opened. */
  programs: Record<Side, string>;
  inputs: [number, number];
  fuel: number;
  /** Undefined while the programs run. */
  overview: DebugOverview | undefined;
  /** Where the scrubber is. */
  position: number;
  /** What is shown: of `position`, or of where it was a moment ago. */
  frame: DebugFrame | undefined;
  isPlaying: boolean;
  failure: string | undefined;
  /** Whether somebody asked for these runs and has not been taken to them yet. */
  isAskedFor: boolean;
}

/** How many positions a second are played. */
export const speeds = [2, 8, 60, 500] as const;

export type Speed = (typeof speeds)[number];

/** How often the picture changes while playing at most, a second. */
const FRAMES = 30;

/** The lockstep debugger: the open runs, and where in them one is. */
export class DebugControl {
  readonly #store: Store;
  readonly #engine: () => EngineClient;
  #isLoading = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(store: Store, engine: () => EngineClient) {
    this.#store = store;
    this.#engine = engine;
  }

  /** Runs both programs and goes to where they stop agreeing, or to the start. */
  async open(
    request: Pick<Debugging, 'programs' | 'inputs' | 'fuel' | 'isAskedFor'>,
  ): Promise<void> {
    this.pause();
    const opened: Debugging = {
      ...request,
      overview: undefined,
      position: 0,
      frame: undefined,
      isPlaying: false,
      failure: undefined,
    };
    this.#store.update({ debugging: opened });
    try {
      const { programs, inputs, fuel } = request;
      const overview = await this.#engine().debug({ ...programs, inputs, fuel });
      // Another one may have been opened in the meantime.
      if (this.#store.state.debugging !== opened) return;
      this.#update({ overview, position: overview.parting?.position ?? 0 });
      this.#load();
    } catch (error) {
      if (this.#store.state.debugging === opened) this.#fail(error);
    }
  }

  /** Whoever asked for the runs was taken to them, or went elsewhere. */
  settle(): void {
    if (this.#store.state.debugging?.isAskedFor) this.#update({ isAskedFor: false });
  }

  close(): void {
    this.pause();
    this.#store.update({ debugging: undefined });
  }

  goTo(position: number): void {
    const debugging = this.#store.state.debugging;
    if (!debugging?.overview) return;
    const inRange = Math.max(0, Math.min(position, debugging.overview.last));
    if (inRange === debugging.position) return;
    this.#update({ position: inRange });
    this.#load();
  }

  step(by: number): void {
    this.pause();
    const debugging = this.#store.state.debugging;
    if (debugging) this.goTo(debugging.position + by);
  }

  /** Goes to a position, whatever was playing. */
  seek(position: number): void {
    this.pause();
    this.goTo(position);
  }

  /** Goes to the next breakpoint that way, or else to the end or the start. */
  async run(back: boolean): Promise<void> {
    this.pause();
    const { debugging, breakpoints } = this.#store.state;
    if (!debugging?.overview) return;
    const { position, overview } = debugging;
    const lines: [number[], number[]] = [[...breakpoints.left], [...breakpoints.right]];
    try {
      const found = await this.#engine().debugFind({ position, back, lines });
      if (this.#store.state.debugging?.overview === overview) this.goTo(found);
    } catch (error) {
      this.#fail(error);
    }
  }

  play(speed: Speed): void {
    const debugging = this.#store.state.debugging;
    if (!debugging?.overview || debugging.isPlaying) return;
    if (debugging.position === debugging.overview.last) this.goTo(0);
    this.#update({ isPlaying: true });
    const by = Math.max(1, Math.round(speed / FRAMES));
    this.#timer = setInterval(() => this.#tick(by), (1000 * by) / speed);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#store.state.debugging?.isPlaying) this.#update({ isPlaying: false });
  }

  /** Both runs as a table in CSV. */
  table(): Promise<string> {
    return this.#engine().table('debug');
  }

  #tick(by: number): void {
    const debugging = this.#store.state.debugging;
    if (!debugging?.overview || debugging.position >= debugging.overview.last) this.pause();
    else this.goTo(debugging.position + by);
  }

  /** Asks for what is to be seen; of many wishes in a row, for the last one. */
  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      for (;;) {
        const before = this.#store.state.debugging;
        if (!before?.overview || before.frame?.position === before.position) return;
        const frame = await this.#engine().debugFrame(before.position);
        if (this.#store.state.debugging?.overview === before.overview) this.#update({ frame });
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isLoading = false;
    }
  }

  #fail(error: unknown): void {
    this.pause();
    this.#update({ failure: error instanceof Error ? error.message : String(error) });
  }

  #update(change: Partial<Debugging>): void {
    const { debugging } = this.#store.state;
    if (debugging) this.#store.update({ debugging: { ...debugging, ...change } });
  }
}
