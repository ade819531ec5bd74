import type { Playground } from '../playground/playground';
import { toShared } from './opening';
import type { Shared } from './schema';

/**
 * The current work to share, with the receipt of its comparison, if that is requested and is about
 * exactly these programs and options. Undefined while an option is invalid.
 */
export function currentShare(app: Playground, withReceipt: boolean): Shared | undefined {
  const shared = toShared(app.work);
  return shared && withReceipt ? { ...shared, receipt: app.receiptFor(shared) } : shared;
}
