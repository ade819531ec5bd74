import { type Extension, Facet } from '@codemirror/state';
import {
  activateHover,
  type Command,
  closeHoverTooltips,
  EditorView,
  hasHoverTooltips,
  hoverTooltip,
  type Tooltip,
} from '@codemirror/view';

import type { InstructionInfo } from '../../engine/types';
import { language as messages } from '../messages';

const helpOf = Facet.define<Command>();

/** Says what an instruction does when the pointer rests on it, or on request. */
export function instructionHelp(instructions: readonly InstructionInfo[]): Extension {
  const byName = new Map(
    [...instructions, ...messages.directives].map((info) => [info.mnemonic, info]),
  );
  const tooltip = hoverTooltip((view, at) => helpAt(view, at, byName));
  const show: Command = (view) => {
    if (hasHoverTooltips(view.state)) {
      view.dispatch({ effects: closeHoverTooltips });
      return true;
    }
    const line = view.state.doc.lineAt(view.state.selection.main.head);
    const found = nameIn(line.text, byName);
    if (!found) {
      view.dispatch({ effects: EditorView.announce.of(messages.noInstructionHere) });
      return true;
    }
    const { info, index } = found;
    activateHover(view, line.from + index, 1, {
      tooltip,
      until: (transaction) => transaction.docChanged || transaction.selection !== undefined,
    });
    // A tooltip is for the eye; this is for the ear.
    view.dispatch({
      effects: EditorView.announce.of(`${info.mnemonic} ${info.operands}: ${info.effect}`),
    });
    return true;
  };
  return [tooltip, helpOf.of(show)];
}

/** Shows the help for the instruction on the cursor's line, or puts it away. */
export const showHelp: Command = (view) => view.state.facet(helpOf).some((show) => show(view));

function helpAt(
  view: EditorView,
  position: number,
  byName: ReadonlyMap<string, InstructionInfo>,
): Tooltip | null {
  const line = view.state.doc.lineAt(position);
  const found = nameIn(line.text, byName, position - line.from);
  if (!found) return null;
  const { info, index, length } = found;
  return {
    pos: line.from + index,
    end: line.from + index + length,
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

/** The instruction of a line, or the one at a place of it. */
function nameIn(line: string, byName: ReadonlyMap<string, InstructionInfo>, at?: number) {
  const code = line.replace(/(;|#|\/\/).*/, '');
  for (const { 0: name, index } of code.matchAll(/\.?[A-Za-z]\w*/g)) {
    const info = byName.get(name.toLowerCase());
    const isHere = at === undefined || (at >= index && at <= index + name.length);
    if (info && isHere) return { info, index, length: name.length };
  }
  return undefined;
}
