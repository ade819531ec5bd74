import { type Extension, Facet } from '@codemirror/state';
import {
  activateHover,
  type Command,
  closeHoverTooltips,
  EditorView,
  hasHoverTooltips,
  hoverTooltip,
  repositionTooltips,
  type Tooltip,
} from '@codemirror/view';

import type { InstructionInfo } from '../../engine/types';
import { language as messages } from '../messages';
import type { Syntax } from './syntax';

/** What a line does with its values, by number from 1 and text; undefined if that is unknown. */
export type LineValues = (line: number, text: string) => Promise<string | undefined>;

const helpOf = Facet.define<Command>();

/** Shows what an instruction does, on hover or on request. */
export function instructionHelp(
  syntax: Syntax,
  instructions: readonly InstructionInfo[],
  values: LineValues,
): Extension {
  const byName = new Map(
    [...instructions, ...syntax.directives].map((info) => [info.mnemonic, info]),
  );
  const tooltip = hoverTooltip((view, at) => helpAt(view, at, byName, values));
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
    // A tooltip is visual; this is for screen readers.
    const say = (text: string) => view.dispatch({ effects: EditorView.announce.of(text) });
    say(`${info.mnemonic} ${info.operands}: ${info.effect}`);
    if (isInstruction(info)) values(line.number, line.text).then((text) => text && say(text));
    return true;
  };
  return [tooltip, helpOf.of(show)];
}

/** Toggles the help for the instruction on the cursor's line. */
export const showHelp: Command = (view) => view.state.facet(helpOf).some((show) => show(view));

function helpAt(
  view: EditorView,
  position: number,
  byName: ReadonlyMap<string, InstructionInfo>,
  values: LineValues,
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
      const here = effectOf(info, line.text.slice(index + length));
      if (here) dom.appendChild(document.createElement('div')).textContent = here;
      if (!isInstruction(info)) return { dom };
      values(line.number, line.text).then((text) => {
        if (!text) return;
        dom.appendChild(document.createElement('div')).textContent = text;
        repositionTooltips(view);
      });
      return { dom };
    },
  };
}

/** An instruction's effect with the operands of a line instead of the general ones. */
export function effectOf({ operands, effect }: InstructionInfo, text: string): string {
  const words = (of: string) => of.replace(/(;|#|\/\/).*/, '').match(/[^\s,()[\]]+/g) ?? [];
  const general = words(operands);
  const given = words(text);
  if (general.length === 0 || general.length !== given.length) return '';
  const own = new Map(general.map((name, at) => [name, given[at] ?? name]));
  const to = own.get('i');
  const isLabel = to !== undefined && !/^[-+\d]/.test(to);
  const said = isLabel ? effect.replace(/(?:skip i words|go on i bytes).*/, `go to ${to}`) : effect;
  const here = said.replaceAll(/\$?\b[a-z]\b/g, (name) => own.get(name) ?? name);
  return here === effect ? '' : here;
}

/** Whether it is executed, unlike a directive. */
const isInstruction = ({ mnemonic }: InstructionInfo): boolean => !mnemonic.startsWith('.');

/** The instruction of a line, or the one at a position. */
function nameIn(line: string, byName: ReadonlyMap<string, InstructionInfo>, at?: number) {
  const code = line.replace(/(;|#|\/\/).*/, '');
  for (const { 0: name, index } of code.matchAll(/\.?\w+(?:\.\w+)?/g)) {
    const info = byName.get(name.toLowerCase());
    const isHere = at === undefined || (at >= index && at <= index + name.length);
    if (info && isHere) return { info, index, length: name.length };
  }
  return undefined;
}
