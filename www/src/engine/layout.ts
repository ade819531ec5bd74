/** Whether a difference depends on the memory layout, for a verdict. */

import type { Report } from '../../generated/tamarin';
import type { LayoutRequest } from '../../generated/tamarin_tools';
import { tools } from './tools';
import type { Options } from './types';

/** A report with its witness's results in other layouts. */
export async function withLayout(
  report: Report,
  { left, right, options }: Pick<LayoutRequest, 'left' | 'right'> & { options: Options },
): Promise<Report> {
  const { witness, reason, summary } = report;
  // The Tamarin paper has no layouts.
  if (!witness || options.strategy !== 'product') return report;
  const request: LayoutRequest = {
    left,
    right,
    ...(options.contract && { contract: options.contract }),
    inputs: witness.inputs,
    fuel: Math.max(options.fuel, witness.left.steps, witness.right.steps),
  };
  const { layout, message } = (await tools()).layout(request);
  const found = { ...witness, layout };
  const note = { id: 'layout', args: {}, text: message.trimStart() } as const;
  return {
    ...report,
    witness: found,
    reason: { ...reason, message: reason.message + message },
    summary: message === '' ? summary : { ...summary, notes: [...summary.notes, note] },
  };
}
