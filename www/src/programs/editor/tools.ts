/** The tools of an editor besides typing, by key or from its menu. */

import { redo, undo } from '@codemirror/commands';
import { forEachDiagnostic, nextDiagnostic } from '@codemirror/lint';
import { type Extension, Prec } from '@codemirror/state';
import { type Command, type EditorView, keymap } from '@codemirror/view';

import type { FormatReply } from '../../engine/types';
import { tools as messages } from '../messages';
import { formatText } from './formatting';
import { showHelp } from './help';
import { clickToLabel, goToLabel, type LabelSource, renameLabel, say } from './labels';
import { type ToolName, toolKeyCodes } from './tool-keys';

/** The engine's functions for the tools. */
export interface ToolSource extends LabelSource {
  /** Whether the text is assembly: some tools are for that only. */
  isAssembly(): boolean;
  format(text: string): Promise<FormatReply>;
  /** Completion, once the editor has it; undefined if it cannot be loaded. */
  assist(): Promise<typeof import('./assistance') | undefined>;
}

export function tools(source: ToolSource): Record<ToolName, Command> {
  const doing = (work: (view: EditorView) => Promise<void>): Command => {
    return (view) => {
      if (!source.isAssembly()) {
        say(view, messages.onlyAssembly);
        return true;
      }
      // A crash of the engine is already reported on the page.
      work(view).catch(() => {});
      return true;
    };
  };
  return {
    format: doing((view) => formatText(view, (text) => source.format(text))),
    rename: doing((view) => renameLabel(view, source)),
    goTo: doing((view) => goToLabel(view, source)),
    complete: doing(async (view) => {
      (await source.assist())?.startCompletion(view);
    }),
    help: showHelp,
    fix: applyNearestFix,
    problem: nextDiagnostic,
    undo,
    redo,
  };
}

/** The keys of the tools that the editor has no binding for, or none while a chunk is loading. */
export function toolKeys(commands: Record<ToolName, Command>, source: LabelSource): Extension {
  const own: readonly ToolName[] = ['format', 'rename', 'goTo', 'complete', 'help', 'fix'];
  return [
    Prec.high(
      keymap.of(
        own.map((name) => ({ key: toolKeyCodes[name], run: commands[name], preventDefault: true })),
      ),
    ),
    clickToLabel(source),
  ];
}

/** Applies the fix of the first diagnostic on the cursor's line. */
const applyNearestFix: Command = (view) => {
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  let apply: (() => void) | undefined;
  forEachDiagnostic(view.state, (diagnostic, from, to) => {
    const action = diagnostic.actions?.[0];
    if (action && from <= line.to && to >= line.from) {
      apply ??= () => action.apply(view, from, to);
    }
  });
  if (apply) apply();
  else say(view, messages.noFixHere);
  return true;
};
