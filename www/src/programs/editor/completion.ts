import { type CompletionSource, completeFromList } from '@codemirror/autocomplete';

import type { EditorSymbol, InstructionInfo } from '../../engine/types';
import { language as messages } from '../messages';

/** Completes an instruction, a register or a label at the cursor. */
export function completion(
  instructions: readonly InstructionInfo[],
  symbols: (text: string) => Promise<readonly EditorSymbol[]>,
): CompletionSource {
  const names = completeFromList(
    [...instructions, ...messages.directives].map(({ mnemonic, operands, effect }) => ({
      label: mnemonic,
      detail: operands,
      info: effect,
      type: 'keyword',
    })),
  );
  const registers = Array.from({ length: 32 }, (_, number) => ({
    label: `$${number}`,
    detail: messages.registers[number] ?? '',
    type: 'variable',
  }));
  return async (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    if (/[;#]|\/\//.test(before)) return null;
    if (/^(\s*[A-Za-z]\w*\s*:)*\s*\.?\w*$/.test(before)) return names(context);
    const register = context.matchBefore(/\$\d*/);
    if (register) return { from: register.from, options: registers, validFor: /^\$\d*$/ };
    const word = context.matchBefore(/[A-Za-z]\w*/);
    if (!word && !context.explicit) return null;
    const defined = (await symbols(context.state.doc.toString())).filter(
      ({ definitions }) => definitions.length > 0,
    );
    const labels = defined.map(({ name }) => ({ label: name, type: 'constant' }));
    return {
      from: word?.from ?? context.pos,
      options: word ? labels : [...labels, ...registers],
      validFor: /^\w*$/,
    };
  };
}
