/** A comparison as a zip archive, to submit, mail or keep. */

import { strToU8, zipSync } from 'fflate';

import { type Comparison, type Query, queryRequest } from '../comparison/comparison';
import { isWlp4, type Sources } from '../engine/sources';
import type { QueryTextRequest, Report, Side } from '../engine/types';
import type { VerdictFile } from '../programs/files';
import { bundle as messages } from './messages';

/** Maximum number of queries in a bundle; its README says how many there were. */
export const MAX_QUERIES = 200;

// The same comparison gives the same bytes: zip dates begin in 1980.
const MTIME = new Date(1980, 0, 1);

/** The archive. Its programs are those of the verdict, even if the editors have changed. */
export async function makeBundle(
  comparison: Comparison,
  report: Report,
  engine: string,
  queryText: (request: QueryTextRequest) => Promise<string>,
): Promise<Blob> {
  const { request, queries } = comparison;
  const verdict: VerdictFile = { engine, options: request.options, report };
  const kept = queries.slice(0, MAX_QUERIES);
  const [left, right] = [filesOf('left', request.left), filesOf('right', request.right)];
  const programs = [Object.keys(left).join(), Object.keys(right).join()] as const;
  const entries: Record<string, string> = {
    ...left,
    ...right,
    'verdict.json': `${JSON.stringify(verdict, null, 2)}\n`,
    'README.txt': messages.readme(engine, report.verdict, kept.length, queries.length, programs),
  };
  for (const query of kept) {
    const asked = queryRequest(comparison, query);
    if (asked) entries[`queries/${fileName(query)}`] = await queryText(asked);
  }
  const files = Object.fromEntries(
    Object.entries(entries).map(([name, text]) => [name, strToU8(text)]),
  );
  // A blob needs a plain array buffer.
  return new Blob([new Uint8Array(zipSync(files, { mtime: MTIME }))], { type: 'application/zip' });
}

/** A program of one assembly file under its side's name, others in a folder. */
function filesOf(side: Side, sources: Sources): Record<string, string> {
  const [first, second] = sources;
  if (first && !second && !isWlp4(first)) return { [`${side}.asm`]: first.text };
  return Object.fromEntries(sources.map(({ name, text }) => [`${side}/${name}`, text]));
}

const fileName = ({ number }: Query) => `query-${String(number).padStart(4, '0')}.smt2`;
