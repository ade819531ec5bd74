/** The names and keys of an editor's tools, for lists of them. */

import type { tools as messages } from '../messages';

export type ToolName = keyof typeof messages.names;

/** The keys in CodeMirror's notation. */
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

/** The keys in the reader's notation; on a Mac, Ctrl is Cmd except for completion. */
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

/** In the order of the menu. */
export const toolNames = Object.keys(toolKeyCodes) as ToolName[];
