/** Programs from files, and programs and their comparison to files. */

import type { Comparison } from '../comparison/comparison';
import type { CompareRequest, Report, Side } from '../engine/types';
import { download } from '../kit/download';
import { files as messages } from '../work/messages';

/** The largest file that is opened, in bytes: a text of the largest sensible program. */
export const MAX_FILE = 1_000_000;

/** Why files were not opened, in words. */
export class FileTrouble extends Error {
  override readonly name = 'FileTrouble';
}

/** The text of machine code; rejects with what is wrong with it. */
export type Disassemble = (bytes: Uint8Array) => Promise<string>;

/** How names of files end that hold words, not text. */
const codes = /\.(?:mips|merl)$/i;

/**
 * The programs of some files: one for the side on which they were dropped,
 * or two for both. Throws a `FileTrouble` where that cannot be, and then
 * nothing has changed.
 */
export async function readPrograms(
  side: Side,
  list: readonly File[],
  disassemble: Disassemble,
): Promise<Partial<Record<Side, string>>> {
  const [first, second, third] = list;
  if (!first) return {};
  if (third) throw new FileTrouble(messages.tooMany(list.length));
  const read = (file: File) => readProgram(file, disassemble);
  if (!second) return { [side]: await read(first) };
  const [left, right] = await Promise.all([read(first), read(second)]);
  return { left, right };
}

async function readProgram(file: File, disassemble: Disassemble): Promise<string> {
  if (file.size > MAX_FILE)
    throw new FileTrouble(messages.tooLarge(file.name, file.size, MAX_FILE));
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    throw new FileTrouble(messages.unreadable(file.name));
  }
  if (codes.test(file.name)) {
    try {
      return await disassemble(new Uint8Array(bytes));
    } catch (error) {
      throw new FileTrouble(messages.notCode(file.name, (error as Error).message));
    }
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // No text has these; UTF-16 and machine code do.
    if (text.includes('\0')) throw new FileTrouble(messages.notText(file.name));
    return text.replaceAll(/\r\n?/g, '\n');
  } catch {
    throw new FileTrouble(messages.notText(file.name));
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
