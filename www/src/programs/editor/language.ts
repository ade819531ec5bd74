import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

import type { Syntax } from './syntax';

/** The styles of tokens, for all languages. */
export const colours: Extension = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.keyword, color: 'var(--code-mnemonic)', fontWeight: '600' },
    { tag: tags.variableName, color: 'var(--code-register)' },
    { tag: tags.number, color: 'var(--code-number)' },
    { tag: tags.labelName, color: 'var(--code-label)' },
    { tag: tags.comment, color: 'var(--code-comment)', fontStyle: 'italic' },
  ]),
);

interface Line {
  /** Whether an instruction's name may still follow on this line. */
  expectsName: boolean;
}

/**
 * Syntax colours of assembly. Only the names in `mnemonics` are shown as instructions; if it is
 * empty, all names are.
 */
export function assembly(syntax: Syntax, mnemonics: ReadonlySet<string>): Extension {
  const comment = new RegExp(`^${syntax.comments.source}`);
  return [
    StreamLanguage.define<Line>({
      name: 'assembly',
      startState: () => ({ expectsName: true }),
      copyState: (line) => ({ ...line }),
      languageData: { commentTokens: { line: syntax.comment } },
      tokenTable: { register: tags.variableName, label: tags.labelName },
      token(stream, line) {
        if (stream.sol()) line.expectsName = true;
        if (stream.eatSpace()) return null;
        if (stream.match(comment)) return 'comment';
        if (stream.match(/^[A-Za-z]\w*\s*:/)) return 'label';
        if (stream.match(syntax.register)) return 'register';
        if (stream.match(/^[-+]?(0[xX][0-9a-fA-F]+|\d+)/)) return 'number';
        if (stream.match(/^(?:\.\w+|[A-Za-z]\w*(?:\.\w+)?)/)) {
          if (!line.expectsName) return 'label';
          line.expectsName = false;
          const name = syntax.anyCase ? stream.current().toLowerCase() : stream.current();
          return mnemonics.size === 0 || mnemonics.has(name) ? 'keyword' : null;
        }
        stream.next();
        return null;
      },
    }),
    colours,
  ];
}
