import { type Diagnostic, linter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

import type { EditorDiagnostic } from '../engine/types';

/** Marks what the assembler says of the text, a moment after it was typed. */
export function assemblerLint(
  assemble: (text: string) => Promise<readonly EditorDiagnostic[]>,
): Extension {
  return linter(async (view) => (await assemble(view.state.doc.toString())).map(toLint), {
    delay: 200,
  });
}

/** Does what a diagnostic proposes. */
export function applyFix(view: EditorView, fix: NonNullable<EditorDiagnostic['fix']>): void {
  const { from, to, replacement } = fix;
  if (to > view.state.doc.length) return;
  view.dispatch({
    changes: { from, to, insert: replacement },
    selection: { anchor: from + replacement.length },
    userEvent: 'input.fix',
    scrollIntoView: true,
  });
  view.focus();
}

function toLint(diagnostic: EditorDiagnostic): Diagnostic {
  const { from, to, severity, message, help, fix } = diagnostic;
  return {
    from,
    to,
    severity,
    message,
    renderMessage: () => {
      const dom = document.createElement('span');
      dom.textContent = message;
      if (help) {
        const more = dom.appendChild(document.createElement('span'));
        more.className = 'cm-diagnostic-help';
        more.textContent = help;
      }
      return dom;
    },
    actions: fix ? [{ name: fix.title, apply: (view) => applyFix(view, fix) }] : [],
  };
}
