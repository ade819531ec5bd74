import type { EngineClient } from '../engine/client';
import type { Cell } from '../kit/store';
import { type Claim, claimOf, type LinkStatus } from './opening';
import { check, replayRequest } from './receipt';
import type { Shared } from './schema';

/** What came of the link that was opened last. */
export class LinkControl {
  readonly #cell: Cell<LinkStatus | undefined>;
  readonly #engine: EngineClient;

  constructor(cell: Cell<LinkStatus | undefined>, engine: EngineClient) {
    this.#cell = cell;
    this.#engine = engine;
  }

  /** Tells what a link claims, and checks its receipt by running the witness. */
  async claim(shared: Shared): Promise<void> {
    const claim = claimOf(shared);
    this.#cell.set({ state: 'opened', claim });
    const request = claim && replayRequest(claim.receipt, claim.request);
    if (!request) return;
    const settle = (result: Claim['check']) => {
      const link = this.#cell.value;
      // Another link may have been opened meanwhile.
      if (link?.state !== 'opened' || link.claim !== claim) return;
      this.#cell.set({ ...link, claim: { ...claim, check: result } });
    };
    try {
      settle(check(claim.receipt, await this.#engine.call('replay', request)));
    } catch (error) {
      settle({ state: 'failed', message: String((error as Error).message) });
    }
  }
}
