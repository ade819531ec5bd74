import { type Diagnostic, forceLinting, linter } from '@codemirror/lint';
import { type Extension, StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

import type { EditorDiagnostic } from '../../engine/types';
import { mostImportant } from '../most-important';

/** Marks what the assembler says of the text, a moment after it was typed. */
export function assemblerLint(assemble: () => Promise<readonly EditorDiagnostic[]>): Extension {
  const source = async () => mostImportant(await assemble(), MOST).map(toLint);
  return linter(source, {
    delay: 200,
    needsRefresh: ({ transactions }) =>
      transactions.some(({ effects }) => effects.some((effect) => effect.is(otherwise))),
  });
}

/** What is said of the text may be something else now, though the text is as it was. */
const otherwise = StateEffect.define<null>();

/** Has the text assembled again, at once. */
export function assembleAgain(view: EditorView): void {
  view.dispatch({ effects: otherwise.of(null) });
  forceLinting(view);
}

/** Marks that an editor gets: each costs it something at every key. */
const MOST = 300;

/** Does what many diagnostics propose, as one step; where two are about one place, the first. */
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

/** Does what a diagnostic proposes. */
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
