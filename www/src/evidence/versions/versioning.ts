/** The changes between two versions of a program, computed by the engine on request. */

import type { Comparison } from '../../comparison/comparison';
import { CutOff, type EngineClient, type Running } from '../../engine/client';
import type {
  PatternProblem,
  PatternProved,
  PatternsProved,
  Progress,
  VersionsRequest,
  VersionsView,
} from '../../engine/types';
import type { Cell } from '../../kit/store';
import { loadPatterns, savePatterns } from './patterns';

/** Time limit in milliseconds, and again for the search for a difference. */
const LIMIT = 20_000;
/** Time limit in milliseconds for proving the user's own patterns. */
const PROOF_LIMIT = 600_000;

/** A comparison of two versions, running or finished. */
export type Versioning = {
  /** The start time of their comparison, which identifies it. */
  comparison: number;
  /** The compared programs. */
  request: VersionsRequest;
} & (
  | { state: 'proving'; progress: Progress | undefined }
  | { state: 'refused'; problem: PatternProblem }
  | { state: 'running' }
  | { state: 'ended'; view: VersionsView; patterns: readonly PatternProved[] }
  | { state: 'stopped' }
  | { state: 'failed'; message: string }
);

type AnyRunning = Running<VersionsView | PatternsProved | null>;

/** Compares versions, and keeps the last results. */
export class VersionsControl {
  readonly #cell: Cell<Versioning | undefined>;
  readonly #engine: EngineClient;
  readonly #keeps: boolean;
  #patterns: string;
  #running: AnyRunning | undefined;

  constructor(cell: Cell<Versioning | undefined>, engine: EngineClient, keeps: boolean) {
    this.#cell = cell;
    this.#engine = engine;
    this.#keeps = keeps;
    this.#patterns = keeps ? loadPatterns() : '';
  }

  /** The user's own patterns, as typed. */
  get patterns(): string {
    return this.#patterns;
  }

  write(patterns: string): void {
    this.#patterns = patterns;
    if (this.#keeps) savePatterns(patterns);
  }

  /** Compares a comparison's programs as versions, unless that was already done. */
  open(comparison: Comparison): void {
    if (this.#cell.value?.comparison !== comparison.began) this.again(comparison);
  }

  /** Compares them, or repeats it. */
  async again({ request, began }: Comparison): Promise<void> {
    this.#running?.stop();
    const { left, right, options } = request;
    const { contract } = options;
    const text = this.#patterns.trim() === '' ? undefined : this.#patterns;
    const asked = {
      ...{ left, right, milliseconds: LIMIT },
      ...(contract && { contract }),
      ...(text && { patterns: text }),
    };
    const of = { comparison: began, request: asked };
    let running: AnyRunning | undefined;
    const begin = (begun: AnyRunning) => {
      running = begun;
      this.#running = begun;
    };
    const set = (versioning: Versioning) => {
      if (this.#running === running) this.#cell.value = versioning;
    };
    try {
      let patterns: readonly PatternProved[] = [];
      if (text) {
        const proving = this.#engine.start('provePatterns', [text, PROOF_LIMIT], (progress) =>
          set({ ...of, state: 'proving', progress }),
        );
        begin(proving);
        set({ ...of, state: 'proving', progress: undefined });
        const proved = await proving.answer;
        if (!proved) return set({ ...of, state: 'stopped' });
        const { problem } = proved;
        if (problem) return set({ ...of, state: 'refused', problem });
        if (this.#running !== running) return;
        patterns = proved.patterns;
      }
      const comparing = this.#engine.start('compareVersions', [asked], () => {});
      begin(comparing);
      set({ ...of, state: 'running' });
      const view = await comparing.answer;
      set(view ? { ...of, state: 'ended', view, patterns } : { ...of, state: 'stopped' });
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
