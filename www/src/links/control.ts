import type { Cell } from '../kit/store';
import type { Work } from '../work/storage';
import type { LinkStatus } from './opening';
import type { Receipt, ReceiptCheck } from './receipt';
import type { Shared } from './schema';

/** The part of a playground's state about links. */
export interface LinkState {
  /** The status of the link in the address. */
  link: LinkStatus | undefined;
  /** The reader's own work from before a link was opened. */
  earlier: Work | undefined;
}

export const initialLink: LinkState = { link: undefined, earlier: undefined };

/**
 * Checks a receipt of programs for one machine: by running the witness, or by checking its
 * evidence. Undefined if nothing in it can be checked.
 */
export type CheckReceipt = (receipt: Receipt, shared: Shared) => Promise<ReceiptCheck> | undefined;

/** Controls the status of the last opened link. */
export class LinkControl {
  readonly #cell: Cell<LinkStatus | undefined>;
  readonly #check: CheckReceipt;

  constructor(cell: Cell<LinkStatus | undefined>, check: CheckReceipt) {
    this.#cell = cell;
    this.#check = check;
  }

  /** Shows a link's claim, and checks its receipt. */
  async claim(shared: Shared): Promise<void> {
    const { receipt } = shared;
    const checking = receipt && this.#check(receipt, shared);
    const state = checking ? 'running' : 'not-checked';
    const claim = receipt && { receipt, shared, check: { state } as const };
    this.#cell.value = { state: 'opened', claim };
    const check = await checking;
    const link = this.#cell.value;
    // Another link may have been opened meanwhile.
    if (!claim || !check || link?.state !== 'opened' || link.claim !== claim) return;
    this.#cell.value = { ...link, claim: { ...claim, check } };
  }
}
