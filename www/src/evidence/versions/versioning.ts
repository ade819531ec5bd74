/** What changed between two versions of a program, as the engine finds it when somebody asks. */

import type { Comparison } from '../../comparison/comparison';
import { CutOff, type EngineClient, type Running } from '../../engine/client';
import type { VersionsRequest, VersionsView } from '../../engine/types';
import type { Cell } from '../../kit/store';

/** How long it may take, and as long again for the search for a difference, in milliseconds. */
const LIMIT = 20_000;

/** Two versions that are compared, or were. */
export type Versioning = {
  /** When their comparison began, which names it. */
  comparison: number;
  /** The programs as they were compared. */
  request: VersionsRequest;
} & (
  | { state: 'running' }
  | { state: 'ended'; view: VersionsView }
  | { state: 'stopped' }
  | { state: 'failed'; message: string }
);

/** Compares versions, and keeps what was found of the last ones. */
export class VersionsControl {
  readonly #cell: Cell<Versioning | undefined>;
  readonly #engine: EngineClient;
  #running: Running<VersionsView | null> | undefined;

  constructor(cell: Cell<Versioning | undefined>, engine: EngineClient) {
    this.#cell = cell;
    this.#engine = engine;
  }

  /** Compares the programs of a comparison as versions, unless they are what is compared. */
  open(comparison: Comparison): void {
    if (this.#cell.value?.comparison !== comparison.began) this.again(comparison);
  }

  /** Compares them, once more where they were. */
  async again({ request, began }: Comparison): Promise<void> {
    this.#running?.stop();
    const { left, right, options } = request;
    const { contract } = options;
    const asked = { left, right, ...(contract && { contract }), milliseconds: LIMIT };
    const of = { comparison: began, request: asked };
    const running = this.#engine.start('compareVersions', [asked], () => {});
    this.#running = running;
    const set = (versioning: Versioning) => {
      if (this.#running === running) this.#cell.set(versioning);
    };
    set({ ...of, state: 'running' });
    try {
      const view = await running.answer;
      set(view ? { ...of, state: 'ended', view } : { ...of, state: 'stopped' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      set(
        error instanceof CutOff ? { ...of, state: 'stopped' } : { ...of, state: 'failed', message },
      );
    }
  }

  stop(): void {
    this.#running?.stop();
  }
}
