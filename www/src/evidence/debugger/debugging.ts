import type { Inputs, SomeSpec, Spec } from '../../comparison/contract';
import type { EngineClient, Session } from '../../engine/client';
import type { Sources } from '../../engine/sources';
import type { DebugFrame, DebugOverview, Meeting, Side } from '../../engine/types';
import type { Cell } from '../../kit/store';
import type { Breakpoints } from '../../programs/control';

/** Two runs in the debugger. */
export interface Debugging {
  /** Which runs these are; the engine's answers are about one of them. */
  id: number;
  /** The programs as they were when it was opened. */
  programs: Record<Side, Sources>;
  /** The program that is shown, where the other one is not: both sides run it then. */
  alone: Side | undefined;
  contract: SomeSpec;
  inputs: Inputs;
  fuel: number;
  /** Undefined while the programs run. */
  overview: DebugOverview | undefined;
  /** Where the scrubber is. */
  position: number;
  /** What is shown: of `position`, or of where it was a moment ago. */
  frame: DebugFrame | undefined;
  isPlaying: boolean;
  /** Where the runs meet at places of a proof, where one of these programs is open. */
  meetings: readonly Meeting[] | undefined;
  failure: string | undefined;
  /** Whether somebody asked for these runs and has not been taken to them yet. */
  isAskedFor: boolean;
}

/** Of what there is for each side, what is shown. */
export const seen = <T>([left, right]: readonly [T, T], alone: Side | undefined): readonly T[] =>
  alone === undefined ? [left, right] : [alone === 'left' ? left : right];

/** How many positions a second are played. */
export const speeds = [2, 8, 60, 500] as const;

export type Speed = (typeof speeds)[number];

/** How often the picture changes while playing at most, a second. */
const FRAMES = 30;

