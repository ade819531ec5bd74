/** Programs from files, and programs and their comparison to files. */

import type { Comparison } from './comparison';
import { download } from './download';
import type { CompareRequest, Report, Side } from './engine/types';
import { files as words } from './messages/comfort';

/** The largest file that is opened, in bytes: a text of the largest sensible program. */
export const MAX_FILE = 1_000_000;

/** Why files were not opened, in words. */
export class FileTrouble extends Error {
  override readonly name = 'FileTrouble';
}

/**
 * The programs of some files: one for the side on which they were dropped,
 * or two for both. Throws a `FileTrouble` where that cannot be, and then
 * nothing has changed.
 */
export async function readPrograms(
  side: Side,
  list: readonly File[],
): Promise<Partial<Record<Side, string>>> {
  const [first, second, third] = list;
  if (!first) return {};
  if (third) throw new FileTrouble(words.tooMany(list.length));
  if (!second) return { [side]: await readProgram(first) };
  const [left, right] = await Promise.all([readProgram(first), readProgram(second)]);
  return { left, right };
}

async function readProgram(file: File): Promise<string> {
  if (file.size > MAX_FILE) throw new FileTrouble(words.tooLarge(file.name, file.size, MAX_FILE));
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    throw new FileTrouble(words.unreadable(file.name));
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // No text has these; UTF-16 and machine code do.
    if (text.includes('\0')) throw new FileTrouble(words.notText(file.name));
    return text.replaceAll(/\r\n?/g, '\n');
  } catch {
    throw new FileTrouble(words.notText(file.name));
  }
}

export function saveProgram(side: Side, text: string): void {
  download(`${side}.asm`, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}

/** What `verdict.json` holds. */
export interface VerdictFile {
  engine: string;
  options: CompareRequest['options'];
  report: Report;
}

/** The comparison, if it has come to a verdict. */
export function finished(
  comparison: Comparison | undefined,
): { comparison: Comparison; report: Report } | undefined {
  const status = comparison?.status;
  return comparison && status?.state === 'finished'
    ? { comparison, report: status.report }
    : undefined;
}
