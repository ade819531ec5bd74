/** Looks for a proof of a comparison's claim that the kernel accepts, after the verdict. */

import type { Comparison } from '../../comparison/comparison';
import type { EngineClient, Running } from '../../engine/client';
import type { Cell } from '../../kit/store';
import type { Claim } from './claim';
import { proofRequest } from './proving';

/** Time limit in milliseconds: most proofs take less than one second. */
const LIMIT = 10_000;

/** The search for a proof of a comparison's claim. */
export interface Checking {
  /** That comparison's start time, which identifies it. */
  comparison: number;
  state: 'running' | 'accepted' | 'none';
}

/** Searches for proofs, and keeps the result for the last requested comparison. */
export class CheckingControl {
  readonly #cell: Cell<Checking | undefined>;
  readonly #engine: EngineClient;
  #running: Running<boolean> | undefined;

  constructor(cell: Cell<Checking | undefined>, engine: EngineClient) {
    this.#cell = cell;
    this.#engine = engine;
  }

  /** Searches for a proof of a comparison's claim, unless that was requested before. */
  async check({ request, began }: Comparison, claim: Claim): Promise<void> {
    if (this.#cell.value?.comparison === began) return;
    this.#running?.stop();
    const set = (state: Checking['state']) => {
      this.#cell.value = { comparison: began, state };
    };
    set('running');
    const asked = { ...proofRequest(request, claim), milliseconds: LIMIT };
    const search = this.#engine.start('checkClaim', [asked], () => undefined);
    this.#running = search;
    // Without an answer nothing is known, and nothing is claimed.
    const isAccepted = await search.answer.catch(() => false);
    if (this.#running === search) set(isAccepted ? 'accepted' : 'none');
  }
}
