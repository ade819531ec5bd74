import { EditorView } from '@codemirror/view';

const changedLine = { backgroundColor: 'var(--accent-wash)' };
const changedText = {
  background: 'none',
  textDecoration: 'underline 2px var(--accent)',
  textUnderlineOffset: '3px',
  textDecorationSkipInk: 'none',
};

/**
 * Differences in the page's own colours. Both texts have the same ones: neither is the older one.
 */
export const diffTheme = EditorView.theme({
  '&': { fontSize: 'var(--text-note)', height: 'auto' },
  '.cm-content, .cm-gutter': { minHeight: '0' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 0.25rem 0 0.375rem', minWidth: '1.75rem' },
  '&.cm-merge-a .cm-changedLine, &.cm-merge-b .cm-changedLine, .cm-deletedChunk': changedLine,
  '&.cm-merge-a .cm-changedText, &.cm-merge-b .cm-changedText': changedText,
  '.cm-deletedChunk .cm-deletedText': changedText,
  '.cm-insertedLine, .cm-deletedLine, .cm-deletedLine del': { textDecoration: 'none' },
  '.cm-deletedChunk': { paddingLeft: '0.375rem' },
  '&.cm-merge-a .cm-changedLineGutter, &.cm-merge-b .cm-changedLineGutter, .cm-deletedLineGutter': {
    background: 'var(--accent)',
  },
  '.cm-mergeSpacer': { backgroundColor: 'var(--sunken)' },
  '.cm-collapsedLines': {
    padding: '0.125rem 0.375rem',
    color: 'var(--muted)',
    background: 'var(--sunken)',
    fontFamily: 'var(--sans)',
  },
});

/** In the unified view, a sign shows which text a line belongs to. */
export const unifiedTheme = EditorView.theme({
  '.cm-deletedLine::before': { content: '"− "', color: 'var(--muted)' },
  '.cm-line.cm-changedLine::before': { content: '"+ "', color: 'var(--muted)' },
});
