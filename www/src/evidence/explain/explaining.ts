/**
 * Explains why two programs differ: three searches, one after the other, each shown when it has
 * ended.
 */

import type { Comparison } from '../../comparison/comparison';
import type { Inputs } from '../../comparison/contract';
import { CutOff, type EngineClient, type Running } from '../../engine/client';
import type {
  CauseView,
  ExplainRequest,
  MendView,
  Progress,
  RegionsView,
  Side,
} from '../../engine/types';
import type { Cell } from '../../kit/store';

/** Time limit of each search in milliseconds. */
const LIMIT = 20_000;

/** The factor for a search that is requested again. */
const LONGER = 4;

export interface Views {
  cause: CauseView;
  mend: MendView;
  regions: RegionsView;
}

export type PartName = keyof Views;

/** In display order. */
export const partNames: readonly PartName[] = ['cause', 'mend', 'regions'];

/**
 * In search order: the verdict's card shows the regions, and a fix selects the cause that explains
 * most.
 */
const searches: readonly PartName[] = ['regions', 'mend', 'cause'];

/** The status of a search; `limit` is its time limit in milliseconds. */
export type Part<View> =
  | { state: 'waiting'; limit: number }
  | { state: 'running'; progress: Progress | undefined; limit: number }
  | { state: 'ended'; view: View; limit: number }
  /** Cut off while the engine was busy, without results. */
  | { state: 'stopped'; limit: number }
  | { state: 'failed'; message: string; limit: number };

/** The explanation of a difference in progress. */
export type Explaining = {
  /** The start time of its comparison, which identifies it. */
  comparison: number;
  /** The compared programs, and the witness. */
  request: ExplainRequest;
} & { readonly [Name in PartName]: Part<Views[Name]> };

/** The result of a part, if there is one. */
export function found<Name extends PartName>(
  explaining: Explaining | undefined,
  name: Name,
): Views[Name] | undefined {
  const part = explaining?.[name];
  return part?.state === 'ended' ? (part.view as Views[Name]) : undefined;
}

/** The input on which a finished or stopped comparison found a difference. */
export function differenceOf({ status, difference }: Comparison): Inputs | undefined {
  switch (status.state) {
    case 'finished':
      return status.report.witness?.inputs;
    case 'stopped':
      return difference;
    case 'running':
    case 'failed':
      return undefined;
    default:
      return status satisfies never;
  }
}

/** Searches for explanations, and keeps those of the last requested comparison. */
export class ExplainControl {
  readonly #cell: Cell<Explaining | undefined>;
  readonly #engine: EngineClient;
  #running: Running<unknown> | undefined;

  constructor(cell: Cell<Explaining | undefined>, engine: EngineClient) {
    this.#cell = cell;
    this.#engine = engine;
  }

  /**
   * Explains the difference of a comparison, unless that is already explained. A fix never edits
   * the `reference`, if it is known.
   */
  open({ request, began }: Comparison, inputs: Inputs, reference?: Side): void {
    if (this.#cell.value?.comparison === began) return;
    const { left, right, options } = request;
    const { contract, fuel, names } = options;
    this.#running?.stop();
    const waiting = { state: 'waiting', limit: LIMIT } as const;
    this.#cell.value = {
      comparison: began,
      request: {
        left,
        right,
        ...(contract && { contract }),
        ...(names && { names }),
        ...(reference && { reference }),
        fuel,
        inputs,
      },
      cause: waiting,
      mend: waiting,
      regions: waiting,
    };
    this.#next();
  }

  /** Ends a search with its results so far; the others continue. */
  stop(name: PartName): void {
    const part = this.#cell.value?.[name];
    if (part?.state === 'running') this.#running?.stop();
    if (part?.state === 'waiting') this.#update({ [name]: { ...part, state: 'stopped' } });
  }

  /** Repeats a search, for longer if there was not enough time. */
  again(name: PartName): void {
    const part = this.#cell.value?.[name];
    if (!part || part.state === 'running') return;
    const limit = part.state === 'ended' ? part.limit * LONGER : part.limit;
    this.#update({ [name]: { state: 'waiting', limit } });
    this.#next();
  }

  /** Starts the first waiting search, unless one is running. */
  async #next(): Promise<void> {
    const explaining = this.#cell.value;
    if (this.#running || !explaining) return;
    const name = searches.find((each) => explaining[each].state === 'waiting');
    if (!name) return;
    const { comparison } = explaining;
    const { limit } = explaining[name];
    const set = (part: Part<Views[PartName]>) => {
      if (this.#cell.value?.comparison === comparison) this.#update({ [name]: part });
    };
    set({ state: 'running', progress: undefined, limit });
    const mend = found(explaining, 'mend');
    // A cause uses the words of the edited right program.
    const mended =
      mend?.report?.proved && mend.report.side === 'right' && mend.text
        ? { file: mend.file, text: mend.text }
        : undefined;
    const near = mend?.near ?? [];
    const request = {
      ...explaining.request,
      near,
      ...(mended && { mended }),
      milliseconds: limit,
    };
    const search = this.#engine.start(calls[name], [request], (progress) =>
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

  #update(change: Partial<Record<PartName, Part<Views[PartName]>>>): void {
    const explaining = this.#cell.value;
    if (explaining) this.#cell.value = { ...explaining, ...change } as Explaining;
  }
}

const calls = {
  cause: 'explainCause',
  mend: 'explainMend',
  regions: 'explainRegions',
} as const satisfies Record<PartName, string>;
