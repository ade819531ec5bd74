import type { EngineClient } from '../engine/client';
import type { Cell } from '../kit/store';
import type { Work } from '../work/storage';
import { type Claim, claimOf, type LinkStatus } from './opening';
import { check, checkProof, LIMIT, proofOf, replayRequest } from './receipt';
import type { Shared } from './schema';

/** The part of a playground's state about links. */
export interface LinkState {
  /** The status of the link in the address. */
  link: LinkStatus | undefined;
  /** The reader's own work from before a link was opened. */
  earlier: Work | undefined;
}

export const initialLink: LinkState = { link: undefined, earlier: undefined };

/** Controls the status of the last opened link. */
export class LinkControl {
  readonly #cell: Cell<LinkStatus | undefined>;
  readonly #engine: EngineClient;
  readonly #proofEngine: () => EngineClient;

  /** `proofEngine` checks certificates, so that a comparison does not wait for that. */
  constructor(
    cell: Cell<LinkStatus | undefined>,
    engine: EngineClient,
    proofEngine: () => EngineClient,
  ) {
    this.#cell = cell;
    this.#engine = engine;
    this.#proofEngine = proofEngine;
  }

  /**
   * Shows a link's claim, and checks its receipt: by running the witness, or by checking its
   * certificate.
   */
  async claim(shared: Shared): Promise<void> {
    const claim = claimOf(shared);
    this.#cell.value = { state: 'opened', claim };
    if (!claim) return;
    const { receipt } = claim;
    const request = replayRequest(receipt, claim.request);
    const proof = proofOf(receipt, claim.request);
    const settle = (result: Claim['check']) => {
      const link = this.#cell.value;
      // Another link may have been opened meanwhile.
      if (link?.state !== 'opened' || link.claim !== claim) return;
      this.#cell.value = { ...link, claim: { ...claim, check: result } };
    };
    const failed = (state: 'failed' | 'unproved') => (error: Error) =>
      settle({ state, message: error.message });
    if (request) {
      await this.#engine
        .call('replay', request)
        // If a run is only proved to go on for ever, the finder's link also relies on that proof.
        .then((replay) =>
          replay.agreement === 'inconclusive'
            ? this.#proofEngine().call('proveReplay', request, LIMIT)
            : replay,
        )
        .then((replay) => settle(check(receipt, replay)), failed('failed'));
    } else if (proof) {
      const session = this.#proofEngine().open('proof', proof);
      await session.opened
        .then(() => session.call('view'))
        .then((view) => settle(checkProof(receipt, view)), failed('unproved'));
      session.close();
    }
  }
}
