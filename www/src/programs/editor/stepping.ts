import { type Extension, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutter, keymap } from '@codemirror/view';

import { editor as messages } from '../messages';

/** The debugger's position in a text; lines from 1. */
export interface ShownStep {
  /** The line that was executed last. */
  line: number | undefined;
  /** The line that is executed next. */
  next: number | undefined;
  /** Whether `line` was executed just now. */
  moved: boolean;
  /** Whether the run ended in a fault there. */
  faulted: boolean;
}

const setStep = StateEffect.define<ShownStep | undefined>();

const executed = Decoration.line({ class: 'cm-executed' });
const faulted = Decoration.line({ class: 'cm-faulted' });
const waiting = Decoration.line({ class: 'cm-waiting' });
const next = Decoration.line({ class: 'cm-next' });

const shownStep = StateField.define<ShownStep | undefined>({
  create: () => undefined,
  update(step, transaction) {
    for (const effect of transaction.effects) if (effect.is(setStep)) return effect.value;
    // Typing moves lines, so the mark is removed.
    return transaction.docChanged ? undefined : step;
  },
  provide: (field) =>
    EditorView.decorations.compute([field], (state) => {
      const step = state.field(field);
      if (!step) return Decoration.none;
      const at = (line: number | undefined, mark: Decoration) =>
        line === undefined || line < 1 || line > state.doc.lines
          ? []
          : [mark.range(state.doc.line(line).from)];
      const marks = [
        ...at(step.line, step.faulted ? faulted : step.moved ? executed : waiting),
        ...(step.next === step.line ? [] : at(step.next, next)),
      ];
      return Decoration.set(marks, true);
    }),
});

const setCause = StateEffect.define<readonly number[]>();

const cause = Decoration.line({ class: 'cm-cause' });

const shownCause = StateField.define<readonly number[]>({
  create: () => [],
  update(lines, transaction) {
    for (const effect of transaction.effects) if (effect.is(setCause)) return effect.value;
    return transaction.docChanged ? [] : lines;
  },
  provide: (field) =>
    EditorView.decorations.compute([field], (state) => {
      const lines = state.field(field).filter((line) => line >= 1 && line <= state.doc.lines);
      const marks = [...new Set(lines)].map((line) => cause.range(state.doc.line(line).from));
      return Decoration.set(marks, true);
    }),
});

/** Highlights the debugger's lines, and those that explain a difference. */
export function stepping(): Extension {
  return [shownStep, shownCause];
}

/** Highlights the lines that explain a difference, from 1, and scrolls the editor to the first. */
export function showCause(view: EditorView, lines: readonly number[]): void {
  if (view.state.field(shownCause).join() === lines.join()) return;
  view.dispatch({ effects: setCause.of(lines) });
  scrollTo(view, lines[0]);
}

/** Shows a step, and scrolls the editor, but not the page, to it. */
export function showStep(view: EditorView, step: ShownStep | undefined): void {
  const before = view.state.field(shownStep);
  if (before?.line === step?.line && before?.next === step?.next && before?.moved === step?.moved) {
    return;
  }
  view.dispatch({ effects: setStep.of(step) });
  scrollTo(view, step?.line ?? step?.next);
}

/** Scrolls the editor, but not the page, to a line. */
function scrollTo(view: EditorView, line: number | undefined): void {
  if (line === undefined || line < 1 || line > view.state.doc.lines) return;
  const { top, bottom } = view.lineBlockAt(view.state.doc.line(line).from);
  const { scrollTop, clientHeight } = view.scrollDOM;
  if (top < scrollTop || bottom > scrollTop + clientHeight) {
    view.scrollDOM.scrollTop = top - clientHeight / 3;
  }
}

const toggle = StateEffect.define<{ from: number; on: boolean }>({
  map: ({ from, on }, changes) => ({ from: changes.mapPos(from), on }),
});

class BreakpointMarker extends GutterMarker {
  override toDOM(): Node {
    const dom = document.createElement('span');
    dom.className = 'cm-breakpoint';
    dom.title = messages.breakpoint;
    dom.textContent = '●';
    return dom;
  }
}

const marker = new BreakpointMarker();

const breakpointField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(set, transaction) {
    let moved = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(toggle)) continue;
      const { from, on } = effect.value;
      moved = on
        ? moved.update({ add: [marker.range(from)] })
        : moved.update({ filter: (at) => at !== from });
    }
    return moved;
  },
});

/** Sets or clears the breakpoint of a line, from 1. */
export function toggleBreakpoint(view: EditorView, line: number): void {
  if (line < 1 || line > view.state.doc.lines) return;
  const { from } = view.state.doc.line(line);
  let isSet = false;
  view.state.field(breakpointField).between(from, from, () => {
    isSet = true;
  });
  view.dispatch({ effects: toggle.of({ from, on: !isSet }) });
}

/** A gutter for breakpoints, which the key F9 sets too; reports their lines. */
export function breakpoints(onChange: (lines: readonly number[]) => void): Extension {
  return [
    breakpointField,
    gutter({
      class: 'cm-breakpoints',
      markers: (view) => view.state.field(breakpointField),
      initialSpacer: () => marker,
      domEventHandlers: {
        mousedown(view, block) {
          toggleBreakpoint(view, view.state.doc.lineAt(block.from).number);
          return true;
        },
      },
    }),
    keymap.of([
      {
        key: 'F9',
        run(view) {
          toggleBreakpoint(view, view.state.doc.lineAt(view.state.selection.main.head).number);
          return true;
        },
      },
    ]),
    EditorView.updateListener.of(({ state, startState }) => {
      const set = state.field(breakpointField);
      if (set === startState.field(breakpointField)) return;
      const lines: number[] = [];
      set.between(0, state.doc.length, (from) => {
        lines.push(state.doc.lineAt(from).number);
      });
      onChange([...new Set(lines)]);
    }),
  ];
}
