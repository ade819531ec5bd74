/**
 * Completion and search. An editor is read without them, so they are loaded when
 * the keyboard first comes into it: they are a sixth of CodeMirror's weight.
 */

import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';

import type { EditorSymbol, InstructionInfo } from '../../engine/types';
import { completion } from './completion';

export { startCompletion } from '@codemirror/autocomplete';

export function assistance(
  instructions: readonly InstructionInfo[],
  symbols: (text: string) => Promise<readonly EditorSymbol[]>,
): Extension {
  return [
    // It opens while one types, with nothing chosen yet, so that Enter begins a new line.
    autocompletion({
      selectOnOpen: false,
      icons: false,
      override: [completion(instructions, symbols)],
    }),
    highlightSelectionMatches(),
    keymap.of([...completionKeymap, ...searchKeymap]),
  ];
}
