import { LitElement } from 'lit';

import type { Comparison } from '../comparison/comparison';
import type { NumberFormat } from '../kit/numbers';
import { PAGE } from '../kit/table';

/** A list of a comparison's events, folded where it is long, whose rows open. */
export class EvidenceList extends LitElement {
  static override properties = {
    comparison: { attribute: false },
    numbers: {},
    open: { state: true },
    limit: { state: true },
  };

  declare comparison: Comparison | undefined;
  declare numbers: NumberFormat;
  /** The numbers of the rows that are open. */
  declare open: ReadonlySet<number>;
  /** How many rows are shown before the gap. */
  declare limit: number;

  constructor() {
    super();
    this.comparison = undefined;
    this.numbers = 'unsigned';
    this.open = new Set();
    this.limit = PAGE;
  }

  /** Another comparison begins with all rows closed. */
  override willUpdate(changed: Map<string, unknown>): void {
    const before = changed.get('comparison') as Comparison | undefined;
    if (before && before.began !== this.comparison?.began) {
      this.open = new Set();
      this.limit = PAGE;
    }
  }

  protected get strategy() {
    return this.comparison?.request.options.strategy ?? 'product';
  }

  protected toggle(number: number): void {
    const open = new Set(this.open);
    if (!open.delete(number)) open.add(number);
    this.open = open;
  }
}
