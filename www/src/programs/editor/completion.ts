import { type CompletionSource, completeFromList } from '@codemirror/autocomplete';

import type { EditorSymbol, InstructionInfo } from '../../engine/types';
import type { Syntax } from './syntax';

/** Completes an instruction, a register or a label at the cursor. */
export function completion(
  syntax: Syntax,
  instructions: readonly InstructionInfo[],
  symbols: (text: string) => Promise<readonly EditorSymbol[]>,
): CompletionSource {
  const names = completeFromList(
    [...instructions, ...syntax.directives].map(({ mnemonic, operands, effect }) => ({
      label: mnemonic,
      detail: operands,
      info: effect,
      type: 'keyword',
    })),
  );
  const registers = syntax.registers.map(({ name, detail }) => ({
    label: name,
    detail,
    type: 'variable',
  }));
  const beginning = new RegExp(`^${syntax.beginning.source}$`);
  return async (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    if (syntax.comments.test(before)) return null;
    if (/^(\s*[A-Za-z]\w*\s*:)*\s*(?:\.?\w*|\w+\.\w*)$/.test(before)) return names(context);
    const register = context.matchBefore(syntax.beginning);
    const word = context.matchBefore(/[A-Za-z]\w*/);
    // A register may look like a label: then both are offered.
    if (register && !word) return { from: register.from, options: registers, validFor: beginning };
    if (!word && !context.explicit) return null;
    const defined = (await symbols(context.state.doc.toString())).filter(
      ({ definitions }) => definitions.length > 0,
    );
    const labels = defined.map(({ name }) => ({ label: name, type: 'constant' }));
    return {
      from: word?.from ?? context.pos,
      options: word && !register ? labels : [...labels, ...registers],
      validFor: /^\w*$/,
    };
  };
}
