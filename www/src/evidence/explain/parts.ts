/**
 * The parts of an explanation of a difference, for any machine: searches, one after the other, each
 * shown when it has ended.
 */

import { CutOff, type Running } from '../../engine/client';
import type { Progress } from '../../engine/types';
import type { Cell } from '../../kit/store';

/** Time limit of each search in milliseconds. */
const LIMIT = 20_000;

/** The factor for a search that is requested again. */
const LONGER = 4;

/** What a machine may have. */
export type PartName = 'parting' | 'cause' | 'mend' | 'regions';

/** The status of a search; `limit` is its time limit in milliseconds. */
export type Part<View> =
  | { state: 'waiting'; limit: number }
  | { state: 'running'; progress: Progress | undefined; limit: number }
  | { state: 'ended'; view: View; limit: number }
  /** Cut off while the engine was busy, without results. */
  | { state: 'stopped'; limit: number }
  | { state: 'failed'; message: string; limit: number };

/** The result of each part; `cut` says whether its search was ended early. */
export type Results<Views> = { [Name in keyof Views]: { cut: boolean } };

/** The explanation of a difference in progress. */
export type Explained<Request, Views> = {
  /** The start time of its comparison, which identifies it. */
  comparison: number;
  /** The compared programs, and the witness. */
  request: Request;
} & { readonly [Name in keyof Views]: Part<Views[Name]> };

/** The result of a part, if there is one. */
export const viewOf = <View>(part: Part<View> | undefined): View | undefined =>
  part?.state === 'ended' ? part.view : undefined;

/** How an engine searches for the parts. */
interface Searching<Request, Views> {
  /** In search order. */
  order: readonly (keyof Views & string)[];
  start(
    name: keyof Views & string,
    explained: Explained<Request, Views>,
    milliseconds: number,
    onProgress: (progress: Progress) => void,
  ): Running<Views[keyof Views]>;
}

/** Searches for the parts, and keeps those of the last requested comparison. */
export class PartsControl<Request, Views> {
  readonly #cell: Cell<Explained<Request, Views> | undefined>;
  readonly #searching: Searching<Request, Views>;
  #running: Running<unknown> | undefined;

  constructor(
    cell: Cell<Explained<Request, Views> | undefined>,
    searching: Searching<Request, Views>,
  ) {
    this.#cell = cell;
    this.#searching = searching;
  }

  /** Explains the difference of a comparison, unless that is already explained. */
  begin(comparison: number, request: Request): void {
    if (this.#cell.value?.comparison === comparison) return;
    this.#running?.stop();
    const waiting = { state: 'waiting', limit: LIMIT } as const;
    const parts = Object.fromEntries(this.#searching.order.map((name) => [name, waiting]));
    this.#cell.value = { comparison, request, ...parts } as Explained<Request, Views>;
    this.#next();
  }

  /** Ends a search with its results so far; the others continue. */
  stop(name: keyof Views & string): void {
    const part = this.#cell.value?.[name];
    if (part?.state === 'running') this.#running?.stop();
    if (part?.state === 'waiting') this.#update(name, { ...part, state: 'stopped' });
  }

  /** Repeats a search, for longer if there was not enough time. */
  again(name: keyof Views & string): void {
    const part = this.#cell.value?.[name];
    if (!part || part.state === 'running') return;
    const limit = part.state === 'ended' ? part.limit * LONGER : part.limit;
    this.#update(name, { state: 'waiting', limit });
    this.#next();
  }

  /** Starts the first waiting search, unless one is running. */
  async #next(): Promise<void> {
    const explained = this.#cell.value;
    if (this.#running || !explained) return;
    const name = this.#searching.order.find((each) => explained[each].state === 'waiting');
    if (!name) return;
    const { comparison } = explained;
    const { limit } = explained[name];
    const set = (part: Part<Views[keyof Views]>) => {
      if (this.#cell.value?.comparison === comparison) this.#update(name, part);
    };
    set({ state: 'running', progress: undefined, limit });
    const search = this.#searching.start(name, explained, limit, (progress) =>
      set({ state: 'running', progress, limit }),
    );
    this.#running = search;
    try {
      set({ state: 'ended', view: await search.answer, limit });
    } catch (error) {
      if (error instanceof CutOff) set({ state: 'stopped', limit });
      else {
        const message = error instanceof Error ? error.message : String(error);
        set({ state: 'failed', message, limit });
      }
    }
    this.#running = undefined;
    this.#next();
  }

  #update(name: keyof Views & string, part: Part<Views[keyof Views]>): void {
    const explained = this.#cell.value;
    if (explained) this.#cell.value = { ...explained, [name]: part };
  }
}
