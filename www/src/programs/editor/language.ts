import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

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
 * Syntax colours of assembly. Only the names in `mnemonics` are shown as instructions, in any case;
 * if it is empty, all names are.
 */
export function assembly(mnemonics: ReadonlySet<string>): Extension {
  return [
    StreamLanguage.define<Line>({
      name: 'cs241-mips',
      startState: () => ({ expectsName: true }),
      copyState: (line) => ({ ...line }),
      languageData: { commentTokens: { line: ';' } },
      tokenTable: { register: tags.variableName, label: tags.labelName },
      token(stream, line) {
        if (stream.sol()) line.expectsName = true;
        if (stream.eatSpace()) return null;
        if (stream.match(/^(;|#|\/\/).*/)) return 'comment';
        if (stream.match(/^[A-Za-z]\w*\s*:/)) return 'label';
        if (stream.match(/^\$\d+/)) return 'register';
        if (stream.match(/^[-+]?(0[xX][0-9a-fA-F]+|\d+)/)) return 'number';
        if (stream.match(/^\.?[A-Za-z]\w*/)) {
          if (!line.expectsName) return 'label';
          line.expectsName = false;
          const name = stream.current().toLowerCase();
          return mnemonics.size === 0 || mnemonics.has(name) ? 'keyword' : null;
        }
        stream.next();
        return null;
      },
    }),
    colours,
  ];
}