/** The lockstep debugger: the open runs, and where in them one is. */
export class DebugControl {
  readonly #cell: Cell<Debugging | undefined>;
  readonly #breakpoints: () => Record<Side, Breakpoints>;
  readonly #engine: () => EngineClient;
  readonly #meetings: (runs: Debugging) => Promise<Meeting[] | undefined>;
  #session: Session<'debugger'> | undefined;
  #isLoading = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    cell: Cell<Debugging | undefined>,
    breakpoints: () => Record<Side, Breakpoints>,
    engine: () => EngineClient,
    meetings: (runs: Debugging) => Promise<Meeting[] | undefined>,
  ) {
    this.#cell = cell;
    this.#breakpoints = breakpoints;
    this.#engine = engine;
    this.#meetings = meetings;
  }

  /**
   * Runs both programs and goes to where each has taken so many steps, or to where they stop
   * agreeing, or to the start.
   */
  async open(
    request: Pick<Debugging, 'programs' | 'alone' | 'contract' | 'inputs' | 'fuel' | 'isAskedFor'>,
    steps?: readonly [number, number],
  ): Promise<void> {
    this.pause();
    this.#session?.close();
    const { programs, contract, inputs, fuel } = request;
    const asked = { ...programs, contract: contract as Spec, inputs, fuel };
    const session = this.#engine().open('debugger', asked);
    this.#session = session;
    const { id } = session;
    this.#cell.value = {
      ...request,
      id,
      overview: undefined,
      position: 0,
      frame: undefined,
      isPlaying: false,
      meetings: undefined,
      failure: undefined,
    };
    try {
      await session.opened;
      const overview = await session.call('overview');
      const position = steps
        ? await firstBehind(session, overview.last, steps)
        : (overview.parting?.position ?? 0);
      this.#update(id, { overview, position });
      this.#load();
      const debugging = this.#cell.value;
      if (debugging?.id === id) this.#update(id, { meetings: await this.#meetings(debugging) });
    } catch (error) {
      this.#fail(id, error);
    }
  }

  /** Whoever asked for the runs was taken to them, or went elsewhere. */
  settle(): void {
    const debugging = this.#cell.value;
    if (debugging?.isAskedFor) this.#update(debugging.id, { isAskedFor: false });
  }

  close(): void {
    this.pause();
    this.#session?.close();
    this.#session = undefined;
    this.#cell.value = undefined;
  }

  goTo(position: number): void {
    const debugging = this.#cell.value;
    if (!debugging?.overview) return;
    const inRange = Math.max(0, Math.min(position, debugging.overview.last));
    if (inRange === debugging.position) return;
    this.#update(debugging.id, { position: inRange });
    this.#load();
  }

  step(by: number): void {
    this.pause();
    const debugging = this.#cell.value;
    if (debugging) this.goTo(debugging.position + by);
  }

  /** Goes to a position, whatever was playing. */
  seek(position: number): void {
    this.pause();
    this.goTo(position);
  }

  /** Goes to where each program has taken so many steps. */
  async seekSteps(steps: readonly [number, number]): Promise<void> {
    this.pause();
    const debugging = this.#cell.value;
    if (!debugging?.overview || !this.#session) return;
    const { id, overview } = debugging;
    try {
      const found = await firstBehind(this.#session, overview.last, steps);
      if (this.#cell.value?.id === id) this.goTo(found);
    } catch (error) {
      this.#fail(id, error);
    }
  }

  /** Goes to the next breakpoint that way, or else to the end or the start. */
  async run(back: boolean): Promise<void> {
    this.pause();
    const debugging = this.#cell.value;
    if (!debugging?.overview || !this.#session) return;
    const { id, position, programs } = debugging;
    const breakpoints = this.#breakpoints();
    const lines = (side: Side) =>
      programs[side].flatMap(({ name }, file) =>
        (breakpoints[side][name] ?? []).map((line) => ({ file, line })),
      );
    try {
      const found = await this.#session.call('find', {
        position,
        back,
        lines: [lines('left'), lines('right')],
      });
      if (this.#cell.value?.id === id) this.goTo(found);
    } catch (error) {
      this.#fail(id, error);
    }
  }

  /** Goes to where a program in WLP4 comes to another line that way. */
  async stepLine(back: boolean): Promise<void> {
    this.pause();
    const debugging = this.#cell.value;
    if (!debugging?.overview?.has_lines || !this.#session) return;
    const { id, position } = debugging;
    try {
      const found = await this.#session.call('findLine', position, back);
      if (this.#cell.value?.id === id) this.goTo(found);
    } catch (error) {
      this.#fail(id, error);
    }
  }

  play(speed: Speed): void {
    const debugging = this.#cell.value;
    if (!debugging?.overview || debugging.isPlaying) return;
    if (debugging.position === debugging.overview.last) this.goTo(0);
    this.#update(debugging.id, { isPlaying: true });
    const by = Math.max(1, Math.round(speed / FRAMES));
    this.#timer = setInterval(() => this.#tick(by), (1000 * by) / speed);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const debugging = this.#cell.value;
    if (debugging?.isPlaying) this.#update(debugging.id, { isPlaying: false });
  }

  /** Both runs as a table in CSV. */
  async table(): Promise<string> {
    if (!this.#session) throw new Error('no run is open');
    return this.#session.call('table');
  }

  #tick(by: number): void {
    const debugging = this.#cell.value;
    if (!debugging?.overview || debugging.position >= debugging.overview.last) this.pause();
    else this.goTo(debugging.position + by);
  }

  /** Asks for what is to be seen; of many wishes in a row, for the last one. */
  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    try {
      for (;;) {
        const debugging = this.#cell.value;
        const session = this.#session;
        if (!debugging?.overview || session?.id !== debugging.id) return;
        if (debugging.frame?.position === debugging.position) return;
        try {
          this.#update(session.id, { frame: await session.call('frame', debugging.position) });
        } catch (error) {
          this.#fail(session.id, error);
          // Of runs that are gone nothing is wanted; there may be others.
          if (this.#cell.value?.id === session.id) return;
        }
      }
    } finally {
      this.#isLoading = false;
    }
  }

  #fail(id: number, error: unknown): void {
    if (this.#cell.value?.id !== id) return;
    this.pause();
    this.#update(id, { failure: error instanceof Error ? error.message : String(error) });
  }

  /** Changes what is shown of these runs; others may have taken their place. */
  #update(id: number, change: Partial<Debugging>): void {
    const debugging = this.#cell.value;
    if (debugging?.id === id) this.#cell.value = { ...debugging, ...change };
  }
}

/** The first position at which both programs have taken so many steps; the last where there is none. */
async function firstBehind(
  session: Session<'debugger'>,
  last: number,
  steps: readonly [number, number],
): Promise<number> {
  let [from, to] = [0, last];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const { sides } = await session.call('frame', middle);
    const isBehind = sides.every((side, index) => side.steps >= (steps[index] ?? 0));
    if (isBehind) to = middle;
    else from = middle + 1;
  }
  return to;
}
