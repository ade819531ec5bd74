/** The tools of an editor by name and key, for whoever only lists them. */

import type { tools as messages } from '../messages';

export type ToolName = keyof typeof messages.names;

/** The keys as CodeMirror writes them. */
export const toolKeyCodes: Record<ToolName, string> = {
  format: 'Shift-Alt-f',
  rename: 'F2',
  goTo: 'F12',
  complete: 'Ctrl-Space',
  help: 'Mod-i',
  fix: 'Mod-.',
  problem: 'F8',
  undo: 'Mod-z',
  redo: 'Mod-y',
};

/** The keys as the reader presses them; on a Mac, Ctrl is Cmd but for completion. */
export const toolKeyNames: Record<ToolName, string> = {
  format: 'Shift+Alt+F',
  rename: 'F2',
  goTo: 'F12',
  complete: 'Ctrl+Space',
  help: 'Ctrl+I',
  fix: 'Ctrl+.',
  problem: 'F8',
  undo: 'Ctrl+Z',
  redo: 'Ctrl+Y',
};

/** In the order in which the menu offers them. */
export const toolNames = Object.keys(toolKeyCodes) as ToolName[];
