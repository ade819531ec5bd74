/** Searches for what explains a difference, which the worker loads when one is first asked for. */

import type * as Proofs from '../../generated/tamarin_proofs';
import type { Call } from './calls';
import { proofs } from './tools';
import { bothCompiled } from './translate';
import type { ExplainRequest, Progress } from './types';

/** How often the page is told how far a search has come, in milliseconds. */
const FRAME = 100;

type Explained<Name extends 'explain_cause' | 'explain_mend' | 'explain_regions'> = ReturnType<
  (typeof Proofs)[Name]
>;

export async function explain<Name extends 'explain_cause' | 'explain_mend' | 'explain_regions'>(
  name: Name,
  call: Call<Progress>,
  request: ExplainRequest,
): Promise<Awaited<Explained<Name>>> {
  const part = await proofs();
  let told = 0;
  const pause = async () => {
    await call.breathe();
    return !call.isStopped;
  };
  const host = {
    pause,
    progress(progress: Progress) {
      if (performance.now() - told >= FRAME) {
        call.update(progress);
        told = performance.now();
      }
      return pause();
    },
  };
  const answer: unknown = await part[name](await bothCompiled(request), host);
  return answer as Awaited<Explained<Name>>;
}
