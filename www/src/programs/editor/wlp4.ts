/** Syntax colours and diagnostics of WLP4, loaded when such a file is first shown. */

import { StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

import '../tm-array-hint';

const keywords = new Set([
  ...['int', 'long', 'wain', 'if', 'else', 'while', 'return', 'println', 'putchar', 'getchar'],
  ...['new', 'delete', 'NULL'],
]);

export const wlp4: Extension = StreamLanguage.define({
  name: 'wlp4',
  languageData: { commentTokens: { line: '//' } },
  tokenTable: { procedure: tags.labelName },
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/\/.*/)) return 'comment';
    if (stream.match(/^\d+/)) return 'number';
    if (stream.match(/^[A-Za-z][A-Za-z0-9]*/)) {
      if (keywords.has(stream.current())) return 'keyword';
      return stream.match(/^\s*\(/, false) ? 'procedure' : null;
    }
    stream.next();
    return null;
  },
});
