/** Reads programs from files, and saves programs and comparisons to files. */

import type { Comparison } from '../comparison/comparison';
import type { SourceFile, Sources } from '../engine/sources';
import type { CompareRequest, Report, Side } from '../engine/types';
import { download } from '../kit/download';
import { files as messages } from '../work/messages';
import { asFileName, freshName, MAIN, MAX_FILES } from './source';

/** Maximum size of an opened file in bytes: a text of the largest sensible program. */
export const MAX_FILE = 1_000_000;

/** Why files were not opened, as a message. */
export class FileTrouble extends Error {
  override readonly name = 'FileTrouble';
}

/** The text of a binary file; null for a text file. Rejects with the error. */
export type Disassemble = (name: string, bytes: Uint8Array) => Promise<string | null>;

/** The files of a program. Throws a `FileTrouble` if one cannot be read. */
export async function readFiles(
  list: readonly File[],
  disassemble: Disassemble,
): Promise<SourceFile[]> {
  if (list.length > MAX_FILES) throw new FileTrouble(messages.tooMany(list.length, MAX_FILES));
  const files: SourceFile[] = [];
  for (const file of list) {
    const read = await readFile(file, disassemble);
    files.push({ ...read, name: freshName(files, read.name) });
  }
  return files;
}

async function readFile(file: File, disassemble: Disassemble): Promise<SourceFile> {
  if (file.size > MAX_FILE)
    throw new FileTrouble(messages.tooLarge(file.name, file.size, MAX_FILE));
  let buffer: ArrayBuffer;
  try {
    buffer = await file.arrayBuffer();
  } catch {
    throw new FileTrouble(messages.unreadable(file.name));
  }
  const name = asFileName(file.name) || MAIN;
  const code = await disassemble(file.name, new Uint8Array(buffer)).catch((error: Error) => {
    throw new FileTrouble(messages.notCode(file.name, error.message));
  });
  // Disassembly is a text in assembly.
  if (code !== null) return { name: name.replace(/(?:\.(?:merl|mips))?$/i, '.asm'), text: code };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(buffer);
    // No text contains zeros; UTF-16 does.
    if (text.includes('\0')) throw new FileTrouble(messages.notText(file.name));
    return { name, text: text.replaceAll(/\r\n?/g, '\n') };
  } catch {
    throw new FileTrouble(messages.notText(file.name));
  }
}

/** Saves a program: a single unnamed file gets its side's name. */
export function saveProgram(side: Side, sources: Sources): void {
  for (const { name, text } of sources) {
    const isUnnamed = sources.length === 1 && name === MAIN;
    const blob = new Blob([text], { type: 'text/plain;charset=utf-8' });
    download(isUnnamed ? `${side}.asm` : name, blob);
  }
}

/** The content of `verdict.json`. */
export interface VerdictFile {
  engine: string;
  options: CompareRequest['options'];
  report: Report;
}

/** The comparison, if it has a verdict. */
export function finished(
  comparison: Comparison | undefined,
): { comparison: Comparison; report: Report } | undefined {
  const status = comparison?.status;
  return comparison && status?.state === 'finished'
    ? { comparison, report: status.report }
    : undefined;
}
