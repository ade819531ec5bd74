/** The texts of a program: files, their names, their lines. */

import type { SourceFile, Sources } from '../engine/sources';

/** The default name of a program's only file. */
export const MAIN = 'main.asm';

/** Maximum number of files of one program. */
export const MAX_FILES = 32;

/** Maximum length of a file's name. */
export const MAX_FILE_NAME = 60;

/** A program of one text in assembly. */
export const assemblySource = (text: string): Sources => [{ name: MAIN, text }];

/** The file of that name, otherwise the first. */
export function fileOf(sources: Sources, name: string | undefined): SourceFile {
  return sources.find((file) => file.name === name) ?? sources[0] ?? { name: MAIN, text: '' };
}

/** Sanitizes a file's name: no path, no invisible characters. */
export function asFileName(name: unknown): string {
  if (typeof name !== 'string') return '';
  return name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\,]/gu, '')
    .trim()
    .slice(0, MAX_FILE_NAME);
}

/** Whether a text of assembly is more likely one in WLP4. */
export const looksLikeWlp4 = (text: string): boolean => /^\s*(?:int|long)\s+\w+\s*\(/m.test(text);

export const wlp4Name = (name: string): string => name.replace(/(?:\.[^.]*)?$/, '.wlp4');

/** A name that no file of a program has: `name`, possibly with a number. */
export function freshName(sources: Sources, name: string): string {
  const taken = new Set(sources.map((file) => file.name));
  if (!taken.has(name)) return name;
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  for (let number = 2; ; number += 1) {
    const other = `${stem}${number}${ending}`;
    if (!taken.has(other)) return other;
  }
}

/** The whole program as one text: that of its file, or all of them under their names. */
export function wholeText(sources: Sources): string {
  const [first, second] = sources;
  if (first && !second) return first.text;
  return sources.map(({ name, text }) => `; ${name}\n${text.replace(/\n?$/, '\n')}`).join('\n');
}

/** The whole program for printing: the lines of each file with their numbers. */
export function numberedText(sources: Sources): string {
  const numbered = sources.map(({ name, text }) => {
    const lines = sourceLines(text.replace(/(\r\n?|\n)$/, ''));
    const width = String(lines.length).length;
    const rows = lines.map((line, at) => `${String(at + 1).padStart(width)}  ${line}`);
    return [...(sources.length > 1 ? [name] : []), ...rows, ''].join('\n');
  });
  return numbered.join('\n');
}

export const sourceLines = (text: string): string[] => text.split(/\r\n?|\n/);

/** The offset of a line as an editor counts it, with one character per line break. */
export function lineStart(text: string, line: number): number {
  const before = sourceLines(text).slice(0, line - 1);
  return before.reduce((sum, { length }) => sum + length + 1, 0);
}
