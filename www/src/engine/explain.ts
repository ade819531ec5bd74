/** The searches for explanations, which the worker loads at the first request. */

import type * as Proofs from '../../generated/tamarin_proofs';
import type { Call } from './call';
import { searchHost } from './searching';
import { proofs } from './tools';
import { bothCompiled } from './translate';
import type { ExplainRequest, Progress, VersionsRequest } from './types';

type Search =
  | 'explain_cause'
  | 'explain_mend'
  | 'explain_regions'
  | 'explain_second'
  | 'compare_versions';

type Explained<Name extends Search> = ReturnType<(typeof Proofs)[Name]>;

export async function explain<Name extends Search>(
  name: Name,
  call: Call<Progress>,
  request: ExplainRequest | VersionsRequest,
): Promise<Awaited<Explained<Name>>> {
  const part = await proofs();
  const host = searchHost(call);
  const search = part[name] as (request: unknown, searcher: typeof host) => unknown;
  const answer = await search(await bothCompiled(request), host);
  return answer as Awaited<Explained<Name>>;
}

/** Proves the user's own patterns, for comparisons by the same engine. */
export async function provePatterns(call: Call<Progress>, text: string, milliseconds: number) {
  return (await proofs()).prove_patterns(text, milliseconds, searchHost(call));
}
