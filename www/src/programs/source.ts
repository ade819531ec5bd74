/** Lines of a program's text. */

export const sourceLines = (text: string): string[] => text.split(/\r\n?|\n/);

/** Where a line begins, as an editor counts, which has one sign for each line's end. */
export function lineStart(text: string, line: number): number {
  const before = sourceLines(text).slice(0, line - 1);
  return before.reduce((sum, { length }) => sum + length + 1, 0);
}
