import type { Inputs, SomeSpec, Spec } from '../../comparison/contract';
import type { EngineClient, Session } from '../../engine/client';
import type { Sources } from '../../engine/sources';
import type { DebugFrame, DebugOverview, DebugRequest, Meeting, Side } from '../../engine/types';
import type { Cell } from '../../kit/store';
import type { Breakpoints } from '../../programs/control';

/** What two runs were given. */
export interface Given {
  contract: SomeSpec;
  inputs: Inputs;
  fuel: number;
}

/** Two runs in the debugger. */
export type Debugging = Runs & Given;

/** Two runs of any machine. */
export interface Runs {
  /** Identifies the runs that the engine's answers are about. */
  id: number;
  /** The programs at the time of opening. */
  programs: Record<Side, Sources>;
  /** The only program shown, if any: then both sides run it. */
  alone: Side | undefined;
  /** Undefined while the programs run. */
  overview: DebugOverview | undefined;
  /** The scrubber's position. */
  position: number;
  /** The shown frame: of `position`, or of a moment ago. */
  frame: DebugFrame | undefined;
  isPlaying: boolean;
  /**
   * The points where the runs meet at locations of a proof, if a proof of these programs is open.
   */
  meetings: readonly Meeting[] | undefined;
  failure: string | undefined;
  /** Whether these runs were requested and have not been shown yet. */
  isAskedFor: boolean;
}

/** The shown values among those of both sides. */
export const seen = <T>([left, right]: readonly [T, T], alone: Side | undefined): readonly T[] =>
  alone === undefined ? [left, right] : [alone === 'left' ? left : right];

/** Playback speeds, in positions per second. */
export const speeds = [2, 8, 60, 500] as const;

export type Speed = (typeof speeds)[number];

/** Maximum number of frames per second during playback. */
const FRAMES = 30;

/** A request: two programs and their inputs. */
type Wanted<Of> = Of & Pick<Runs, 'programs' | 'alone' | 'isAskedFor'>;

/** What the lockstep debugger asks of its surroundings. */
interface Source<Of> {
  engine(): EngineClient;
  /** The engine's request. */
  requestOf(wanted: Wanted<Of>): DebugRequest;
  breakpoints(): Record<Side, Breakpoints>;
  /** The points where the runs meet at locations of an open proof, if there is one. */
  meetings(runs: Runs & Of): Promise<Meeting[] | undefined>;
}

/** The request for runs of MIPS programs. */
export const mipsRequest = ({ programs, contract, inputs, fuel }: Wanted<Given>): DebugRequest => ({
  ...programs,
  contract: contract as Spec,
  inputs,
  fuel,
});

/** The lockstep debugger: the open runs, and the position in them. */
export class DebugControl<Of extends object = Given> {
  readonly #cell: Cell<(Runs & Of) | undefined>;
  readonly #source: Source<Of>;
  #session: Session<'debugger'> | undefined;
  #isLoading = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(cell: Cell<(Runs & Of) | undefined>, source: Source<Of>) {
    this.#cell = cell;
    this.#source = source;
  }

  /**
   * Runs both programs and goes to where each has taken a number of steps, to where they stop
   * agreeing, or to the start.
   */
  async open(wanted: Wanted<Of>, steps?: readonly [number, number]): Promise<void> {
    this.pause();
    this.#session?.close();
    const session = this.#source.engine().open('debugger', this.#source.requestOf(wanted));
    this.#session = session;
    const { id } = session;
    this.#cell.value = {
      ...wanted,
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
      if (debugging?.id === id)
        this.#update(id, { meetings: await this.#source.meetings(debugging) });
    } catch (error) {
      this.#fail(id, error);
    }
  }

  /** The runs were shown to whoever requested them, or the request is obsolete. */
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

  /** Goes to a position, and stops playback. */
  seek(position: number): void {
    this.pause();
    this.goTo(position);
  }

  /** Goes to where each program has taken these numbers of steps. */
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

  /** Runs to the next breakpoint in a direction, otherwise to the end or the start. */
  async run(back: boolean): Promise<void> {
    this.pause();
    const debugging = this.#cell.value;
    if (!debugging?.overview || !this.#session) return;
    const { id, position, programs } = debugging;
    const breakpoints = this.#source.breakpoints();
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

  /** Steps to the next line of a WLP4 program in a direction. */
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

  /** Loads the current frame; of several requests in a row, only the last. */
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
          // These runs are closed; there may be others.
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

  /** Updates these runs, unless others have replaced them. */
  #update(id: number, change: Partial<Runs>): void {
    const debugging = this.#cell.value;
    if (debugging?.id === id) this.#cell.value = { ...debugging, ...change };
  }
}

/**
 * The first position at which both programs have taken these numbers of steps; the last one if
 * there is none.
 */
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
