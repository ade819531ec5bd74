/** Searches for what explains a difference, which the worker loads when one is first asked for. */

import type * as Proofs from '../../generated/tamarin_proofs';
import type { Call } from './calls';
import { searchHost } from './searching';
import { proofs } from './tools';
import { bothCompiled } from './translate';
import type { ExplainRequest, Progress } from './types';

type Explained<Name extends 'explain_cause' | 'explain_mend' | 'explain_regions'> = ReturnType<
  (typeof Proofs)[Name]
>;

export async function explain<Name extends 'explain_cause' | 'explain_mend' | 'explain_regions'>(
  name: Name,
  call: Call<Progress>,
  request: ExplainRequest,
): Promise<Awaited<Explained<Name>>> {
  const part = await proofs();
  const answer: unknown = await part[name](await bothCompiled(request), searchHost(call));
  return answer as Awaited<Explained<Name>>;
}
