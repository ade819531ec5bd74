import { EditorView } from '@codemirror/view';

const mark = (color: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy var(${color}) 1px`,
  textUnderlineOffset: '3px',
  textDecorationSkipInk: 'none',
});

/** The editor in the page's own colours, light and dark. */
export const theme = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    fontSize: 'var(--text-body)',
    height: '100%',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--ink)' },
  // So that a click below a short text hits it.
  '.cm-content, .cm-gutter': { minHeight: 'var(--editor-height, 14rem)' },
  '.cm-line': { padding: '0 0.75rem 0 0.375rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'color-mix(in srgb, var(--focus) 28%, transparent)' },
  '.cm-activeLine': {
    backgroundColor: 'color-mix(in srgb, var(--accent-wash) 55%, transparent)',
  },
  '.cm-gutters': {
    color: 'var(--muted)',
    backgroundColor: 'var(--surface)',
    border: 'none',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-activeLineGutter': { color: 'var(--ink)', backgroundColor: 'transparent' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 0.375rem 0 0.75rem', minWidth: '2rem' },
  '.cm-breakpoints': { width: '1.125rem', cursor: 'pointer' },
  '.cm-breakpoints .cm-gutterElement': { textAlign: 'center' },
  '.cm-breakpoint': { color: 'var(--differ)' },
  '.cm-line.cm-executed': {
    backgroundColor: 'color-mix(in srgb, var(--focus) 20%, transparent)',
    boxShadow: 'inset 3px 0 var(--focus)',
  },
  '.cm-line.cm-cause': {
    backgroundColor: 'var(--open-wash)',
    boxShadow: 'inset 3px 0 var(--open)',
  },
  '.cm-line.cm-faulted': {
    backgroundColor: 'var(--differ-wash)',
    boxShadow: 'inset 3px 0 var(--differ)',
  },
  // It waits, or has ended, here.
  '.cm-line.cm-waiting': { boxShadow: 'inset 3px 0 var(--control)' },
  // Forced colours remove backgrounds and shadows.
  '@media (forced-colors: active)': {
    '.cm-line.cm-executed, .cm-line.cm-cause': {
      forcedColorAdjust: 'none',
      color: 'HighlightText',
      backgroundColor: 'Highlight',
    },
    '.cm-line.cm-executed *, .cm-line.cm-cause *': { color: 'HighlightText' },
    '.cm-line.cm-faulted': { outline: '2px solid Mark', outlineOffset: '-2px' },
    '.cm-line.cm-waiting': { outline: '1px dashed CanvasText', outlineOffset: '-1px' },
  },
  '.cm-line.cm-next': { boxShadow: 'inset 0 -1px var(--focus)' },
  '.cm-placeholder': { color: 'var(--muted)' },
  '.cm-lintRange-error': mark('--differ'),
  '.cm-lintRange-warning': mark('--open'),
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--control)',
    borderRadius: '4px',
    maxWidth: 'min(32rem, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--on-accent)',
    backgroundColor: 'var(--accent)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.85' },
  '.cm-completionInfo': { padding: '0.25rem 0.5rem' },
  '.cm-diagnostic': { padding: '0.375rem 0.625rem', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--differ)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--open)' },
  '.cm-diagnosticAction': {
    color: 'var(--on-accent)',
    backgroundColor: 'var(--accent)',
    padding: '0.125rem 0.5rem',
    borderRadius: '3px',
  },
  '.cm-diagnostic-help': { color: 'var(--muted)', display: 'block' },
  '.instruction-help': { padding: '0.375rem 0.625rem' },
  '.instruction-help code': { fontFamily: 'var(--mono)', fontWeight: '600' },
  '.cm-dialog': { padding: '0.375rem 2rem 0.375rem 0.75rem', fontSize: 'var(--text-body)' },
  '.cm-panels .cm-textfield, .cm-panels .cm-button': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    backgroundImage: 'none',
    border: '1px solid var(--control)',
    borderRadius: '4px',
    fontSize: 'var(--text-body)',
    minHeight: '1.875rem',
    padding: '0 0.625rem',
    margin: '0.125rem 0.25rem',
  },
  '.cm-panels .cm-textfield': { fontFamily: 'var(--mono)' },
  '.cm-panels label': { fontSize: 'var(--text-note)' },
  '.cm-dialog-close': { fontSize: 'var(--text-title)', minHeight: '1.5rem', border: 'none' },
  '.cm-dialog label': { overflowWrap: 'anywhere' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--sunken)' },
});
