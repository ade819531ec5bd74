import { type CompletionSource, completeFromList } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';

import type { InstructionInfo } from '../engine/types';

/** Completes instructions at the start of a line and labels behind one. */
export function completion(instructions: readonly InstructionInfo[]): CompletionSource {
  const names = completeFromList(
    instructions.map(({ mnemonic, operands, effect }) => ({
      label: mnemonic,
      detail: operands,
      info: effect,
      type: 'keyword',
    })),
  );
  return (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    if (/[;#]|\/\//.test(before)) return null;
    if (/^(\s*[A-Za-z]\w*\s*:)*\s*\.?\w*$/.test(before)) return names(context);
    const word = context.matchBefore(/[A-Za-z]\w*/);
    if (!word && !context.explicit) return null;
    return {
      from: word?.from ?? context.pos,
      options: labelsOf(context.state).map((label) => ({ label, type: 'constant' })),
    };
  };
}

/** Says what an instruction does when the pointer rests on it. */
export function instructionHelp(instructions: readonly InstructionInfo[]) {
  const byName = new Map(instructions.map((info) => [info.mnemonic, info]));
  return hoverTooltip((view, position) => {
    const line = view.state.doc.lineAt(position);
    const code = line.text.replace(/(;|#|\/\/).*/, '');
    for (const match of code.matchAll(/\.?[A-Za-z]\w*/g)) {
      const from = line.from + match.index;
      const to = from + match[0].length;
      const info = byName.get(match[0].toLowerCase());
      if (position < from || position > to || !info) continue;
      return {
        pos: from,
        end: to,
        above: true,
        create: () => {
          const dom = document.createElement('div');
          dom.className = 'instruction-help';
          const form = dom.appendChild(document.createElement('code'));
          form.textContent = `${info.mnemonic} ${info.operands}`;
          const effect = dom.appendChild(document.createElement('div'));
          effect.textContent = info.effect;
          return { dom };
        },
      };
    }
    return null;
  });
}

function labelsOf(state: EditorState): string[] {
  const text = state.doc.toString().replaceAll(/(;|#|\/\/).*/g, '');
  return [...text.matchAll(/([A-Za-z]\w*)\s*:/g)].flatMap((match) => match[1] ?? []);
}
