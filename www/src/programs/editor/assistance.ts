/**
 * Completion and search. An editor works without them, so they are loaded when it is first focused:
 * they are a sixth of CodeMirror's size.
 */

import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

import type { EditorSymbol, InstructionInfo } from '../../engine/types';
import { completion } from './completion';
import type { Syntax } from './syntax';

export { startCompletion } from '@codemirror/autocomplete';

export function assistance(
  syntax: Syntax,
  instructions: readonly InstructionInfo[],
  symbols: (text: string) => Promise<readonly EditorSymbol[]>,
): Extension {
  return [
    // It opens during typing without a selection, so that Enter starts a new line.
    autocompletion({
      selectOnOpen: false,
      icons: false,
      override: [completion(syntax, instructions, symbols)],
    }),
    highlightSelectionMatches(),
    keymap.of([...completionKeymap, ...searchKeymap]),
  ];
}
