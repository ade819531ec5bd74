import { type Diagnostic, forceLinting, linter } from '@codemirror/lint';
import { type Extension, StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

import type { EditorDiagnostic } from '../../engine/types';
import { mostImportant } from '../most-important';

/** Marks the assembler's diagnostics a moment after typing. */
export function assemblerLint(assemble: () => Promise<readonly EditorDiagnostic[]>): Extension {
  const source = async () => mostImportant(await assemble(), MOST).map(toLint);
  return linter(source, {
    delay: 200,
    needsRefresh: ({ transactions }) =>
      transactions.some(({ effects }) => effects.some((effect) => effect.is(otherwise))),
  });
}

/** The diagnostics may have changed although the text has not. */
const otherwise = StateEffect.define<null>();

/** Assembles the text again, immediately. */
export function assembleAgain(view: EditorView): void {
  view.dispatch({ effects: otherwise.of(null) });
  forceLinting(view);
}

/** Maximum number of marks in an editor: each slows down every key press. */
const MOST = 300;

/** Applies the fixes of many diagnostics as one step; of overlapping ones, the first. */
export function applyFixes(
  view: EditorView,
  fixes: readonly NonNullable<EditorDiagnostic['fix']>[],
): void {
  let end = -1;
  const changes = [...fixes]
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .filter(({ from, to }) => {
      if (from <= end || to > view.state.doc.length) return false;
      end = to;
      return true;
    })
    .map(({ from, to, replacement }) => ({ from, to, insert: replacement }));
  view.dispatch({ changes, userEvent: 'input.fix' });
  view.focus();
}

/** Applies the fix of a diagnostic. */
export function applyFix(view: EditorView, fix: NonNullable<EditorDiagnostic['fix']>): void {
  const { from, to, replacement } = fix;
  if (view.state.readOnly || to > view.state.doc.length) return;
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
